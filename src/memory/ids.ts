/**
 * Branded ids. Two ways to get one:
 * - `deriveId` from what the client's event says about itself: the same event always gives the same id, so an event
 *   that arrives twice (hook, spool, transcript repair, import) is one row.
 * - `newId` for things that begin here: UUIDv7, so that ids sort by time of birth. `deriveTimedId` does both.
 */
import { createHash, randomBytes } from 'node:crypto';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type RecordId = Branded<'RecordId'>;
export type SessionId = Branded<'SessionId'>;
export type TurnId = Branded<'TurnId'>;
export type SpaceId = Branded<'SpaceId'>;
export type InjectionId = Branded<'InjectionId'>;
export type LearningId = Branded<'LearningId'>;
export type AppId = Branded<'AppId'>;
export type ActId = Branded<'ActId'>;
export type ActionId = Branded<'ActionId'>;
export type ReviewId = Branded<'ReviewId'>;
export type ModelCallId = Branded<'ModelCallId'>;

type AnyId =
  | RecordId
  | SessionId
  | TurnId
  | SpaceId
  | InjectionId
  | LearningId
  | AppId
  | ActId
  | ActionId
  | ReviewId
  | ModelCallId;

/**
 * What an id given from outside may look like: letters and digits of any script and printable ASCII, without spaces and
 * without signs that hide or reorder text, so it is safe in logs, URLs and SQL dumps.
 * Not one or two dots: in an address those lead elsewhere, however they are escaped.
 */
const OUTSIDE_ID = /^(?!\.{1,2}$)(?!.*\p{Default_Ignorable_Code_Point})[\x21-\x7e\p{L}\p{M}\p{N}]{1,200}$/u;

export function isOutsideId(text: string): boolean {
  return OUTSIDE_ID.test(text);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As we make them; whatever else an id says, somebody else has written. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The same parts give the same id (UUIDv8 layout over SHA-256); a part may hold any text. */
export function deriveId<Id extends AnyId>(...parts: readonly string[]): Id {
  return formatUuid(hashOf(parts), 8) as Id;
}

/** A new UUIDv7 for the given time. */
export function newId<Id extends AnyId>(nowMs: number): Id {
  return timedUuid(nowMs, randomBytes(16)) as Id;
}

/** The same time and parts give the same id, which sorts like a new one of that time. */
export function deriveTimedId<Id extends AnyId>(atMs: number, ...parts: readonly string[]): Id {
  return timedUuid(atMs, hashOf(parts)) as Id;
}

export function isTimed(id: string): boolean {
  return isUuid(id) && id[14] === '7';
}

/** Of a timed id: when it was born. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function timedUuid(atMs: number, bytes: Buffer): string {
  bytes.writeUIntBE(Math.max(0, Math.floor(atMs)), 0, 6);
  return formatUuid(bytes, 7);
}

function hashOf(parts: readonly string[]): Buffer {
  const hash = createHash('sha256');
  // The length in front of each part keeps ('ab','c') and ('a','bc') apart.
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest().subarray(0, 16);
}

function formatUuid(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
