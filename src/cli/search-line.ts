/** What search finds, in one line: for `status` and `doctor`. */
import type { WireStatus } from '../http/wire.ts';
import { safe } from './terminal.ts';

/** `embeddingProblem`: what is missing for order by meaning, as far as the configuration tells. */
export function searchLine(recall: WireStatus['recall'], embeddingProblem = 'not set up'): string {
  if (recall === null) return 'not available';
  const { records, facts, waiting, semantic } = recall;
  const line = `${counted(records, 'record')} and ${counted(facts, 'fact')} indexed, ${counted(waiting)} waiting`;
  if (semantic === undefined) return line;
  if (semantic.embedder === '' && semantic.state === 'failing')
    return `${line} · by meaning: ${safe(embeddingProblem)}`;
  const asked = `${counted(semantic.requests, 'request')} and ${counted(semantic.tokens, 'token')}`;
  return `${line} · by meaning with ${safe(semantic.embedder)}: ${semantic.state}, ${asked} so far`;
}

function counted(number: number, noun = ''): string {
  const digits = number.toLocaleString('en');
  return noun === '' ? digits : `${digits} ${number === 1 ? noun : `${noun}s`}`;
}
