/** What a person is told of a memory that is locked. */
import type { WireLockedStatus } from '../http/locked-status.ts';
import { paint, safe } from './terminal.ts';

export function lockedLines({ problems, spool }: WireLockedStatus): readonly string[] {
  return [
    ...problems.flatMap(({ message, hint }) => [`${paint('yellow', '!')} ${safe(message)}`, `  ${safe(hint)}`]),
    `  until then agents are given nothing, and events are kept sealed (${spool.files} so far)`,
  ];
}
