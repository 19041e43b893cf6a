/** What search finds, in one line: for `status` and `doctor`. */
import type { WireStatus } from '../http/wire.ts';
import { safe } from './terminal.ts';

export function searchLine(recall: WireStatus['recall']): string {
  if (recall === null) return 'not available';
  const { records, facts, waiting, semantic } = recall;
  const line = `${counted(records, 'record')} and ${counted(facts, 'fact')} indexed, ${counted(waiting)} waiting`;
  if (semantic === undefined) return line;
  const left = semantic.waiting === 0 ? '' : `, ${counted(semantic.waiting)} waiting`;
  return `${line} · by meaning with ${safe(semantic.embedder)}: ${semantic.state}${left}`;
}

function counted(number: number, noun = ''): string {
  const digits = number.toLocaleString('en');
  return noun === '' ? digits : `${digits} ${number === 1 ? noun : `${noun}s`}`;
}
