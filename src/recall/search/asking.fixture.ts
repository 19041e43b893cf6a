/** Questions to a memory in a folder of its own, for tests: in process, so that what goes wrong is seen where it does. */
import { NOW, SPACE } from '../../journal/contract/samples.fixture.ts';
import { TemporaryMemory } from '../index/temporary-memory.fixture.ts';
import type { RecallHit, RecallQuery } from '../recall.ts';
import { Searcher } from './searcher.ts';

/** Some time after all that is said in a test. */
export const ASKED_AT = NOW + 86_400_000;

export interface Asking {
  readonly memory: TemporaryMemory;
  readonly searcher: Searcher;
  ask(text: string, different?: Partial<RecallQuery>): readonly RecallHit[];
  /** What was found, as it was stored. */
  found(text: string, different?: Partial<RecallQuery>): readonly string[];
}

export function question(text: string, different: Partial<RecallQuery> = {}): RecallQuery {
  return {
    text,
    limit: 20,
    kind: 'all',
    workspace: SPACE,
    audience: 'agent',
    now: ASKED_AT,
    patienceMs: 0,
    ...different,
  };
}

export async function openAsking(): Promise<Asking> {
  const memory = await TemporaryMemory.open();
  memory.catchUp();
  const records = memory.records();
  const searcher = new Searcher(memory.reader(), records);
  const ask: Asking['ask'] = (text, different) => searcher.search(question(text, different)).hits;
  return {
    memory,
    searcher,
    ask,
    found: (text, different) => ask(text, different).map((hit) => textOf(hit, (seq) => records.at(seq)?.content ?? '')),
  };
}

function textOf(hit: RecallHit, content: (seq: number) => string): string {
  return hit.kind === 'fact' ? hit.learning.content : content(hit.record.seq);
}
