/**
 * The proof: every file of the home is searched for the strings and the rare words of what was forgotten. What somebody
 * has said anew since then is no trace: before a find counts, the journal is asked whether anything that stays says it.
 * A file that cannot be opened keeps nothing from being forgotten: the receipt names it among the traces.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ForgetReceipt, Verification } from '../../memory/forgetting.ts';
import type { ForgetOptions, ForgetProgress } from './forget-options.ts';
import type { Proof } from './forget-tasks.ts';
import type { ErasedJob } from './job.ts';
import type { SealedPlan } from './plan.ts';

/** Before each look. Readers of an older state, an index that had no room, and what writes beside us are done by then. */
const LOOKS_AFTER_MS = [0, 200, 3_000];

export async function verify(
  job: ErasedJob,
  sealed: SealedPlan,
  options: ForgetOptions,
  onProgress: ForgetProgress,
): Promise<ForgetReceipt> {
  const { journal, knowledge, search, clock } = options;
  let proof: Proof | undefined;
  for (const waitMs of LOOKS_AFTER_MS) {
    if (waitMs > 0) {
      await sleep(waitMs);
      await options.index();
    }
    await knowledge.settleDisk();
    await journal.settleDisk();
    proof = await search.prove({ selection: job.selection, sealed }, (done, total) =>
      onProgress('verify', done, total),
    );
    if (proof.places.length === 0) break;
    // A block that was being given while it was erased came into the journal after it.
    await journal.eraseInjections(proof.injections);
    for (const seq of proof.proposals) await journal.proposals.drop(seq);
    // Rows that were moved within a page leave pieces between them, which no deletion reaches.
    await options.remake(proof.betweenRows);
  }
  return { ...receiptOf(job, clock.now()), verification: verificationOf(proof) };
}

/** What is known of it when it is erased and not looked for yet. */
export function receiptOf(job: ErasedJob, now: number): ForgetReceipt {
  return {
    id: job.id,
    askedAt: job.askedAt,
    finishedAt: now,
    selection: job.selection.kind,
    counts: job.counts,
    copiesOutside: job.copiesOutside,
    verification: { state: 'proving', needles: 0, files: 0, bytes: 0, tracesIn: [] },
  };
}

function verificationOf(proof: Proof | undefined): Verification {
  if (proof === undefined) return { state: 'proving', needles: 0, files: 0, bytes: 0, tracesIn: [] };
  const { needles, leftOut, files, bytes, places, unsearched } = proof;
  const tracesIn = [...places, ...unsearched.map((path) => `${path}: cannot be opened, so not searched`)];
  const state = tracesIn.length > 0 ? 'traces' : needles === 0 ? 'not-searchable' : 'verified';
  return { state, needles, leftOut, files, bytes, tracesIn };
}
