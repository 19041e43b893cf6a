/** Forgetting as the API tells it: `POST /memory/forget` {record_id | learning_id | session_id | workspace | source}. */
import * as z from 'zod';
import { CarryoverError } from '../memory/error.ts';
import type {
  ForgetCounts,
  ForgetPreview,
  ForgetReceipt,
  Selection,
  SourceName,
  Verification,
} from '../memory/forgetting.ts';
import { isOutsideId, type LearningId, type RecordId, type SessionId, type SpaceId } from '../memory/ids.ts';

const MOST_IDS = 1_000;
const outsideId = z.string().refine(isOutsideId, 'is no id');
const ids = z.union([outsideId, z.array(outsideId).min(1).max(MOST_IDS)]);

export const forgetInput = z.strictObject({
  record_id: ids.optional(),
  learning_id: ids.optional(),
  session_id: outsideId.optional(),
  workspace: z.string().min(1).max(4_096).optional(),
  source: z.string().min(1).max(4_096).optional(),
  /** Without it the answer is what would go. */
  confirm: z.boolean().optional(),
  /** The answer comes when the home was searched, however long that takes. */
  wait: z.boolean().optional(),
  /** One line after the other while it goes on. */
  progress: z.boolean().optional(),
});

type ForgetInput = z.infer<typeof forgetInput>;

/** Exactly one of them. */
export async function selectionOf(
  input: ForgetInput,
  resolve: (workspace: string) => Promise<SpaceId | undefined>,
): Promise<Selection> {
  const { record_id: records, learning_id: learnings, session_id: session, workspace, source } = input;
  const given = [records, learnings, session, workspace, source].filter((one) => one !== undefined);
  if (given.length !== 1) {
    throw new CarryoverError('say what is to be forgotten, one thing at a time', {
      code: 'invalid-input',
      hint: 'give one of record_id, learning_id, session_id, workspace, source',
    });
  }
  if (records !== undefined) return { kind: 'record', ids: [records].flat() as RecordId[] };
  if (learnings !== undefined) return { kind: 'learning', ids: [learnings].flat() as LearningId[] };
  if (session !== undefined) return { kind: 'session', id: session as SessionId };
  if (source !== undefined) return { kind: 'source', source: sourceNameOf(source) };
  const id = workspace === undefined ? undefined : await resolve(workspace);
  if (id !== undefined) return { kind: 'space', id };
  throw new CarryoverError('no project is known there', {
    code: 'not-found',
    hint: 'give the folder of a project, or the id of a space; `carryover status` counts them',
  });
}

/** `tool:Bash`, `file:notes/plan.md` and `url:…` say it; without that a URL or a host, a path, and else a tool. */
export function sourceNameOf(text: string): SourceName {
  const [, kind, rest] = /^(tool|file|url):(?!\/\/)(.+)$/s.exec(text) ?? [];
  if (kind !== undefined && rest !== undefined) return { kind: kind as SourceName['kind'], value: rest };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { kind: 'url', value: text };
  if (/[/\\]/.test(text)) return { kind: 'file', value: text };
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i.test(text) && !isFileName(text)) return { kind: 'url', value: text };
  return isFileName(text) ? { kind: 'file', value: text } : { kind: 'tool', value: text };
}

/** `notes.md` is a file and `docs.example.com` a host: hosts do not end like files do. */
function isFileName(text: string): boolean {
  return /\.(?:md|txt|json|ya?ml|toml|ts|tsx|js|jsx|mjs|cjs|py|go|rs|java|rb|php|c|h|cpp|sh|env|csv|log|html?|css|xml|pdf)$/i.test(
    text,
  );
}

export function forgetPreviewToWire({ selection, counts, examples, copiesOutside, undosEnded }: ForgetPreview) {
  return {
    preview: true,
    selection: selection.kind,
    counts: countsToWire(counts),
    examples,
    copies_outside: copiesOutside,
    undos_ended: undosEnded,
    hint: 'send the same with "confirm": true to forget it for good',
  } as const;
}

export function forgetReceiptToWire({ id, askedAt, finishedAt, selection, ...receipt }: ForgetReceipt) {
  const { needles, leftOut = 0, files, bytes, tracesIn } = receipt.verification;
  return {
    id,
    asked_at: askedAt,
    finished_at: finishedAt,
    selection,
    counts: countsToWire(receipt.counts),
    copies_outside: receipt.copiesOutside,
    verification: {
      state: stateOf(receipt.verification),
      searched_for: needles,
      left_out: leftOut,
      files,
      bytes,
      traces_in: tracesIn,
    },
  } as const;
}

/** Older receipts do not say it. */
export function stateOf({ state, needles, tracesIn }: Verification): NonNullable<Verification['state']> {
  if (state !== undefined) return state;
  if (tracesIn.length > 0) return 'traces';
  return needles === 0 ? 'not-searchable' : 'verified';
}

function countsToWire({ fileLines, ...counts }: ForgetCounts) {
  return { ...counts, file_lines: fileLines } as const;
}
