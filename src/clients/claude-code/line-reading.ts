/**
 * The bytes of one line of a transcript → records, cleaned and small enough for the daemon's thread. Runs in a worker for
 * all that is large. Images and documents are dropped, not redacted.
 */
import { cleanNow } from '../../capture/clean-value.ts';
import { originsIn } from '../../capture/content-policy.ts';
import { parseCut } from '../../capture/parse-json.ts';
import type { Findings, Reading, Unread } from '../../capture/reading.ts';
import { CarryoverError } from '../../memory/error.ts';
import type { SessionId, SpaceId } from '../../memory/ids.ts';
import { isObject, text } from '../../memory/json-guards.ts';
import { closedBeginning } from '../../platform/json-cut.ts';
import { roughCutLine } from './rough-cut.ts';
import { splitLines } from './transcript-file.ts';
import { joinText, type LineResult, readTranscriptLine, type TranscriptState } from './transcript-line.ts';

/** Content blocks inside the results of tools; deeper ones are no images. */
const MAX_BLOCK_DEPTH = 4;

export interface LineContext {
  readonly sessionId: SessionId;
  readonly state: TranscriptState;
  /** Only the beginning of the line is here. */
  readonly isBeginning: boolean;
  /** For a line whose own time was not read. */
  readonly now: number;
}

export type LineRead = LineResult & { readonly findings: Findings };

const NOTHING_FOUND: Findings = { found: {}, failed: false };

export const lineReading: Reading<LineContext, LineRead> = {
  name: 'claude-code-line',
  read(bytes, context, { redactor, redactionKey }) {
    const { state, sessionId, isBeginning } = context;
    const parsed = parsedLine(isBeginning ? closedBeginning(bytes) : bytes);
    if (parsed === undefined || !isWorthReading(parsed.value)) return { state, drafts: [], findings: NOTHING_FOUND };
    const line = isBeginning ? withTime(parsed.value, context.now) : parsed.value;
    const left = parsed.markers.join('\n');
    const cleaned = cleanNow(redactor, { line: roughCutLine(withoutMedia(line), redactionKey), left });
    const { found, failed, value } = cleaned;
    const clean = isObject(value) ? value : {};
    const result = readTranscriptLine(clean.line, sessionId, state);
    const leftOut = text(clean.left);
    const drafts = leftOut === '' ? result.drafts : result.drafts.map((draft) => ({ ...draft, leftOut }));
    return { ...result, drafts, findings: { found, failed } };
  },
};

export interface LinesContext extends Omit<LineContext, 'isBeginning'> {
  /** The space of its session. */
  readonly workspace: SpaceId | null;
}

export interface LinesRead {
  readonly lines: readonly Omit<LineRead, 'state'>[];
  readonly state: TranscriptState;
}

/** Small lines, one after the other, with the digests of who said what: most of the work of a long transcript. */
export const linesReading: Reading<LinesContext, LinesRead> = {
  name: 'claude-code-lines',
  read(bytes, { workspace, ...context }, tools) {
    let { state } = context;
    const lines = splitLines(bytes).map((line) => {
      const read = lineReading.read(line.bytes, { ...context, state, isBeginning: false }, tools);
      ({ state } = read);
      const drafts = read.drafts.map((draft) => ({
        ...draft,
        origins: { workspace, digests: originsIn(draft, workspace, tools) },
      }));
      return { ...read, drafts };
    });
    return { lines: lines.map(({ state: _, ...line }) => line), state };
  },
};

/** What is kept of a line that nobody can read: that it was, and how large. */
export function unreadLine({ reason, bytes, outline }: Unread, { sessionId, state, now }: LineContext): LineRead {
  const result = readTranscriptLine(withTime(outline, now), sessionId, state);
  const note = `[… not read: its ${bytes} bytes ${reason}]`;
  return { ...result, drafts: result.drafts.map((draft) => ({ ...draft, content: note })), findings: NOTHING_FOUND };
}

function parsedLine(bytes: Buffer): ReturnType<typeof parseCut> | undefined {
  try {
    return parseCut(bytes);
  } catch (error) {
    // The rest of a line that was too long, or damage: the lines around it still count.
    if (error instanceof CarryoverError) return undefined;
    throw error;
  }
}

function withTime(line: unknown, now: number): unknown {
  if (!isObject(line) || !Number.isNaN(Date.parse(text(line.timestamp)))) return line;
  return { ...line, timestamp: new Date(now).toISOString() };
}

/** Most lines are snapshots of prompts and settings: large, and nothing to keep. They are not even redacted. */
function isWorthReading(line: unknown): boolean {
  if (!isObject(line)) return false;
  if (line.type === 'user' || line.type === 'assistant') return true;
  return line.type === 'attachment' && isObject(line.attachment) && line.attachment.type === 'queued_command';
}

/** Nothing is kept of the bytes of an image or a document, so nobody needs to look for secrets in them. */
function withoutMedia(line: unknown): unknown {
  if (!isObject(line)) return line;
  const { message, attachment } = line;
  const shown = isObject(message) ? withoutBlockMedia(message.content, 0) : undefined;
  return {
    ...line,
    ...(isObject(message) ? { message: { ...message, content: line.type === 'user' ? asOneText(shown) : shown } } : {}),
    ...(isObject(attachment) ? { attachment: { ...attachment, prompt: asOneText(attachment.prompt) } } : {}),
  };
}

/** A prompt of several parts is cleaned as the one text that it is: what is private may begin in one and end in another. */
function asOneText(blocks: unknown): unknown {
  if (!Array.isArray(blocks) || blocks.some((block) => isObject(block) && block.type === 'tool_result')) return blocks;
  return joinText(blocks);
}

function withoutBlockMedia(blocks: unknown, depth: number): unknown {
  if (!Array.isArray(blocks) || depth >= MAX_BLOCK_DEPTH) return blocks;
  return blocks.map((block: unknown) => {
    if (!isObject(block)) return block;
    if ((block.type === 'image' || block.type === 'document') && isObject(block.source)) {
      const { data: _, ...source } = block.source;
      return { ...block, source };
    }
    return Array.isArray(block.content) ? { ...block, content: withoutBlockMedia(block.content, depth + 1) } : block;
  });
}
