import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite, type SqliteDatabase } from '../platform/sqlite.ts';
import { SqliteStatements } from '../platform/sqlite-statements.ts';
import { restingQuery } from './act-changes.ts';
import type { Query } from './conditions.ts';
import { commitNext, learned, SPACE, sampleLearning } from './contract/samples.fixture.ts';
import { openKnowledge } from './knowledge.ts';
import { MOST_HOLDING, memoryPageQuery, readMemoryPage } from './memory-page.ts';
import { createdQuery, operationalQuery } from './operational.ts';
import { type LearningFilter, learningsQuery } from './read-learnings.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';

let folder = '';
let database: SqliteDatabase;
beforeAll(async () => {
  folder = temporaryFolder();
  const knowledge = await openKnowledge(knowledgeOptions(folder));
  const before = sampleLearning({ content: 'aardvark' });
  const after = { ...before, content: 'zebra' };
  await commitNext(knowledge, { learnings: [learned(before)] });
  await commitNext(knowledge, { learnings: [{ learningId: before.id, ts: 1, cause: 'edited', before, after }] });
  await knowledge.close();
  database = openSqlite({ path: knowledgeOptions(folder).path, access: 'write', synchronous: 'NORMAL' });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function columnsOf(table: string): readonly unknown[] {
  return database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}

function plan([sql, values]: Query): readonly string[] {
  return new SqliteStatements(database)
    .all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    .map(({ detail }) => detail);
}

function planOf(filter: LearningFilter): readonly string[] {
  return plan(learningsQuery(filter)).filter((detail) => / learnings /.test(detail));
}

describe('the schema of knowledge', () => {
  it('keeps the columns of the source documents (A-031, A-032, A-034, B-015, B-016)', () => {
    const learnings = 'id created_at session_id type content source_observation_id confidence';
    expect(columnsOf('learnings')).toEqual(expect.arrayContaining(learnings.split(' ')));
    const actions = 'id created_at content priority status source_learning_id';
    expect(columnsOf('pending_actions')).toEqual(expect.arrayContaining(actions.split(' ')));
    expect(columnsOf('learnings_fts')).toEqual(expect.arrayContaining(['content', 'type']));
  });

  it('is a write-ahead log (B-017)', () => {
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  });

  it('keeps the full-text index equal to the rows, and nothing of words that are gone', () => {
    database.exec(`INSERT INTO learnings_fts (learnings_fts, rank) VALUES ('integrity-check', 1)`);
    const segments = new SqliteStatements(database).all<{ readonly block: Buffer }>(
      'SELECT block FROM learnings_fts_data',
    );
    const index = Buffer.concat(segments.map(({ block }) => block)).toString('latin1');
    expect(index).toContain('zebra');
    expect(index).not.toContain('aardvark');
  });

  it('finds what rests on a record without looking through all of it', () => {
    const plan = new SqliteStatements(database).all<{ readonly detail: string }>(
      `EXPLAIN QUERY PLAN ${restingQuery('learnings')}`,
      '[]',
    );
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN (?:learnings|evidence)/);
  });

  it('answers what the boot block asks for from indexes, space by space', () => {
    const walk = (index: string) => [1, 2].map(() => expect.stringMatching(`SEARCH learnings USING .*${index} `));
    expect(planOf({ workspace: SPACE, since: 1, limit: 200 })).toEqual(walk('learnings_by_confirmation'));
    expect(planOf({ workspace: SPACE, limit: 200 })).toEqual(walk('learnings_by_workspace'));
    expect(planOf({ workspace: SPACE, types: ['timing'], limit: 200 })).toEqual(walk('learnings_by_type'));
  });

  it('picks a page of memories in an index that is in its order', () => {
    const place = { sorted: 1, seq: 1 };
    for (const order of ['updated', 'confidence'] as const) {
      const request = { order, status: 'active', subject: null, workspace: SPACE, now: 1, limit: 50 } as const;
      const walks = plan(memoryPageQuery(request, place)).filter((detail) => / learnings /.test(detail));
      expect(walks).toHaveLength(order === 'updated' ? 1 : 2);
      for (const walk of walks) expect(walk).toMatch(/SEARCH learnings USING INDEX learnings_by_\w+ \(/);
    }
  });

  it('looks for words among the newest memories that hold them, and says so when there are more', () => {
    const statements = new SqliteStatements(database);
    const asked = { text: 'everywhere', order: 'confidence', now: 1, limit: 1 } as const;
    const fill = (count: number) =>
      statements.run(
        `INSERT INTO learnings_fts (rowid, content) WITH RECURSIVE place (at) AS (
           SELECT ? + coalesce(max(rowid), 0) FROM learnings_fts WHERE learnings_fts MATCH 'everywhere'
           UNION ALL SELECT at + 1 FROM place LIMIT ?
         ) SELECT at, 'everywhere' FROM place`,
        1_000,
        count,
      );
    database.exec('BEGIN');
    fill(MOST_HOLDING);
    expect(readMemoryPage(statements, asked).isPartial).toBe(false);
    fill(1);
    expect(readMemoryPage(statements, asked).isPartial).toBe(true);
    database.exec('ROLLBACK');
    expect(memoryPageQuery(asked)[1]).toContain(MOST_HOLDING);
  });

  it('reads operational memory from indexes, for a session and for the feed', () => {
    const given = plan(operationalQuery({ workspace: SPACE, now: 1, limit: 9 }));
    expect(given.filter((detail) => / INDEX learnings_operational \(workspace=\?/.test(detail))).toHaveLength(2);
    const feed = plan(createdQuery({ workspace: SPACE, subject: 'redis', limit: 9 }));
    expect(feed.join()).toMatch(/learnings USING (?:COVERING )?INDEX learnings_operational_by_creation/);
  });
});
