/** What is kept of a run besides what is said in it: its start, its end and what it notes, each under an id that it has once. */
import type { RecordDraft } from '../capture/captured-event.ts';
import type { AppOrigin } from '../capture/record-input.ts';
import type { RunEnd } from '../http/runs-api.ts';
import type { CooldownLimit } from '../memory/cooldown.ts';
import { deriveId, type RecordId, type SessionId } from '../memory/ids.ts';
import type { JsonObject } from '../memory/record.ts';
import { nameOf } from './cooldown-uses.ts';

export interface Run {
  readonly id: string;
  readonly startedAt: number;
  readonly cwd: string;
  readonly tier: number;
  readonly program: string;
  readonly app: AppOrigin | undefined;
}

export type Use = Pick<CooldownLimit, 'service' | 'action'>;

/** The use that a run was counted as when it began. */
export function useId(run: string, use: Use): RecordId {
  return deriveId<RecordId>('run-use', run, nameOf(use));
}

/** Where the agent has told of that one. */
export function namedId(run: string, use: Use): RecordId {
  return deriveId<RecordId>('run-use-named', run, nameOf(use));
}

export function saidDraft(id: RecordId, ts: number, content: string, metadata: JsonObject): RecordDraft {
  return { ...eventDraft(id, ts, content, metadata), source: 'assistant' };
}

/** The start of a run as its session has it. */
export function startId(run: string, sessionId: SessionId): RecordId {
  return deriveId<RecordId>('run-start', run, sessionId);
}

/** Of a session whose stream was heard: whoever reads its turns leaves events and uses to that. */
export function heardId(sessionId: SessionId): RecordId {
  return deriveId<RecordId>(sessionId, 'run');
}

export function startText({ program, app, tier }: Pick<Run, 'program' | 'app' | 'tier'>): string {
  return `run started: ${app === undefined ? program : `${app.app} (${program})`}, tier ${tier}`;
}

export function startMetadata({ id, app, tier }: Pick<Run, 'id' | 'app' | 'tier'>): JsonObject {
  return { event: 'run-start', run: id, name: app?.app ?? null, tier };
}

/** What its process told. */
export function endDraft(run: Run, { exitCode, signal, turns, costUsd }: RunEnd, at: number): RecordDraft {
  const durationMs = durationOf(run, at);
  const how = signal === null ? `exit code ${exitCode}` : signal;
  return eventDraft(endId(run.id), at, `run ended: ${how} after ${Math.round(durationMs / 1_000)} s`, {
    ...startMetadata(run),
    event: 'run-end',
    exit_code: exitCode,
    signal,
    duration_ms: durationMs,
    turns,
    cost_usd: costUsd,
    level: exitCode === 0 ? 'info' : 'error',
  });
}

/** Its process is gone and has told nothing. */
export function lostDraft(run: Run, at: number): RecordDraft {
  return eventDraft(lostId(run.id), at, 'run lost: `carryover run` was gone before it could tell how the run ended', {
    ...startMetadata(run),
    event: 'run-end',
    outcome: 'lost',
    level: 'error',
  });
}

/** Of the session of its agent, also where the client has told so: the end of the run came after that. */
export function sessionEndDraft(run: string, at: number): RecordDraft {
  const metadata = { event: 'session-end', reason: 'run', run };
  return eventDraft(deriveId<RecordId>('run-session-end', run), at, 'session ended (run)', metadata);
}

export function durationOf({ startedAt }: Pick<Run, 'startedAt'>, at: number): number {
  return Math.max(0, at - startedAt);
}

export function endId(run: string): RecordId {
  return deriveId<RecordId>('run-end', run);
}

export function lostId(run: string): RecordId {
  return deriveId<RecordId>('run-lost', run);
}

/** Of no turn: a run is around them. */
export function eventDraft(id: RecordId, ts: number, content: string, metadata: JsonObject): RecordDraft {
  return { id, ts, type: 'event', turnId: null, source: 'tool', tool: null, path: null, content, tags: [], metadata };
}
