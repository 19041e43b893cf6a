/**
 * Follows long work of the daemon, line by line, to its last line. An error in place of that line is thrown; so is an end
 * without one.
 */
import { errorFrom } from '../http/error-body.ts';
import { CarryoverError } from '../memory/error.ts';

export async function lastLine<Progress extends object, End extends object>(
  lines: AsyncIterable<string>,
  isEnd: (line: Progress | End) => line is End,
  onProgress: (line: Progress) => void,
): Promise<End> {
  for await (const text of lines) {
    const line = JSON.parse(text) as Progress | End;
    if ('error' in line) throw errorFrom(500, line);
    if (isEnd(line)) return line;
    onProgress(line as Progress);
  }
  throw new CarryoverError('the daemon ended before the work did', {
    code: 'work-broke-off',
    hint: 'nothing is lost: ask again; `carryover daemon logs` says why it ended',
    retryable: true,
  });
}
