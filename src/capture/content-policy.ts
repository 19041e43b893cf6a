/**
 * The last look at a draft before it becomes a record: what we injected ourselves goes out, secret files, secret output
 * and files outside the project become stubs, long tool texts are cut. Of what the agent has read, digests of its marker lines are
 * taken before that: an agent that repeats one has not observed it itself. So are digests of who said what, but for secrets.
 * Pure; redaction has happened before.
 */

import type { SpaceId } from '../memory/ids.ts';
import { MARKER_LINES, markerDigests } from '../memory/marker-lines.ts';
import { ORIGINS, originKey, originsOf } from '../memory/origins.ts';
import type { JsonObject } from '../memory/record.ts';
import { pastedTextOf } from '../memory/record-segments.ts';
import { tierOf } from '../memory/trust.ts';
import { isSecretFile, stubSecretFile } from '../redaction/secret-file.ts';
import { isSecretOutput, stubSecretOutput } from '../redaction/secret-output.ts';
import type { RecordDraft } from './captured-event.ts';
import { stripInjected } from './injected-text.ts';
import { finalCut } from './limits.ts';

export interface KeepRules {
  readonly redactionKey: string;
  /** Whether a path belongs to the project; always true when the person opted in to everything (D-062). */
  isInside(path: string): boolean;
}

const TOOL_TYPES: ReadonlySet<RecordDraft['type']> = new Set(['tool_use', 'tool_result', 'error', 'approval']);

/** An error or a refusal speaks about a file; it does not hold it. */
const CONTENT_TYPES: ReadonlySet<RecordDraft['type']> = new Set(['tool_use', 'tool_result']);

const OUTCOMES: ReadonlySet<RecordDraft['type']> = new Set(['tool_result', 'error']);

/** Of the whole draft, whatever is kept of it. */
export function markerLinesOf(
  draft: Pick<RecordDraft, 'type' | 'source' | 'content' | 'metadata' | 'leftOut'>,
): JsonObject {
  const { type, source, content, leftOut = '' } = draft;
  const isRead = OUTCOMES.has(type) || tierOf(source) === 'tool';
  const read = isRead ? content : type === 'prompt' ? pastedTextOf(draft) : '';
  const digests = markerDigests(leftOut === '' || read === '' ? read : `${read}\n${leftOut}`);
  return digests === '' ? {} : { [MARKER_LINES]: digests };
}

/** Of the whole draft but for what we gave the agent ourselves, which is in the journal already, and for secrets. */
export function originsIn(
  draft: RecordDraft,
  workspace: SpaceId | null,
  { redactionKey }: Pick<KeepRules, 'redactionKey'>,
): JsonObject {
  const own = stripInjected(draft.content);
  const origins = originsOf({ ...draft, content: secretStub(draft, own) ?? own, workspace }, originKey(redactionKey));
  return origins === '' ? {} : { [ORIGINS]: origins };
}

export function keptContent(draft: RecordDraft, rules: KeepRules): string {
  const own = stripInjected(draft.content);
  if (!TOOL_TYPES.has(draft.type) || draft.tool === null) return own;
  return finalCut(withoutForeignFiles(draft, own, rules), rules.redactionKey);
}

function withoutForeignFiles(draft: RecordDraft, content: string, rules: KeepRules): string {
  const stub = secretStub(draft, content);
  if (stub !== undefined || !holdsFile(draft, content) || rules.isInside(draft.path)) return stub ?? content;
  return `${draft.path}\n[outside the project: ${content.length} characters not kept]`;
}

/** What is kept in the place of a secret file or of secret output. */
function secretStub(draft: RecordDraft, content: string): string | undefined {
  const { secret_file: secretFile, command } = draft.type === 'tool_use' ? {} : draft.metadata;
  if (typeof secretFile === 'string') return stubSecretFile(secretFile, content);
  if (typeof command === 'string' && isSecretOutput(command, content)) return stubSecretOutput(content);
  return holdsFile(draft, content) && isSecretFile(draft.path) ? stubSecretFile(draft.path, content) : undefined;
}

/** A call that only names a file holds no content of it. */
function holdsFile(draft: RecordDraft, content: string): draft is RecordDraft & { readonly path: string } {
  return draft.fileContent === true && draft.path !== null && CONTENT_TYPES.has(draft.type) && content !== draft.path;
}
