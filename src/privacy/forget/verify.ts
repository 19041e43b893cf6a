/**
 * The proof: every file of the home is searched for the strings and the rare words of what was forgotten. What somebody
 * has said anew since then is no trace: before a find counts, the journal is asked whether anything that stays says it.
 * A file that cannot be opened keeps nothing from being forgotten: the receipt names it among the traces.
 */
import type { ForgetReceipt } from '../../memory/forgetting.ts';
import type { InjectionId } from '../../memory/ids.ts';
import type { Trace } from '../traces/trace.ts';
import type { ForgetOptions, ForgetProgress } from './forget-options.ts';
import { type Job, notesOf } from './job.ts';
import { rareNeedles } from './rare-needles.ts';

/** Readers of an older state, and what writes beside us, are done by then. */
const LOOKS = 3;

export async function verify(job: Job, options: ForgetOptions, onProgress: ForgetProgress): Promise<ForgetReceipt> {
  const { journal, knowledge, clock } = options;
  const notes = notesOf(job);
  let left: readonly Trace[] = [];
  let unsearched = new Set<string>();
  let files = 0;
  let bytes = 0;
  let { needles } = notes;
  for (let look = 0; look < LOOKS; look += 1) {
    await knowledge.settleDisk();
    await journal.settleDisk();
    onProgress('verify', look, LOOKS);
    const inCells = await options.traces.cells(needles);
    const inBytes = await options.traces.bytes(needles);
    left = [...inCells.traces, ...inBytes.traces];
    files = inBytes.files;
    bytes = inBytes.bytes;
    unsearched = new Set([...inCells.unsearched, ...inBytes.unsearched]);
    if (left.length === 0) break;
    // A block that was being given while it was erased came into the journal after it.
    await journal.eraseInjections(inCells.traces.flatMap(injectionOf));
    const rare = await rareNeedles(needles, job, notes, options);
    const wanted = new Set([...rare.texts, ...rare.terms]);
    const searched = [...needles.texts, ...needles.terms];
    left = left.filter(({ needleIndex }) => wanted.has(searched[needleIndex] ?? ''));
    needles = rare;
    // Rows that were moved within a page leave pieces between them, which no deletion reaches.
    await options.remake([...new Set(left.flatMap(({ path, row }) => (row === undefined ? [path] : [])))]);
  }
  return {
    id: job.id,
    askedAt: job.askedAt,
    finishedAt: clock.now(),
    selection: job.selection.kind,
    counts: notes.counts,
    copiesOutside: notes.copiesOutside,
    verification: {
      needles: notes.needles.texts.length,
      leftOut: notes.needles.leftOut,
      files,
      bytes,
      tracesIn: [
        ...new Set(left.map(({ path, row, place }) => (row === undefined ? path : `${path}: ${place}`))),
        ...[...unsearched].map((path) => `${path}: cannot be opened, so not searched`),
      ],
    },
  };
}

function injectionOf({ row }: Trace): readonly InjectionId[] {
  return row?.table === 'injections' && row.id !== null ? [row.id as InjectionId] : [];
}
