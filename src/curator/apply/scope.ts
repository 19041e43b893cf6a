/**
 * Whose memory a learning becomes: decided by code from who said it, its type, its trust and what it is about; what the
 * curator says is a wish. What was said holds for the project it was said in, unless it is about the person (name, language,
 * tone, habits, "in all my projects"): the user scope is shared by all projects, and takes nothing else.
 */
import type { CurationSettings } from '../../memory/act.ts';
import { isOperational } from '../../memory/learning.ts';
import type { Caller, Scope } from '../../memory/permission.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { typedTextOf } from '../../memory/record-segments.ts';
import { coverage, termsOf } from '../../memory/similarity.ts';
import { tierOf } from '../../memory/trust.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { scopeOfStatement } from '../reader/read-message.ts';
import type { Candidate } from './apply-learning.ts';

/** Most of what a statement says stands in one sentence. */
const SAID_IN_ONE = 0.6;
/** What is looked at of a prompt: a person says what lasts in a sentence, not in a book. */
const MOST_CHARS = 20_000;

/** An app adds facts to its space, and what it observed there. */
export function scopeOf(
  { answered, evidence }: Candidate,
  caller: Caller,
  settings: Pick<CurationSettings, 'scope'>,
): Scope {
  const { type, scope, content } = answered;
  if (caller.kind === 'app') return type === 'FACT' || isOperational(type) ? { kind: 'space' } : caller;
  const mayBeUser = scope !== 'space' && !isOperational(type) && tierOf(evidence.trust) === 'user';
  const isWished = (scope ?? (type === 'PREFERENCE' ? 'user' : 'space')) === 'user';
  const isUser = settings.scope === undefined ? isWished : isSaidOfPerson(content, evidence.records);
  return { kind: mayBeUser && isUser ? 'user' : 'space' };
}

/** Whether a learning, or the sentence it was said in, is about the person or says that it holds everywhere. */
export function isSaidOfPerson(content: string, records: readonly StoredRecord[]): boolean {
  return [content, ...sentencesSaying(content, records)].some(isAboutPerson);
}

function isAboutPerson(words: string): boolean {
  return scopeOfStatement(words) === 'user';
}

/** The sentence in which the person said it: a curator tells it in the third person, or in another language. */
function sentencesSaying(content: string, records: readonly StoredRecord[]): readonly string[] {
  const terms = termsOf(content);
  const said = records
    .filter(({ type }) => type === 'prompt')
    .flatMap((record) => sentencesOf(typedTextOf(record).slice(0, MOST_CHARS)))
    .map(({ text }) => ({ text, share: coverage(terms, termsOf(text)) }));
  const most = Math.max(SAID_IN_ONE, ...said.map(({ share }) => share));
  return said.filter(({ share }) => share === most).map(({ text }) => text);
}
