/**
 * A home in a temporary folder, with capture and curation as the daemon composes them: turns come in as a client's hooks tell
 * them, and are read when asked. Nothing of the person's own home is opened. Gone when it is closed.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanNow } from '../../capture/clean-value.ts';
import { Intake } from '../../capture/ingest.ts';
import { createConfiguredRedactor } from '../../capture/redaction-options.ts';
import { SpaceDirectory } from '../../capture/space-directory.ts';
import { CaptureTally } from '../../capture/tally.ts';
import { readHookEvent } from '../../clients/claude-code/hook-event.ts';
import { turnIdOf } from '../../clients/claude-code/record-ids.ts';
import type { Outcomes } from '../../curator/apply/unit-of-work.ts';
import type { Provider } from '../../curator/llm/provider.ts';
import type { CurationRun } from '../../curator/scheduler.ts';
import { Curation } from '../../daemon/curation.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import { type Knowledge, openKnowledge } from '../../knowledge/knowledge.ts';
import type { SessionId } from '../../memory/ids.ts';
import { isObject } from '../../memory/json-guards.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { defaultConfig } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { homePaths } from '../../platform/paths.ts';
import type { CaseTurn } from './evaluation-case.ts';
import type { Item } from './scores.ts';

const SESSION = 'evaluation';
const REDACTION_KEY = 'evaluation';
const BEGIN = Date.UTC(2026, 0, 5, 9);
const TURN_MS = 60_000;
const ALL = 10_000;
const SILENT: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export interface Learned {
  readonly items: readonly Item[];
  /** Lines of the memory files that a curator writes. */
  readonly lines: readonly string[];
  /** How often something was dropped, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
}

export class ThrowawayHome {
  readonly outcomes = new Map<string, readonly string[]>();
  readonly #folder: string;
  readonly #journal: Journal;
  readonly #knowledge: Knowledge;
  readonly #intake: Intake;
  readonly #curation: Curation;
  readonly #redactor = createConfiguredRedactor({ key: REDACTION_KEY, hex: 'code-aware', patterns: [], allow: [] });
  #now = BEGIN;
  #turns = 0;

  private constructor(
    folder: string,
    { journal, knowledge }: { readonly journal: Journal; readonly knowledge: Knowledge },
    provider: Provider | undefined,
  ) {
    this.#folder = folder;
    this.#journal = journal;
    this.#knowledge = knowledge;
    const clock: Clock = { now: () => this.#now, elapsed: () => systemClock.elapsed() };
    this.#intake = new Intake({
      journal,
      spaces: new SpaceDirectory(journal, clock),
      // Here nobody waits behind a long text.
      reader: {
        read: async (reading, bytes, context) => ({
          result: reading.read(bytes, context, { redactor: this.#redactor, redactionKey: REDACTION_KEY }),
        }),
      },
      clock,
      tally: new CaptureTally(),
      redactionKey: REDACTION_KEY,
      paths: 'space',
    });
    this.#curation = new Curation({
      paths: homePaths(folder),
      config: { current: defaultConfig() },
      journal,
      knowledge,
      clock,
      log: SILENT,
      clean: (text) => this.#redactor.redact(text).text,
      provider,
      onPlanned: (outcomes) => this.#note(outcomes),
    });
  }

  /** Rules read when there is no provider. */
  static async open(provider?: Provider): Promise<ThrowawayHome> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'carryover-evaluation-'));
    const paths = homePaths(folder);
    mkdirSync(join(folder, 'project'));
    const common = { backupFolder: paths.backups, clock: systemClock };
    const journal = await openJournal({ ...common, path: paths.journal, exists: existsSync, secret: REDACTION_KEY });
    const knowledge = await openKnowledge({ ...common, path: paths.knowledge });
    return new ThrowawayHome(folder, { journal, knowledge }, provider);
  }

  /** One turn from its prompt to its last answer. */
  async take({ prompt, calls = [], answer = '' }: CaseTurn): Promise<void> {
    this.#turns += 1;
    this.#now += TURN_MS;
    const promptId = `p${this.#turns}`;
    await this.#hook(promptId, { hook_event_name: 'UserPromptSubmit', prompt });
    for (const [index, { tool, input, outcome, output }] of calls.entries()) {
      const about = { tool_name: tool, tool_input: input, tool_use_id: `${promptId}-${index}` };
      const result =
        outcome === 'ok'
          ? { hook_event_name: 'PostToolUse', tool_response: output }
          : { hook_event_name: 'PostToolUseFailure', error: output };
      await this.#hook(promptId, { ...about, ...result });
    }
    if (answer !== '') await this.#hook(promptId, { hook_event_name: 'Stop', last_assistant_message: answer });
    await this.#journal.closeTurn(turnIdOf(SESSION as SessionId, promptId), 'stop', this.#now);
  }

  async #hook(promptId: string, event: object): Promise<void> {
    this.#now += 1;
    const cwd = join(this.#folder, 'project');
    const about = { session_id: SESSION, prompt_id: promptId, cwd, transcript_path: '' };
    const { value } = cleanNow(this.#redactor, { ...about, ...event });
    const read = isObject(value) ? readHookEvent(value, this.#now) : undefined;
    if (read !== undefined) await this.#intake.event(read);
  }

  /** Whoever answers reads what was not read yet. */
  curate(): Promise<CurationRun> {
    this.#now += TURN_MS;
    return this.#curation.scheduler.curateNow();
  }

  async learned(): Promise<Learned> {
    const learnings = await this.#knowledge.learnings({ limit: ALL });
    const actions = await this.#knowledge.actions({ statuses: ['pending'], limit: ALL });
    const files = await this.#knowledge.files();
    const { dropped } = await this.#knowledge.counts();
    return {
      items: [
        ...learnings.map(({ type, content, scope }) => ({ kind: type, content, scope: scope.kind })),
        ...actions.map(({ content }) => ({ kind: 'ACTION', content, scope: 'space' })),
      ],
      lines: files.flatMap(({ content }) => content.split('\n')).filter((line) => line.trim() !== ''),
      dropped,
    };
  }

  async close(): Promise<void> {
    await this.#curation.scheduler.stop();
    await this.#knowledge.close();
    await this.#journal.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #note(outcomes: Outcomes): void {
    for (const [item, fates] of outcomes) this.outcomes.set(item, [...(this.outcomes.get(item) ?? []), ...fates]);
  }
}

function nothing(): void {}
