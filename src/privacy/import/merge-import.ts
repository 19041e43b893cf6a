/**
 * An export beside what is here. Records come in as text from outside (source `import`), in sessions marked as imported
 * and under turns of their own, which count as read: nobody is asked, and paid, to read them again. Learnings come in as
 * statements that a curation by code tells, so that all rules of trust hold: facts are learned at that tier, wishes and
 * corrections wait for a person.
 */

import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { deriveId, type LearningId, type RecordId, type SessionId, type TurnId } from '../../memory/ids.ts';
import type { Fields } from '../../memory/json-guards.ts';
import { outsideMetadata } from '../../memory/outside-metadata.ts';
import type { MemoryRecord, StoredRecord } from '../../memory/record.ts';
import type { Session } from '../../memory/session.ts';
import { Breather } from '../../platform/breathe.ts';
import { contentHash } from '../content-hash.ts';
import { LINES } from '../export/journal-lines.ts';
import { type Clean, cleanRow, sum } from './clean-row.ts';
import { learningLine, Statements, type StatementsOptions } from './import-learnings.ts';
import type { ImportTally } from './import-report.ts';
import { reasonOf } from './refusal-reason.ts';
import { SpaceMap, type SpaceMapOptions } from './space-map.ts';

/** Records in one commit: a few milliseconds. */
const PAGE = 100;

export interface AddingOptions extends Omit<StatementsOptions, 'journal'>, Omit<SpaceMapOptions, 'journal'> {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly cleaner: Clean;
  readonly tally: ImportTally;
  /** Of hashes that tell what was forgotten. */
  readonly redactionKey: string;
  readonly from: string;
}

interface Waiting {
  readonly number: number;
  readonly record: MemoryRecord;
}

export class Adding {
  readonly #options: AddingOptions;
  readonly #spaces: SpaceMap;
  readonly #statements: Statements;
  readonly #sessions = new Map<SessionId, Session>();
  readonly #breather: Breather;
  #page = new Map<RecordId, Waiting>();

  constructor(options: AddingOptions) {
    this.#options = options;
    this.#breather = new Breather(options.clock);
    this.#spaces = new SpaceMap(options);
    this.#statements = new Statements(options);
  }

  async take(number: number, kind: string, line: Fields): Promise<void> {
    const { tally } = this.#options;
    if (kind === 'place') return this.#takePlace(number, line);
    if (kind === 'session') return this.#takeSession(number, line);
    if (kind === 'record') return this.#takeRecord(number, line);
    if (kind === 'learning') return this.#takeLearning(number, line);
    return tally.passOver(kind);
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#statements.finish();
  }

  async #takePlace(number: number, line: Fields): Promise<void> {
    const { cleaner, tally } = this.#options;
    const parsed = LINES.place.shape.safeParse(line);
    if (!parsed.success) return tally.refuse(number, reasonOf(parsed.error));
    const { spaceId, root } = parsed.data;
    if ((await cleaner.clean(root)).value !== root) return tally.refuse(number, 'a place looks like a secret');
    this.#spaces.place(spaceId, root);
    tally.passOver('place');
  }

  async #takeSession(number: number, line: Fields): Promise<void> {
    const { cleaner, tally, from } = this.#options;
    const parsed = LINES.session.shape.safeParse(line);
    if (!parsed.success) return tally.refuse(number, reasonOf(parsed.error));
    const { id, client, cwd, startedAt } = parsed.data;
    const workspace = await this.#spaces.of(parsed.data.workspace);
    if (workspace === undefined) return tally.refuse(number, 'names a space whose place is not known');
    const { value, found } = await cleaner.clean({ cwd, client });
    const clean = value as unknown as Pick<Session, 'cwd' | 'client'>;
    tally.redactions += sum(found);
    this.#sessions.set(id, {
      id: importedSession(id),
      client: 'import',
      workspace,
      cwd: clean.cwd,
      startedAt,
      // Nothing of the file's: it says which transcript is read as the user's words, and which app a session is of.
      metadata: { imported_from: from, imported_client: clean.client },
    });
  }

  async #takeRecord(number: number, line: Fields): Promise<void> {
    const { cleaner, tally } = this.#options;
    const parsed = LINES.record.shape.safeParse(line);
    if (!parsed.success) return tally.refuse(number, reasonOf(parsed.error));
    const { sessionId, turnId: toldTurn, ...given } = parsed.data;
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return tally.refuse(number, 'names a session that is not in the file');
    const workspace = await this.#spaces.of(given.workspace);
    if (workspace === undefined) return tally.refuse(number, 'names a space whose place is not known');
    const turnId = toldTurn === null ? null : deriveId<TurnId>('import', toldTurn);
    // Only retention marks what it emptied.
    const { emptied: _, ...metadata } = outsideMetadata(given.metadata);
    const row: MemoryRecord = { ...given, metadata, workspace, sessionId: session.id, turnId, source: 'import' };
    const clean = await cleanRow(cleaner, { kind: 'record', row });
    if (clean?.row.kind !== 'record') return tally.refuse(number, 'an id looks like a secret');
    const twin = this.#page.get(row.id)?.record;
    if (twin !== undefined) return this.#sameId(number, twin, clean.row.row);
    tally.redactions += clean.redactions;
    this.#page.set(row.id, { number, record: { ...clean.row.row, sessionId } });
    if (this.#page.size >= PAGE) await this.#flush();
  }

  async #takeLearning(number: number, line: Fields): Promise<void> {
    const { tally, knowledge } = this.#options;
    const parsed = learningLine.safeParse(line);
    if (!parsed.success) return tally.refuse(number, reasonOf(parsed.error));
    const learning = parsed.data;
    const isOfUse = learning.valid_to === null && learning.type !== 'ACTION' && !learning.scope.startsWith('app');
    if (!isOfUse) return tally.passOver('learning');
    if ((await knowledge.learning(learning.id)) !== undefined) return tally.known('learning');
    const workspace = await this.#spaces.of(learning.workspace);
    if (workspace === undefined) return tally.refuse(number, 'names a space whose place is not known');
    if (await this.#isForgotten(learning.id, learning.content)) tally.forgotten += 1;
    else await this.#statements.take({ ...learning, workspace });
  }

  async #flush(): Promise<void> {
    const { journal, tally, dryRun } = this.#options;
    const page = [...this.#page.values()];
    this.#page = new Map();
    const fresh: MemoryRecord[] = [];
    const unread: MemoryRecord[] = [];
    for (const { number, record } of page) {
      await this.#breather.breathe();
      const here = await journal.record(record.id);
      if (here !== undefined) {
        this.#sameId(number, here, record);
        if (await this.#isUnread(here, record)) unread.push(here);
      } else if (await this.#isForgotten(record.id, record.content)) tally.forgotten += 1;
      else fresh.push(record);
    }
    tally.added('record', fresh.length);
    if (!dryRun && fresh.length + unread.length > 0) await this.#store(fresh, unread);
  }

  /** One of an import that was cut off before its turn counted as read. */
  async #isUnread({ seq, turnId, source }: StoredRecord, again: MemoryRecord): Promise<boolean> {
    if (source !== 'import' || turnId === null || turnId !== again.turnId) return false;
    const turn = await this.#options.journal.turn(turnId);
    if (turn === undefined || turn.lastSeq < seq) return true;
    return ((await this.#options.knowledge.curatedRevision(turnId)) ?? 0) < turn.rev;
  }

  async #store(fresh: readonly MemoryRecord[], unread: readonly MemoryRecord[]): Promise<void> {
    const ids = new Set(fresh.map(({ sessionId }) => sessionId));
    const sessions = [...ids].flatMap((id) => this.#sessions.get(id) ?? []);
    const records = fresh.map((record) => ({ ...record, sessionId: importedSession(record.sessionId) }));
    const turns = Map.groupBy(
      [...records, ...unread].filter(({ turnId }) => turnId !== null),
      ({ workspace }) => workspace,
    );
    await this.#statements.quietly(async () => {
      await this.#options.journal.append({ sessions, records });
      for (const [workspace, ofSpace] of turns) await this.#statements.closeTurns(workspace, ofSpace);
    });
  }

  /** Text that retention has emptied here says nothing against it. */
  #sameId(number: number, here: MemoryRecord, again: MemoryRecord): void {
    const isSame = here.content === again.content || here.metadata.emptied !== undefined;
    if (isSame) this.#options.tally.known('record');
    else this.#options.tally.refuse(number, 'another record has this id');
  }

  /** Learnings that went with records are known as they are, by their id. */
  async #isForgotten(id: RecordId | LearningId, content: string): Promise<boolean> {
    const { journal, redactionKey } = this.#options;
    const text = content.trim() === '' ? {} : { contentHash: contentHash(redactionKey, content) };
    return journal.wasErased({ id: String(id) as RecordId, ...text });
  }
}

/** Never one that ran here, whatever the file calls it. */
function importedSession(id: SessionId): SessionId {
  return deriveId<SessionId>('import', id);
}
