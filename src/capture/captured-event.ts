/**
 * What a client's normaliser hands to capture: records that are not yet tied to a space, and what the event means for
 * the turn. Everything in a draft has already been redacted, because drafts are made from redacted payloads; ids that
 * hash text therefore agree whichever way the event came (hook, spool, transcript).
 */
import type { SessionId, SpaceId, TurnId } from '../memory/ids.ts';
import type { JsonObject, MemoryRecord } from '../memory/record.ts';
import type { WindowHashes } from '../memory/shown-lines.ts';
import type { Telling } from '../memory/telling.ts';
import type { TurnCloseReason } from '../memory/turn.ts';
import type { AppOrigin } from './record-input.ts';

export interface RecordDraft extends Omit<MemoryRecord, 'sessionId' | 'workspace'> {
  /** Set when the content is that of a file, so that path scoping (D-062) can judge it. */
  readonly fileContent?: boolean;
  /** Set when the client gave it no id of its own, so that the same words may be another event. */
  readonly telling?: Telling | undefined;
  /** Marker lines of what was too much to be read whole: the agent has read them all the same. */
  readonly leftOut?: string;
  /** Hashes of the words of the whole of a long output, of which less is kept. Nowhere stored. */
  readonly words?: WindowHashes;
  /** Digests of who said what, when whoever read it has made them, and the space that they are of. */
  readonly origins?: { readonly workspace: SpaceId | null; readonly digests: JsonObject } | undefined;
}

export interface CapturedEvent {
  readonly client: string;
  readonly sessionId: SessionId;
  readonly cwd: string | null;
  readonly transcriptPath: string | null;
  readonly at: number;
  /** The app whose token came with it. */
  readonly app?: AppOrigin;
  /** Set when `carryover run` started the client. */
  readonly run?: { readonly id: string; readonly tier: number };
  readonly drafts: readonly RecordDraft[];
  readonly signal: CaptureSignal;
}

export type CaptureSignal =
  | { readonly kind: 'none' }
  | { readonly kind: 'session-started'; readonly source: string }
  /** A new prompt: turns before it are over. Without an id of the client's, the turn is the one its record is stored in. */
  | { readonly kind: 'turn-started'; readonly turnId: TurnId | null }
  /** What was said last is the event's draft: once the transcript shows it, the turn is complete. */
  | {
      readonly kind: 'turn-ended';
      readonly turnId: TurnId | null;
      readonly reason: TurnCloseReason;
    }
  /** The client is about to forget what was said so far. */
  | { readonly kind: 'compacting'; readonly trigger: 'auto' | 'manual' }
  | { readonly kind: 'session-ended' };
