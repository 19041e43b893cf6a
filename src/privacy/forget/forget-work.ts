/**
 * What forgetting has to search and to compute: whose words they are, what came of them, what is left without them, and whether
 * anything of it is still there. It only reads the stores; what it finds is kept in the plan, sealed. Made for a process of its
 * own, because it looks at all there is; whoever serves others erases what it says.
 */
import { createHash } from 'node:crypto';
import type { Journal } from '../../journal/journal.ts';
import { RecordReader } from '../../journal/sqlite/record-reader.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ForgetPreview, Selection } from '../../memory/forgetting.ts';
import { type ActId, newId, type SpaceId } from '../../memory/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkpointScopes } from '../checkpoint-scopes.ts';
import { contentHash } from '../content-hash.ts';
import { byteTraces } from '../traces/byte-traces.ts';
import { cellTraces } from '../traces/cell-traces.ts';
import { type Heard, STAYING_TABLES } from '../traces/rare-terms.ts';
import { NeedleCollector, type Needles } from '../traces/search-terms.ts';
import { teller } from '../traces/term-search.ts';
import { placesOf, type Trace, type Work } from '../traces/trace.ts';
import { NOTHING_GONE } from './forget-options.ts';
import type {
  CleanseInput,
  Cleansing,
  ForgetPlace,
  ForgetSearch,
  OnProgress,
  Proof,
  ProveInput,
  Touched,
  Wish,
} from './forget-tasks.ts';
import { endedWith, type Gathered, gather, spacesOf, transcriptsOf } from './gather.ts';
import { editsOf, undosEnded } from './kept-edits.ts';
import { actsReading, forgottenOf } from './lineage.ts';
import { type Erasing, type Plan, readPlan, type SealedPlan, writePlan } from './plan.ts';
import { ownNeedles, unsaidNeedles } from './rare-needles.ts';
import { type Cleansed, cleanse } from './remove-from-state.ts';

const EXAMPLE_CHARS = 120;
/** The table of their revisions. */
const TURNS = 'observation_rows';

export interface ForgetWorkOptions {
  readonly place: ForgetPlace;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  /** What a search index makes of a word. */
  termsOf(word: string): Iterable<string>;
}

/** Which words nothing that stays says: the longest part of the work, good for as long as nothing is erased. */
export interface LastSearch {
  readonly of: string;
  readonly unsaid: Needles;
  readonly heard: Heard;
}

export class ForgetWork implements ForgetSearch {
  readonly #options: ForgetWorkOptions;
  #last: LastSearch | undefined;

  /** `last` is what another one has found before. */
  constructor(options: ForgetWorkOptions, last?: LastSearch) {
    this.#options = options;
    this.#last = last;
  }

  get last(): LastSearch | undefined {
    return this.#last;
  }

  /** The same search and the same rules as the deed. */
  async preview({ selection, asked }: Wish): Promise<ForgetPreview> {
    const { clock } = this.#options;
    const { gathered, needles } = await this.#gather({ selection, asked });
    const plan = await this.#planOf(selection, gathered, needles);
    const now = clock.now();
    const { cleansed, erasing, scopes } = await this.#cleansed(plan, selection, { actId: newId<ActId>(now), ts: now });
    return {
      selection,
      counts: {
        ...erasing.counts,
        ...cleansed.counts,
        sessions: endedWith(selection, gathered.sessions).length,
        injections: erasing.injections.length,
      },
      examples: gathered.examples.map(exampleOf),
      spaces: gathered.spaces,
      copiesOutside: plan.copiesOutside,
      undosEnded: await undosEnded(erasing.keptEdits, { emptied: erasing.scopes, kept: scopes }, this.#options),
    };
  }

  async touched(wish: Wish): Promise<Touched> {
    const { gathered } = await this.#gather(wish, () => undefined);
    return {
      sessions: gathered.sessions,
      copiesOutside: await transcriptsOf(gathered.sessions, this.#options.journal),
    };
  }

  async plan(
    { selection, asked, sealed, sessions, copiesOutside }: Wish & Touched & { readonly sealed: SealedPlan },
    onProgress?: OnProgress,
  ): Promise<Erasing> {
    const { gathered, needles } = await this.#gather({ selection, asked });
    const all = { ...gathered, sessions: [...new Set([...sessions, ...gathered.sessions])] };
    const plan = { ...(await this.#planOf(selection, all, needles, workOf(onProgress))), copiesOutside };
    writePlan(sealed, plan);
    return erasingOf(plan);
  }

  async planned(sealed: SealedPlan): Promise<Erasing> {
    return erasingOf(readPlan(sealed));
  }

  async cleanse({ selection, sealed, keeping }: CleanseInput): Promise<Cleansing> {
    const plan = readPlan(sealed);
    const { cleansed, erasing, scopes } = await this.#cleansed(plan, selection, keeping);
    writePlan(sealed, { ...plan, ...erasing });
    return { erasing, scopes, state: cleansed.state };
  }

  async prove({ selection, sealed }: ProveInput, onProgress?: OnProgress): Promise<Proof> {
    const { home } = this.#options.place;
    const plan = readPlan(sealed);
    const { needles } = plan;
    const work = workOf(onProgress);
    const inCells = cellTraces(home, needles, work);
    const inBytes = byteTraces(home, needles, work);
    const found = [...inCells.traces, ...inBytes.traces];
    const left = found.length === 0 ? [] : await this.#stillRare(found, selection, plan);
    return {
      needles: needles.texts.length,
      leftOut: needles.leftOut,
      files: inBytes.files,
      bytes: inBytes.bytes,
      places: placesOf(left),
      unsearched: [...new Set([...inCells.unsearched, ...inBytes.unsearched])],
      injections: inCells.injections,
      proposals: left.some(({ place }) => place.startsWith('proposals.')) ? inCells.proposals : [],
      betweenRows: [...new Set(left.filter(({ isInRows }) => !isInRows).map(({ path }) => path))],
    };
  }

  /** What somebody has said anew since then is no trace. */
  async #stillRare(found: readonly Trace[], selection: Selection, plan: Plan): Promise<readonly Trace[]> {
    const { needles } = plan;
    const options = { ...this.#options, work: workOf() };
    const { rare } = unsaidNeedles(needles, selection, plan, options);
    const wanted = await ownNeedles(rare, selection, plan, options);
    const isWanted = new Set([...wanted.texts, ...wanted.terms]);
    const searched = [...needles.texts, ...needles.terms];
    return found.filter(({ needleIndexes }) => needleIndexes.some((index) => isWanted.has(searched[index] ?? '')));
  }

  async #gather(
    { selection, asked }: Wish,
    hear?: (text: string) => void,
  ): Promise<{ readonly gathered: Gathered; readonly needles: Needles }> {
    const { journal, knowledge, clock, place, termsOf } = this.#options;
    const collector = new NeedleCollector();
    const hash = (content: string) => contentHash(place.redactionKey, content);
    const listen = hear ?? ((text: string) => collector.add(text));
    const gathered = await gather(selection, asked, { journal, knowledge, clock, hash, hear: listen });
    return { gathered, needles: collector.needles(termsOf) };
  }

  async #planOf(selection: Selection, gathered: Gathered, all: Needles, work = workOf()): Promise<Plan> {
    const { journal, knowledge, place } = this.#options;
    const { examples: _, spaces: scopes, ...found } = gathered;
    const options = { ...this.#options, work };
    const unsaid = this.#unsaid(selection, { ...found, scopes }, all, work);
    const needles = await ownNeedles(unsaid, selection, { ...found, scopes }, options);
    const reached = cellTraces(place.home, needles, work, {
      databases: [place.journal, place.knowledge],
      // Those that stay say none of it, and turns say what their records do.
      isSearched: (table) => !STAYING_TABLES.has(table) && table !== TURNS,
    });
    const owners = await Promise.all(reached.learnings.map((id) => knowledge.learning(id)));
    const byHistory = owners.map((learning) => learning?.workspace ?? null);
    return {
      ...found,
      scopes: [...new Set<SpaceId | null>([...scopes, ...reached.scopes, ...byHistory])],
      injections: reached.injections,
      copiesOutside: await transcriptsOf(found.sessions, journal),
      needles,
      gone: [],
      goneHashes: [],
      keptEdits: [],
      counts: { ...NOTHING_GONE, records: found.records.length, turns: found.turns.length },
    };
  }

  /** What an earlier look of the same has found is believed, and only what came since is looked at. */
  #unsaid(
    selection: Selection,
    found: Pick<Plan, 'records' | 'sessions' | 'scopes'>,
    needles: Needles,
    work: Work,
  ): Needles {
    const options = { ...this.#options, work };
    const state = [selection, found.records, found.scopes, this.#erasures()];
    const of = createHash('sha256').update(JSON.stringify(state)).digest('hex');
    const last = this.#last?.of === of ? this.#last : undefined;
    const { rare: unsaid, heard } = unsaidNeedles(last?.unsaid ?? needles, selection, found, options, last?.heard);
    this.#last = { of, unsaid, heard };
    return unsaid;
  }

  /** Changes with everything that is taken out of the journal. */
  #erasures(): readonly number[] {
    const records = new RecordReader(this.#options.place.journal);
    try {
      return [records.lastErasure(), records.lastEmptied()];
    } finally {
      records.close();
    }
  }

  async #cleansed(
    plan: Plan,
    selection: Selection,
    keeping: CleanseInput['keeping'],
  ): Promise<{ readonly cleansed: Cleansed; readonly erasing: Erasing; readonly scopes: Cleansing['scopes'] }> {
    const { journal, knowledge, place } = this.#options;
    const { reading, spaces } = await actsReading(plan, [], journal);
    const tells = teller(plan.needles);
    const forgotten = forgottenOf(plan, selection, reading, tells, journal);
    const scopes = await checkpointScopes(plan.scopes, spaces, knowledge);
    const cleansed = await cleanse(await knowledge.scopeState(scopes), forgotten, keeping);
    const gone = cleansed.gone.map(({ id }) => id);
    const held = await journal.injectionsHolding([...plan.records, ...plan.turns, ...gone]);
    const going = { ...plan, gone, spaces: spacesOf(selection), tells };
    const edits = await editsOf(going, plan.scopes, journal);
    // What an act said that is emptied must be held by a checkpoint.
    if (edits.scopes.some((scope) => !scopes.includes(scope)))
      return this.#cleansed({ ...plan, scopes: edits.scopes }, selection, keeping);
    const { inScopes: acts } = await actsReading(plan, edits.scopes, journal);
    const erasing = {
      ...erasingOf(plan),
      scopes: edits.scopes,
      injections: [...new Set([...plan.injections, ...held])],
      gone,
      goneHashes: cleansed.gone.map(({ content }) => contentHash(place.redactionKey, content)),
      keptEdits: edits.kept,
      counts: { ...plan.counts, ...cleansed.counts, acts: acts - edits.kept.length },
    };
    return { cleansed, erasing, scopes };
  }
}

function erasingOf({ needles: _, said: __, ...erasing }: Plan): Erasing {
  return erasing;
}

function workOf(onProgress?: OnProgress): Work {
  return { step: onProgress ?? (() => undefined) };
}

function exampleOf(text: string): string {
  const line = text
    .slice(0, EXAMPLE_CHARS * 4)
    .trim()
    .replace(/\s+/g, ' ');
  return line.length <= EXAMPLE_CHARS ? line : `${line.slice(0, EXAMPLE_CHARS)}…`;
}
