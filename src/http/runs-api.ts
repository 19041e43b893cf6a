/** What `carryover run` asks of the daemon: the memory a run starts with, what it said while it ran, and its end. */
import type { CooldownLimit, CooldownState } from '../memory/cooldown.ts';
import type { AppId } from '../memory/ids.ts';
import type { AppCaller } from './access.ts';

export interface RunStart {
  /** The app that runs; null for a session of the space itself. */
  readonly name: AppId | null;
  readonly tier: number;
  /** How much memory it is given: of its tier, or as the environment says where it is started. */
  readonly budgetTokens: number;
  readonly command: readonly string[];
  readonly cwd: string;
  /** What `--env` said (C-044, step 3). */
  readonly environment: string;
  /** This run is one use of each of these. */
  readonly cooldowns: readonly CooldownLimit[];
  /** Who will tell its end: when that process is gone and has not, the run is lost. */
  readonly pid?: number;
}

export interface StartedRun {
  readonly id: string;
  /** For `--append-system-prompt` (C-043), with the instruction about markers (C-066). */
  readonly systemPrompt: string;
  readonly memories: { readonly shown: number; readonly total: number; readonly tokens: number };
  /** With a name: by which its processes prove that they are the app; it ends with the run. */
  readonly appToken?: string;
}

/** A line the run's agent said, as it is shown and kept. */
export interface HeardMarker {
  /** The same where a message comes twice: it is counted once. */
  readonly id: string;
  readonly kind: 'memory' | 'event' | 'cooldown';
  /** A category, a level or an action. */
  readonly label: string;
  readonly service: string | null;
  readonly text: string;
}

/** What the one who watched the run has seen of it. */
interface RunSeen {
  readonly sessionId: string | null;
  readonly turns: number;
  readonly costUsd: number | null;
  readonly memories: number;
  /** By level. */
  readonly events: Readonly<Record<string, number>>;
  /** The client said so itself. */
  readonly failed: boolean;
}

export interface RunEnd extends RunSeen {
  readonly exitCode: number;
  readonly signal: string | null;
}

export interface RunSummary extends RunSeen {
  readonly id: string;
  readonly durationMs: number;
  /** Whether the client's hooks captured it, or its stream was the only source; unknown while nobody can be asked. */
  readonly capturedBy: 'hooks' | 'stream' | 'nothing' | 'unknown';
}

/** `by` is an app that starts an agent: what it starts is that app, and it knows no other runs. */
export interface RunsApi {
  /** Throws `cooling-down` with when it is free again in its hint; then nothing was counted. */
  begin(start: RunStart, by?: AppCaller): Promise<StartedRun>;
  /** The body `{messages}`: the child's stream-json, in their order; the same one again changes nothing. */
  heard(id: string, body: Buffer, by?: AppCaller): Promise<readonly HeardMarker[]>;
  end(id: string, end: RunEnd, by?: AppCaller): Promise<RunSummary>;
  /** Of every limit that is configured or was used, the fullest first. */
  cooldowns(): Promise<readonly CooldownState[]>;
}
