/**
 * A curator's rewrite of a file, before it becomes one. Lines it added need evidence of the file's tier (DESIGN §5.12);
 * a file that a person changed meanwhile is merged, the person winning; a rewrite that loses too much, or a line a
 * person wrote, waits for review and the file stays as it is.
 */
import { linesOf, normalText } from '../../files/file-text.ts';
import { type FileSpec, fileSpec } from '../../files/manifest.ts';
import { mergeThreeWay } from '../../files/merge.ts';
import { isHeading } from '../../files/outline.ts';
import { judgeRewrite } from '../../files/rewrite-guard.ts';
import { trimToLimit } from '../../files/trim.ts';
import { deriveId, type ReviewId } from '../../memory/ids.ts';
import { coverage, relationOf, statementOf, termsOf } from '../../memory/likeness.ts';
import type { FileVersion, MemoryFileRef } from '../../memory/memory-file.ts';
import type { SourceClass } from '../../memory/source.ts';
import { tierOf } from '../../memory/trust.ts';
import type { AnsweredFile } from '../answer.ts';
import type { Draft } from './draft.ts';
import type { BatchEvidence } from './evidence.ts';
import type { WeavingInput } from './weave-files.ts';

/** A line made of words the file already had is a line put better, not a new one. */
const REPHRASED = 0.8;
/** A heading of the curator's own making names a section and tells nothing. */
const HEADING_TERMS = 4;
const CANDIDATES = 10;

interface RewriteInput extends WeavingInput {
  readonly ref: MemoryFileRef;
  readonly current: FileVersion | undefined;
  readonly answered: AnsweredFile;
}

/** Undefined when it was not taken. */
export async function acceptedRewrite(draft: Draft, input: RewriteInput): Promise<string | undefined> {
  const { ref, current, answered, act, evidence } = input;
  const spec = fileSpec(ref.name);
  const before = current?.content ?? '';
  const humanLines = current?.humanLines ?? [];
  const carried = await carriedLines(draft, ref, before, normalText(answered.content), evidence);
  const seen = act.files.find((file) => file.name === ref.name && file.workspace === ref.workspace)?.version ?? 0;
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
  if (judged.verdict === 'accept') return merged;
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

async function carriedLines(
  draft: Draft,
  ref: MemoryFileRef,
  before: string,
  after: string,
  evidence: BatchEvidence,
): Promise<string> {
  const known = new Set(linesOf(before).map((line) => line.trim()));
  const vocabulary = termsOf(before);
  const kept: string[] = [];
  for (const line of linesOf(after)) {
    const text = line.trim();
    const isOld = text === '' || known.has(text) || coverage(termsOf(text), vocabulary) >= REPHRASED;
    if (isOld || (await isCarried(draft, ref, text, evidence))) kept.push(line);
    else draft.drop('unsupported-line');
  }
  return normalText(kept.join('\n'));
}

async function isCarried(draft: Draft, ref: MemoryFileRef, text: string, evidence: BatchEvidence): Promise<boolean> {
  if (isHeading(text) && isOwnHeading(text, fileSpec(ref.name))) return true;
  const trust = (await evidence.of(text))?.trust;
  if (isHeading(text) && trust === undefined && termsOf(text).size <= HEADING_TERMS) return true;
  return isEnough(ref, trust) || (await isLearned(draft, ref, text));
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
  const statement = statementOf(text);
  const workspace = ref.workspace ?? draft.act.workspace;
  const hits = await draft.searchLearnings({ text, workspace, limit: CANDIDATES });
  return [...draft.touched, ...hits.map(({ learning }) => learning)].some(
    ({ content, trust, validTo }) =>
      validTo === null && isEnough(ref, trust) && relationOf(statementOf(content), statement) === 'same',
  );
}
