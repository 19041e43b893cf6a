/**
 * The bounds of an answer about one session, held by code whatever was asked for (D-051): at most ten items of at most forty
 * words, and no files. An item that is longer keeps the sentences that fit; one whose first sentence does not fit, and what
 * comes after the tenth, is dropped and counted.
 */
import { sentencesOf } from '../../text/sentences.ts';
import type { CuratorAnswer } from '../answer.ts';
import { MOST_EXTRACTED, MOST_WORDS } from '../prompt/extract-prompt.ts';
import type { Draft } from './unit-of-work.ts';

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

export function boundExtraction(draft: Draft, answer: CuratorAnswer): CuratorAnswer {
  let taken = 0;
  const bounded = <Item extends { readonly content: string }>(items: readonly Item[]): readonly Item[] =>
    items.flatMap((item) => {
      draft.settling(item.content);
      const content = taken < MOST_EXTRACTED ? withinWords(item.content) : undefined;
      if (content === undefined) draft.drop(taken < MOST_EXTRACTED ? 'too-long' : 'too-many');
      if (content === undefined) return [];
      taken += 1;
      return [{ ...item, content }];
    });
  const learnings = bounded(answer.learnings);
  const actions = bounded(answer.actions);
  draft.settling(undefined);
  const names = [...answer.files, ...answer.edits].map(({ name }) => name);
  return { ...answer, learnings, actions, files: [], edits: [], refusedFiles: [...answer.refusedFiles, ...names] };
}

/** Undefined when not even its first sentence fits. */
function withinWords(content: string): string | undefined {
  if (countWords(content) <= MOST_WORDS) return content;
  const sentences = sentencesOf(content);
  for (let kept = sentences.length - 1; kept > 0; kept -= 1) {
    const text = content.slice(0, sentences[kept - 1]?.to).trim();
    if (text !== '' && countWords(text) <= MOST_WORDS) return text;
  }
  return undefined;
}

function countWords(text: string): number {
  return [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike === true).length;
}
