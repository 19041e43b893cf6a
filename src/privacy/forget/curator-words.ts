/**
 * Words a curator chose itself. A learning of other evidence may say a word that, of all that is recorded, only the
 * forgotten says: because its curator has read it there, or because that is what the thing is called. It is the curator's
 * own, and no trace, when all of this holds:
 * - its curation read no turn of the forgotten, and nothing that came of the forgotten said the word before it: no learning,
 *   no action, no version of a file;
 * - it is a plain word: letters only, and not written as a name is, with a capital in the middle of a sentence;
 * - the learning's own evidence carries it, and it holds no whole line of the forgotten.
 *
 * Limits: where nouns are written with capitals, every noun counts as a name.
 */
import type { Journal } from '../../journal/journal.ts';
import type { RecordId, SpaceId, TurnId } from '../../memory/ids.ts';
import { type Learning, wordsOf } from '../../memory/learning.ts';
import type { ScopeState } from '../../memory/scope-state.ts';
import type { Needles } from '../traces/search-terms.ts';
import { hearer } from '../traces/term-search.ts';
import { actsReading, restOf } from './lineage.ts';
import type { Plan } from './plan.ts';
import type { RareOptions } from './rare-needles.ts';

const PLAIN = /^[\p{L}\p{M}]+$/u;
const NAME = /(?<=[^\s.!?:] +)\p{Lu}[\p{L}\p{M}]*/gu;

type Sought = Pick<Plan, 'records' | 'learnings' | 'turns'>;

/** The needles without those words. */
export async function withoutOwnWords(
  rare: Needles,
  sought: Sought,
  gone: readonly SpaceId[],
  options: RareOptions,
): Promise<Needles> {
  const { knowledge, journal } = options;
  const heard = hearer(rare);
  const came = comingOf(sought, gone);
  /** When each was first told by something that a curator is shown. */
  const told = new Map<string, number>();
  const others: { readonly learning: Learning; readonly words: readonly string[] }[] = [];
  for (const scope of [null, ...(await journal.spaceIds())]) {
    const state = await knowledge.scopeState([scope]);
    for (const { ts, text } of shownOf(state, came)) {
      for (const word of heard(text)) told.set(word, Math.min(ts, told.get(word) ?? ts));
    }
    for (const learning of state.learnings) {
      const words = came(learning) ? [] : heard(wordsOf(learning));
      if (words.length > 0 && !words.some((word) => /\s/.test(word))) others.push({ learning, words });
    }
  }
  if (others.length === 0) return rare;
  const { turns } = await actsReading(sought, [], journal);
  const own = new Set<string>();
  for (const { learning, words } of others) {
    const names = new Set([...wordsOf(learning).matchAll(NAME)].map(([name]) => name.toLowerCase()));
    const isOwn = (word: string): boolean =>
      PLAIN.test(word) && !names.has(word) && (told.get(word) ?? learning.createdAt) >= learning.createdAt;
    const chosen = words.filter(isOwn);
    if (chosen.length === 0 || (await isReadWith(learning, turns, journal))) continue;
    if ((await restOf(learning.content, learning.evidence, journal)) === undefined) continue;
    for (const word of chosen) own.add(word);
  }
  const terms = new Set([...own].flatMap((word) => [...options.termsOf(word)]));
  return {
    texts: rare.texts.filter((text) => !own.has(text)),
    terms: rare.terms.filter((term) => !terms.has(term)),
    leftOut: rare.leftOut,
  };
}

type Came = (one: Pick<Learning, 'evidence' | 'workspace'> & { readonly id: string }) => boolean;

function comingOf({ records, learnings }: Sought, gone: readonly SpaceId[]): Came {
  const erased = new Set<RecordId>(records);
  const named = new Set<string>(learnings);
  return ({ id, evidence, workspace }) =>
    named.has(id) || evidence.some((one) => erased.has(one)) || (workspace !== null && gone.includes(workspace));
}

function* shownOf(state: ScopeState, came: Came): Iterable<{ readonly ts: number; readonly text: string }> {
  for (const learning of state.learnings) if (came(learning)) yield { ts: 0, text: wordsOf(learning) };
  for (const action of state.actions) if (came(action)) yield { ts: 0, text: action.content };
  for (const { ts, content } of state.files) yield { ts, text: content };
}

async function isReadWith(
  { turnId, evidence }: Learning,
  turns: ReadonlySet<TurnId>,
  journal: Journal,
): Promise<boolean> {
  const own = await Promise.all(evidence.map(async (id) => (await journal.record(id))?.turnId ?? null));
  return [turnId, ...own].some((turn) => turn !== null && turns.has(turn));
}
