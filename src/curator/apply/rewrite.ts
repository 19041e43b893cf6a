/**
 * A curator's rewrite of a file, before it becomes one. A line that says more or other than a line of the file did needs
 * evidence of the file's tier (DESIGN §5.12), else the lines it took its words from stay; a file that a person changed
 * meanwhile is merged, the person winning; a rewrite that loses too much, or a line a person wrote, waits for review and
 * the file stays as it is. Wishes and corrections that hold are put back. What was shown only in part is not rewritten.
 */
import { keysOf, lineKey, linesOf, normalText } from '../../files/file-text.ts';
import { type FileSpec, fileSpec } from '../../files/manifest.ts';
import { mergeThreeWay } from '../../files/merge.ts';
import { isHeading } from '../../files/outline.ts';
import { judgeRewrite } from '../../files/rewrite-guard.ts';
import { restating } from '../../files/same-line.ts';
import { trimToLimit } from '../../files/trim.ts';
import { deriveId, type LearningId, type ReviewId } from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import type { FileVersion, MemoryFileRef } from '../../memory/memory-file.ts';
import { isSensitive } from '../../memory/sensitivity.ts';
import { coverage, termsOf } from '../../memory/similarity.ts';
import type { SourceClass } from '../../memory/source.ts';
import { tierOf } from '../../memory/trust.ts';
import type { AnsweredFile } from '../answer.ts';
import { isDisguised } from './disallowed-claim.ts';
import type { BatchEvidence } from './evidence.ts';
import { isWaiting } from './held-claims.ts';
import { hold } from './hold.ts';
import { statedIn } from './learn-from-lines.ts';
import { isLowValue } from './low-value.ts';
import { withWishes } from './protected-lines.ts';
import type { Draft } from './unit-of-work.ts';
import type { WeavingInput } from './update-files.ts';
import { isDecidedAgainst } from './user-decisions.ts';

/** The share of an old line's words in a new one that makes the new one a version of it. */
const TAKEN = 0.5;
/** A heading of the curator's own making names a section and tells nothing. */
const HEADING_TERMS = 4;
const CANDIDATES = 10;
/** Of a line's words, what a learning must have to say it. */
const TOLD = 0.6;

interface RewriteInput extends WeavingInput {
  readonly ref: MemoryFileRef;
  readonly current: FileVersion | undefined;
  /** `isEdit`: made of single lines, so that it takes away nothing that was not shown. */
  readonly answered: AnsweredFile & { readonly isEdit?: true };
}

/** Undefined when it was not taken. */
export async function acceptedRewrite(draft: Draft, input: RewriteInput): Promise<string | undefined> {
  const { ref, current, answered, act, evidence } = input;
  const spec = fileSpec(ref.name);
  const before = current?.content ?? '';
  const humanLines = current?.humanLines ?? [];
  const shown = act.files.find((file) => file.name === ref.name && file.workspace === ref.workspace);
  if (shown?.whole === false && answered.isEdit !== true) {
    draft.drop('shown-in-part');
    return undefined;
  }
  const seen = shown?.version ?? 0;
  const carried = await carriedLines(draft, ref, before, normalText(answered.content), evidence);
  const merged =
    seen === (current?.version ?? 0)
      ? carried
      : mergeThreeWay({
          base: (await draft.knowledge.fileVersion(ref, seen))?.content ?? '',
          curator: carried,
          human: before,
        });
  // Judged as it will be; cut only when it is put, so that what goes is kept.
  const { content: after } = trimToLimit({ spec, content: merged, humanLines });
  const judged = judgeRewrite({ spec, before, after, humanLines });
  if (judged.verdict === 'accept') return withWishes(draft, ref, before, merged);
  draft.drop('held');
  draft.hold({
    id: deriveId<ReviewId>(act.id, 'rewrite', ref.name),
    createdAt: act.ts,
    actId: act.id,
    workspace: ref.workspace,
    reason: judged.reason,
    status: 'waiting',
    held: { kind: 'file', file: ref, base: current?.version ?? 0, content: merged },
  });
  return undefined;
}

interface OldLine {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

async function carriedLines(
  draft: Draft,
  ref: MemoryFileRef,
  before: string,
  after: string,
  evidence: BatchEvidence,
): Promise<string> {
  const known = keysOf(linesOf(before));
  const present = keysOf(linesOf(after));
  const old = linesOf(before)
    .filter((text) => text.trim() !== '' && !isHeading(text))
    .map((text): OldLine => ({ text, terms: termsOf(text) }));
  const isRestated = restating(old.map(({ text }) => text));
  const kept: string[] = [];
  const back = new Set<OldLine>();
  for (const line of linesOf(after)) {
    const isOld = line.trim() === '' || known.has(lineKey(line)) || isRestated(line);
    const words = isOld ? new Set<string>() : termsOf(line);
    const taken = old.filter(({ terms }) => coverage(terms, words) >= TAKEN);
    if (isOld || (await isCarried(draft, ref, { line, taken }, evidence))) kept.push(line);
    else {
      await holdLine(draft, ref, line, evidence);
      for (const stays of taken) {
        if (back.has(stays) || present.has(lineKey(stays.text))) continue;
        back.add(stays);
        kept.push(stays.text);
      }
    }
  }
  return normalText(kept.join('\n'));
}

/** A line that is not taken waits as a fact, unless something learned or held of this answer says it. */
async function holdLine(draft: Draft, ref: MemoryFileRef, line: string, batch: BatchEvidence): Promise<void> {
  draft.drop('unsupported-line');
  const content = statedIn(line);
  const found = (await batch.ofWhole(content)) ?? batch.unsupported();
  const terms = termsOf(content);
  const isTold = draft.touched.some((learning) => coverage(terms, termsOf(learning.content)) >= TOLD);
  if (found === undefined || isTold || isHeading(line) || isLowValue(content)) return;
  const { turn, records, trust, waits = "a line of this file needs more than a tool's word" } = found;
  const { sessionId, id: turnId } = turn.turn;
  const learning = newLearning(draft.act.ts, {
    id: deriveId<LearningId>(draft.act.id, 'line', ref.name, content),
    type: 'FACT',
    content,
    workspace: ref.workspace,
    sessionId,
    turnId,
    trust,
    evidence: records.map(({ id }) => id),
  });
  await hold(draft, learning, null, waits);
}

async function isCarried(
  draft: Draft,
  ref: MemoryFileRef,
  { line, taken }: { readonly line: string; readonly taken: readonly OldLine[] },
  evidence: BatchEvidence,
): Promise<boolean> {
  const text = line.trim();
  // Files are given to agents.
  if (isSensitive(text)) return false;
  if (isHeading(text) && isOwnHeading(text, fileSpec(ref.name))) return true;
  const found = await evidence.ofWhole(text);
  const isName = isHeading(text) && taken.length === 0 && termsOf(text).size <= HEADING_TERMS;
  if (isName && found === undefined) return true;
  const isDoubted = found === undefined || found.waits !== undefined || isDisguised(text, found.trust);
  if (isDoubted || !isEnough(ref, found.trust)) return isLearned(draft, ref, text);
  const said = { type: 'FACT', content: text, trust: found.trust } as const;
  return !(await isWaiting(draft, said)) && !(await isDecidedAgainst(draft, said, found));
}

function isOwnHeading(text: string, { title, sections }: FileSpec): boolean {
  const name = text.replace(/^#+\s+/, '').toLowerCase();
  return [title, ...sections].some((own) => own.toLowerCase() === name);
}

function isEnough(ref: MemoryFileRef, trust: SourceClass | undefined): boolean {
  if (trust === undefined) return false;
  const tier = tierOf(trust);
  return ref.name === 'user.md' ? tier === 'user' : tier !== 'tool';
}

/** A line may say again what was learned in an earlier batch. */
async function isLearned(draft: Draft, ref: MemoryFileRef, text: string): Promise<boolean> {
  const workspace = ref.workspace ?? draft.act.workspace;
  const hits = await draft.searchLearnings({ text, workspace, limit: CANDIDATES });
  const holding = [...draft.touched, ...hits.map(({ learning }) => learning)].filter(
    ({ trust, validTo }) => validTo === null && isEnough(ref, trust),
  );
  return restating(holding.map(({ content }) => content))(text);
}
