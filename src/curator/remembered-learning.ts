/** What a person asks to have kept, as a learning: their words as they are, and the kind of thing that rules see in them. */
import type { LearningId, SpaceId } from '../memory/ids.ts';
import { type Learning, newLearning } from '../memory/learning.ts';
import { isSensitive } from '../memory/sensitivity.ts';
import { ENGLISH } from './rules/languages/english.ts';
import { sentencesOf } from './rules/sentences.ts';
import { statementIn } from './rules/statements.ts';

export interface OwnWords {
  readonly id: LearningId;
  readonly workspace: SpaceId | null;
  readonly content: string;
  readonly sensitive: boolean;
}

export function rememberedLearning(ts: number, words: OwnWords): Learning {
  const [sentence] = sentencesOf(words.content, 'typed', ENGLISH);
  const alone = { previous: undefined, next: undefined };
  const seen = sentence === undefined ? null : statementIn(sentence, alone, ENGLISH);
  return newLearning(ts, {
    ...words,
    sensitive: words.sensitive || isSensitive(words.content),
    type: seen?.type ?? 'FACT',
    subject: seen?.subject ?? null,
    tags: seen?.tags ?? [],
    trust: 'typed',
    pinned: true,
    persistent: true,
  });
}
