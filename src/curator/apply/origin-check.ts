/**
 * Where a statement comes from, over the whole life of its space (DESIGN §5.12): what a tool said first stays the tool's when
 * the agent says it again, in this batch or any later one. It lowers trust and asks for a person; it raises nothing.
 *
 * - What has a download run always waits, and so does a host that neither the person nor a tracked file named.
 * - A command, host or package that a tool named first waits, unless the agent ran it with success and it stood in a file
 *   of the repository before the tool said it: then code has seen it. The name of a script or target that is made of words
 *   for purposes alone (`type-check`, `build:js`) names nothing of anybody's: that it was run with success is enough.
 * - What a person typed line for line as a tool of the session had printed it is the tool's; one short fact in a sentence of
 *   theirs is not. What takes a safeguard away and stands in a longer text of theirs waits: it may be a page that gives no
 *   sign of being one.
 * - A telling piece that a tool said first, or plain words that mostly are, make the statement the tool's. What was seen to
 *   be run stands for itself. What a program printed may be noted as an observation, as long as it is a plain one.
 */
import type { Journal } from '../../journal/journal.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Sighting } from '../../knowledge/origins.ts';
import type { Curation } from '../../memory/act.ts';
import { commandWords, handlesIn, isForeignHost, runsDownload } from '../../memory/handles.ts';
import { isOperational, type LearningType } from '../../memory/learning.ts';
import { originTokens, PACKAGE_MARK } from '../../memory/origin-tokens.ts';
import { trackedDigest, voiceOfOutcome } from '../../memory/origins.ts';
import { termsOf } from '../../memory/similarity.ts';
import { isRarelyWritten } from '../../memory/suspicion.ts';
import { tierOf, weakest } from '../../memory/trust.ts';
import { isShellTool } from '../../memory/turn-statements.ts';
import type { CuratedTurn } from '../curator.ts';
import { isPurposeName } from '../rules/purposes.ts';
import { copiedFrom } from './attribution.ts';
import { isDisguised } from './disallowed-claim.ts';
import type { Evidence } from './evidence.ts';
import type { KnownStatements } from './known-statements.ts';
import { isToolBorn, OriginIndex } from './origin-index.ts';
import type { RecentOutcomes } from './recent-outcomes.ts';
import { isDeed } from './record-terms.ts';

export interface OriginStores {
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly outcomes: RecentOutcomes;
  readonly known: KnownStatements;
}

type Tools = readonly ('output' | 'read')[];

const ANY_TOOL: Tools = ['output', 'read'];
const OTHERS_TEXT: Tools = ['read'];
/** Of a statement's words, what a tool said first for all of it to be the tool's. */
const BORN_SHARE = 0.5;
const FEWEST_BORN = 2;
/** Most of a statement's words close together in an outcome: it is told again. */
const RETOLD = 0.6;
const FEWEST_TERMS = 3;
/** Words a curator frames things with, which come from nobody. */
const FRAMING = termsOf(
  'project repository codebase code prefers likes needs wants installed fixed running works said told decided agent command package host file service server port version uses runs requires default',
);

const SCRIPT_NAME = /(?<=[\s`])[a-z][\w:.-]{0,40}(?=[\s`])/gi;
/** Lines of a prompt that nobody takes for a document. */
const PASSING_LINES = 3;

const NEVER = { ran: null, heardAt: null };
const DOWNLOAD = 'it runs what it downloads';
const NO_HOST = 'it names a host that neither you nor a file of the repository named';
const OF_DOCUMENT = 'it stands in a longer text, which somebody else may have written';
const NAMED_BY_TOOL = 'it names something to run or to reach that a tool said first';

export class OriginCheck {
  readonly #stores: OriginStores;
  readonly #act: Curation;
  readonly #turns: readonly CuratedTurn[];
  #index: Promise<OriginIndex> | undefined;

  constructor(stores: OriginStores, act: Curation, turns: readonly CuratedTurn[]) {
    this.#stores = stores;
    this.#act = act;
    this.#turns = turns;
  }

  /** The same evidence, trusted as much as where its words come from allows, and why it waits. */
  async judged(statement: string, evidence: Evidence, type: LearningType): Promise<Evidence> {
    if (tierOf(evidence.trust) === 'user') return this.#ofPerson(statement, evidence, type);
    const isTools = tierOf(evidence.trust) !== 'tool' && (await this.#isFromTool(statement, evidence, type));
    const judged = isTools ? { ...evidence, trust: weakest([evidence.trust, 'tool']) } : evidence;
    const waits = await this.#waits(statement, judged);
    return waits === undefined ? judged : { ...judged, waits };
  }

  /**
   * What they typed line for line as a tool had printed it is the tool's, in whatever batch that was. Where none of their
   * records says it by itself, no tool may have said it before them.
   */
  async #ofPerson(statement: string, evidence: Evidence, type: LearningType): Promise<Evidence> {
    if (evidence.isLoose === true && (await this.#isRetold(statement, ANY_TOOL, evidence.records)))
      return { ...evidence, trust: weakest([evidence.trust, 'tool']) };
    const prompts = evidence.records.filter(({ source }) => tierOf(source) === 'user');
    const origin = await this.#copiedFrom(statement, prompts);
    if (origin !== undefined) {
      const records = [...evidence.records, origin];
      return this.judged(statement, { ...evidence, records, trust: weakest([origin.source, 'tool']) }, type);
    }
    const isOfDocument = prompts.some(({ content }) => isDocument(content));
    return isOfDocument && isPerilous(statement, type) ? { ...evidence, waits: OF_DOCUMENT } : evidence;
  }

  async #copiedFrom(statement: string, prompts: Evidence['records']): Promise<Evidence['records'][number] | undefined> {
    const { journal, outcomes } = this.#stores;
    for (const { seq, sessionId, content } of prompts) {
      const isCopied = copiedFrom(statement, content);
      if (isCopied === undefined) continue;
      const recent = await outcomes.before(journal, this.#act.workspace, seq);
      const found = recent.find(
        ({ record }) => record.sessionId === sessionId && record.seq < seq && isCopied(record.content),
      );
      if (found !== undefined) return found.record;
    }
    return undefined;
  }

  async #waits(statement: string, { trust, records }: Evidence): Promise<string | undefined> {
    if (runsDownload(statement)) return DOWNLOAD;
    // A fact out of a tool stands in no file and is no rule; what else it may name is told by suspicion.ts.
    if (tierOf(trust) === 'tool') return undefined;
    const { hosts, words: named } = handlesIn(statement);
    const words = records.every(isRun) ? [...named, ...toldOfDeeds(statement, records)] : named;
    const tokens = originTokens(statement).map(({ text }) => text);
    const sightings = await (await this.#origins()).of([...hosts, ...words, ...tokens, ...tokens.map(packageNamed)]);
    const isNamed = (host: string) =>
      (sightings.get(host)?.person ?? null) !== null || this.#trackedSince(host) !== undefined;
    if (trust === 'assistant' && hosts.some((host) => isForeignHost(host) && !isNamed(host))) return NO_HOST;
    const isBorn = (word: string) => isToolBorn(sightings.get(word), ANY_TOOL);
    const purposes = purposeWords(statement);
    const isPurpose = (word: string) => purposes.has(word) && (sightings.get(word)?.ran ?? null) !== null;
    const isDoubted = (word: string) =>
      isBorn(word) && !isPurpose(word) && !this.#isObserved(sightings.get(word), word);
    const isPackage = (word: string) => {
      const named = packageNamed(word);
      return isBorn(word) && isBorn(named) && !this.#isObserved(sightings.get(named), word);
    };
    return words.some(isDoubted) || tokens.some(isPackage) ? NAMED_BY_TOOL : undefined;
  }

  #isObserved({ ran, heardAt }: Pick<Sighting, 'ran' | 'heardAt'> = NEVER, word: string): boolean {
    const since = this.#trackedSince(word);
    return ran !== null && since !== undefined && heardAt !== null && since < heardAt;
  }

  #trackedSince(word: string): number | undefined {
    return this.#act.settings.tracked?.[trackedDigest(this.#act.workspace, word)];
  }

  async #isFromTool(statement: string, { records, trust }: Evidence, type: LearningType): Promise<boolean> {
    if (records.every(isRun)) return false;
    const isNote = isOperational(type);
    // What a program printed, plainly told, is what notes are for.
    const tools = isNote && !isDisguised(statement, 'tool') ? OTHERS_TEXT : ANY_TOOL;
    const tokens = originTokens(statement);
    const sightings = await (await this.#origins()).of(tokens.map(({ text }) => text));
    const isBorn = ({ text }: { readonly text: string }) => isToolBorn(sightings.get(text), tools);
    // A task names what is there to be done; that a tool showed it first is in its nature.
    if (type !== 'ACTION' && tokens.some((token) => token.isTelling && isBorn(token))) return true;
    const words = tokens.filter(({ text }) => !FRAMING.has(text));
    const born = words.filter(isBorn).length;
    if (type !== 'ACTION' && born >= Math.max(FEWEST_BORN, words.length * BORN_SHARE)) return true;
    return trust === 'assistant' && this.#isRetold(statement, tools, records);
  }

  async #isRetold(statement: string, tools: Tools, records: Evidence['records']): Promise<boolean> {
    const terms = new Set([...termsOf(statement)].filter((term) => !FRAMING.has(term)));
    if (terms.size < FEWEST_TERMS) return false;
    const { journal, outcomes } = this.#stores;
    const until = Math.max(...records.map(({ seq }) => seq));
    const recent = await outcomes.before(journal, this.#act.workspace, until);
    return recent.some(
      (entry) =>
        tools.includes(voiceOfOutcome(entry.record)) && entry.record.seq < until && entry.holdsTogether(terms, RETOLD),
    );
  }

  #origins(): Promise<OriginIndex> {
    const through = Math.max(0, ...this.#turns.map(({ turn }) => turn.lastSeq));
    this.#index ??= OriginIndex.through(this.#stores, this.#act.workspace, through);
    return this.#index;
  }
}

/** More than somebody says in passing: it may have been written elsewhere, by whomever. */
function isDocument(typed: string): boolean {
  return typed.split('\n').filter((line) => line.trim() !== '').length > PASSING_LINES;
}

/** Whether it would do harm if somebody else had written it. */
function isPerilous(statement: string, type: LearningType): boolean {
  if (isRarelyWritten(statement) || runsDownload(statement)) return true;
  return type !== 'FACT' && handlesIn(statement).hosts.some(isForeignHost);
}

/** A command in a shell. What another tool was asked for is no more than asked for. */
function isRun(record: Evidence['records'][number]): boolean {
  return isDeed(record) && isShellTool(record.tool ?? '');
}

function packageNamed(word: string): string {
  return PACKAGE_MARK + word;
}

/** Names of scripts and targets that say what they are for and nothing else, with their parts. */
function purposeWords(statement: string): ReadonlySet<string> {
  const names = statement.match(SCRIPT_NAME)?.filter(isPurposeName) ?? [];
  return new Set(names.flatMap((name) => [name, ...originTokens(name).map(({ text }) => text)]));
}

/** What a statement tells of commands that were run: whatever it calls it, it is what was run. */
function toldOfDeeds(statement: string, records: Evidence['records']): readonly string[] {
  const told = new Set(originTokens(statement).map(({ text }) => text));
  return records.flatMap(({ content }) => commandWords(content)).filter((word) => told.has(word));
}
