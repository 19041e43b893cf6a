/** What a record or a learning contributes to the index. */
import type { Learning } from '../../memory/learning.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { SENSITIVE_TAG } from '../../memory/sensitivity.ts';
import { countText, type Passage } from '../text/passages.ts';
import { speakerTerm } from '../text/speaker.ts';
import { TRAIT, traitsOf } from '../text/traits.ts';
import { HEAD_CHARS } from './context-terms.ts';
import type { IndexEntry } from './index-writer.ts';
import { packCounts } from './postings.ts';

/** Where programs that hand in records put who said it. */
const SPEAKER_FIELDS = ['speaker', 'name', 'author', 'from'];
const NAME_CHARS = 80;
/** Several times as long as what is asked: a word in it counts for a fraction of one in a learning. */
const ASKED_WORDS = 200;

export function recordEntry(record: StoredRecord): IndexEntry {
  const labels = [record.tool, record.path, ...record.tags].filter((label) => label !== null);
  const { passages, headWords } = countText(record.content, labels, HEAD_CHARS);
  const speaker = speakerOf(record);
  const [first, ...others] = passages;
  const named = speaker === undefined || first === undefined ? [] : speakerTerm(speaker);
  const counts = new Map([...(first?.counts ?? []), ...named.map((term) => [term, packCounts(1, 0)] as const)]);
  return {
    source: record.seq,
    type: record.type,
    ts: record.ts,
    sessionId: record.sessionId,
    isSaid: record.type === 'prompt' || record.type === 'assistant',
    traits: traitsOf(record.content) | (record.tags.includes(SENSITIVE_TAG) ? TRAIT.sensitive : 0),
    headWords,
    passages: first === undefined ? passages : [{ ...first, counts }, ...others],
  };
}

export function factEntry(num: number, learning: Learning): IndexEntry {
  const labels = [learning.subject, ...learning.tags].filter((label) => label !== null);
  const { passages } = countText(learning.content, labels, 0);
  const asked = askedPassage(learning.asked ?? []);
  return {
    source: num,
    type: 'fact',
    ts: learning.confirmedAt,
    sessionId: undefined,
    isSaid: false,
    traits: 0,
    headWords: 0,
    passages: asked === undefined ? passages : [...passages, asked],
  };
}

/** A passage of its own, as if it were long: its words weigh little, and take nothing from those of the learning. */
function askedPassage(asked: readonly string[]): Passage | undefined {
  const [passage] = asked.length === 0 ? [] : countText(asked.join('\n'), [], 0).passages;
  return passage === undefined ? undefined : { ...passage, start: 0, words: ASKED_WORDS };
}

/** The words of a learning as they are indexed: when these are the same, so is its entry. */
export function factText({
  content,
  subject,
  tags,
  asked = [],
}: Pick<Learning, 'content' | 'subject' | 'tags' | 'asked'>): string {
  return JSON.stringify([content, subject, tags, asked]);
}

function speakerOf({ metadata }: StoredRecord): string | undefined {
  for (const field of SPEAKER_FIELDS) {
    const value = metadata[field];
    if (typeof value === 'string' && value !== '' && value.length <= NAME_CHARS) return value;
  }
  return undefined;
}
