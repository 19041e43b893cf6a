/**
 * Named moments at which a test may kill the process, as a power cut would: `CARRYOVER_FAULT=after-act:2` kills it the
 * second time it gets there. Without the variable this does nothing.
 */
export type FaultPoint =
  | 'after-claim'
  | 'after-answer'
  | 'after-act'
  | 'after-commit'
  | 'before-file-write'
  | 'after-file-write'
  | 'after-recurate-act'
  | 'before-rebuild-swap'
  | 'after-rebuild-swap'
  | 'after-checkpoint-stored'
  | 'after-forget-gathered'
  | 'after-forget-checkpoint'
  | 'after-forget-acts'
  | 'after-forget-batch'
  | 'after-forget-erased'
  | 'after-forget-copies'
  | 'after-forget-verified'
  | 'conversion-announced'
  | 'conversion-copied'
  | 'conversion-linked'
  | 'conversion-swapped'
  | 'conversion-done'
  | 'before-restore-swap'
  | 'after-restore-swap';

const [wanted, count = '1'] = (process.env.CARRYOVER_FAULT ?? '').split(':');
let left = Number(count);

export function faultPoint(name: FaultPoint): void {
  if (name !== wanted) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}
