/**
 * Copies of databases, compressed: gzip in members of a few megabytes each, so that neither end holds more than one in
 * memory, whatever the size of the file. `gunzip` reads them. Each member tells in an extra field how long it is.
 */
import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { CarryoverError } from '../memory/error.ts';
import { PRIVATE_FILE } from './atomic-file.ts';

export const COMPRESSED = '.gz';

const MEMBER_BYTES = 4 * 1024 * 1024;
/** Magic, deflate, "has an extra field"; no time, no name; a field of two letters and four bytes. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 0x43, 0x4f, 4, 0, 0, 0, 0, 0]);
const LENGTH_AT = 16;
/** Checksum and length of what was compressed. */
const TAIL_BYTES = 8;

/** Whatever its name is. */
export function isCompressed(path: string): boolean {
  const source = openSync(path, 'r');
  try {
    const magic = Buffer.alloc(2);
    return fill(source, magic) === magic.length && magic.equals(HEAD.subarray(0, magic.length));
  } finally {
    closeSync(source);
  }
}

/** Both files are closed afterwards, and the new one is on the disk. */
export function compressFile(from: string, to: string): void {
  copyPieces(from, to, (read, write) => {
    const piece = Buffer.allocUnsafe(MEMBER_BYTES);
    for (let length = read(piece); length > 0; length = read(piece)) {
      const plain = piece.subarray(0, length);
      const packed = deflateRawSync(plain);
      const head = Buffer.from(HEAD);
      head.writeUInt32LE(packed.length, LENGTH_AT);
      const tail = Buffer.alloc(TAIL_BYTES);
      tail.writeUInt32LE(crc32(plain), 0);
      tail.writeUInt32LE(length, 4);
      for (const part of [head, packed, tail]) write(part);
    }
  });
}

/** The copy as it was; throws where a byte of it is another. */
export function expandFile(from: string, to: string): void {
  copyPieces(from, to, (read, write) => {
    const head = Buffer.alloc(HEAD.length);
    for (let length = read(head); length > 0; length = read(head)) {
      const packedBytes = head.readUInt32LE(LENGTH_AT);
      const isOurs = length === head.length && head.subarray(0, LENGTH_AT).equals(HEAD.subarray(0, LENGTH_AT));
      if (!isOurs || packedBytes > 2 * MEMBER_BYTES) throw damaged(from);
      const member = Buffer.allocUnsafe(packedBytes + TAIL_BYTES);
      if (read(member) !== member.length) throw damaged(from);
      write(expanded(member, from));
    }
  });
}

function expanded(member: Buffer, from: string): Buffer {
  const packed = member.subarray(0, -TAIL_BYTES);
  try {
    const plain = inflateRawSync(packed, { maxOutputLength: MEMBER_BYTES });
    if (crc32(plain) === member.readUInt32LE(packed.length)) return plain;
  } catch (cause) {
    throw damaged(from, cause);
  }
  throw damaged(from);
}

function damaged(path: string, cause?: unknown): CarryoverError {
  return new CarryoverError(`${path} is damaged`, {
    code: 'backup-damaged',
    subject: path,
    hint: 'nothing was changed; choose another copy',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Fills a buffer as far as there is something; how much it was. */
type Read = (into: Buffer) => number;
type Write = (bytes: Uint8Array) => void;

function copyPieces(from: string, to: string, copy: (read: Read, write: Write) => void): void {
  const source = openSync(from, 'r');
  try {
    rmSync(to, { force: true });
    const target = openSync(to, 'wx', PRIVATE_FILE);
    try {
      copy(
        (into) => fill(source, into),
        (bytes) => writeAll(target, bytes),
      );
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function fill(file: number, into: Buffer): number {
  let filled = 0;
  for (;;) {
    const read = readSync(file, into, filled, into.length - filled, null);
    filled += read;
    if (read === 0 || filled === into.length) return filled;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
