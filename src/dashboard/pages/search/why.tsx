/** Why a hit stands where it stands, in words. */
import type { ScoreExplanation } from '../../../recall/recall.ts';
import { percent } from '../../format.ts';

const PARTS: Readonly<Record<string, string>> = {
  words: 'its words, and those of its neighbours',
  held: 'how many of the words it holds itself',
  session: 'its session speaks of the same',
  phrase: 'words stand together as you wrote them',
  fact: 'it was made of what was said',
  confidence: 'how sure it is',
  pinned: 'it is pinned',
  unconfirmed: 'only a tool said so',
  beside: 'it is about you, not about this space',
  type: 'what kind of record it is',
  name: 'said by who is named',
  speaker: 'who said it',
  opening: 'it opens its session',
  oneself: 'somebody speaks of themselves',
  standing: 'it is a standing wish',
  when: 'you ask when, and it names a time',
  count: 'you ask how many, and it names a number',
  talk: 'its place in the talk',
  recent: 'it is recent',
  time: 'it fits the time you name',
  semantic: 'nearness in meaning, up to 1',
};
/** Added to the score; `semantic` is added at the end, and everything else multiplies it. */
const ADDED = new Set(['words', 'session', 'phrase']);

export function Why({ explanation, share }: { explanation: ScoreExplanation | undefined; share: number }) {
  if (explanation === undefined) return <p class="soft">It is not among the hits any more: search again.</p>;
  const { words, parts } = explanation;
  return (
    <div class="stack small">
      <div class="row">
        <span class="faint">{percent(share, 1)} of the best hit. Holds</span>
        {words.length === 0 ? (
          <span>{parts.words === undefined ? 'none of the words: found by meaning' : 'none: its neighbours do'}</span>
        ) : (
          words.map(({ word, weight }) => (
            <span>
              <mark>{word}</mark> <span class="faint number">{weight.toFixed(1)}</span>
            </span>
          ))
        )}
      </div>
      <dl class="facts">
        {Object.entries(parts).map(([name, value]) => (
          <>
            <dt class="number">{partValue(name, value)}</dt>
            <dd>{PARTS[name] ?? name}</dd>
          </>
        ))}
      </dl>
    </div>
  );
}

function partValue(name: string, value: number): string {
  const told = value.toFixed(2);
  if (name === 'words' || name === 'semantic') return told;
  return ADDED.has(name) ? `+ ${told}` : `× ${told}`;
}
