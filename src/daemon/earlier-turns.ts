/**
 * Earlier turns of a project as a boot block may tell them: those the person began, without those of other apps, what is
 * withheld, or what no curator has to read any more.
 */
import type { Journal } from '../journal/journal.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { appOf } from '../memory/app.ts';
import type { AppId, SessionId } from '../memory/ids.ts';
import type { Scope } from '../memory/permission.ts';
import type { StoredRecord } from '../memory/record.ts';
import { pastedTextOf, typedTextOf } from '../memory/record-segments.ts';
import { orderRecords, type Turn } from '../memory/turn.ts';
import { isWithheld, type Withholding } from '../memory/withheld.ts';
import type { OwnTurn } from '../recall/turn-lines.ts';

export class EarlierTurns {
  readonly #journal: Pick<Journal, 'session' | 'recordsOfTurn'>;
  readonly #knowledge: Pick<Knowledge, 'curatedRevision'>;

  constructor(journal: Pick<Journal, 'session' | 'recordsOfTurn'>, knowledge: Pick<Knowledge, 'curatedRevision'>) {
    this.#journal = journal;
    this.#knowledge = knowledge;
  }

  /** What an app says is its own memory. */
  async seen(turns: readonly Turn[], maySee: (scope: Scope) => boolean): Promise<readonly Turn[]> {
    const seen = new Map<SessionId, boolean>();
    for (const { sessionId } of turns) {
      if (seen.has(sessionId)) continue;
      const app = (await this.#journal.session(sessionId))?.metadata.app;
      seen.set(sessionId, typeof app !== 'string' || maySee({ kind: 'app', app: app as AppId }));
    }
    return turns.filter(({ sessionId }) => seen.get(sessionId) === true);
  }

  /**
   * A turn tells all that was said in it: one record that agents are not given, or a prompt that is not the person's, keeps
   * all of it from them.
   */
  async open(turns: readonly Turn[], withheld: Withholding, app: AppId | undefined): Promise<readonly OwnTurn[]> {
    const open: OwnTurn[] = [];
    for (const turn of turns) {
      const records = await this.#journal.recordsOfTurn(turn.id, turn.lastSeq);
      if (isTold(records, app) && !records.some((record) => isWithheld(record, withheld)))
        open.push({ ...turn, ...wordsOfPrompts(records), lastAnswer: lastAnswerIn(records) });
    }
    return open;
  }

  async uncurated(turns: readonly OwnTurn[]): Promise<readonly OwnTurn[]> {
    const found: OwnTurn[] = [];
    for (const turn of turns) if (((await this.#knowledge.curatedRevision(turn.id)) ?? 0) < turn.rev) found.push(turn);
    return found;
  }
}

/**
 * A turn that the person began. One without a prompt is the agent's own, unless it was imported. What an app is asked is kept
 * as an agent's words, and is that app's to be told again.
 */
function isTold(records: readonly StoredRecord[], app: AppId | undefined): boolean {
  const isOfApp = app !== undefined && records.every((record) => appOf(record) === app);
  const mayAsk = ({ source }: StoredRecord) =>
    source === 'typed' || source === 'pasted' || (isOfApp && source === 'assistant');
  return records.every((record) => (record.type === 'prompt' ? mayAsk(record) : record.source !== 'import'));
}

/** What the agent said last and did nothing after: what it says before a call announces it. Empty when there is none. */
function lastAnswerIn(records: readonly StoredRecord[]): string {
  const own = orderRecords(records).filter(({ metadata }) => metadata.agent_id === undefined);
  const last = own.findLast(({ type }) => type === 'assistant' || type === 'tool_use');
  return last?.type === 'assistant' ? last.content : '';
}

function wordsOfPrompts(records: readonly StoredRecord[]): Pick<OwnTurn, 'typed' | 'pasted' | 'ofApp'> {
  const prompts = orderRecords(records).filter(({ type }) => type === 'prompt');
  const textOf = (words: (record: StoredRecord) => string): string =>
    prompts
      .map(words)
      .filter((text) => text !== '')
      .join('\n\n');
  const isOfApp = ({ source }: StoredRecord) => source === 'assistant';
  return {
    typed: textOf(typedTextOf),
    pasted: textOf((record) => (isOfApp(record) ? '' : pastedTextOf(record))),
    ofApp: textOf((record) => (isOfApp(record) ? record.content : '')),
  };
}
