import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressFile, expandFile } from './compressed-copy.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

describe('compressed copies', () => {
  it.each([0, 1, 4 * 2 ** 20, 9 * 2 ** 20 + 17])('of %i bytes come back, also by gunzip, and are private', (bytes) => {
    const plain = Buffer.concat([Buffer.alloc(bytes - (bytes >> 3), 'the same again '), randomBytes(bytes >> 3)]);
    writeFileSync(at('plain'), plain);
    compressFile(at('plain'), at('small'));
    expandFile(at('small'), at('again'));
    expect(readFileSync(at('again')).equals(plain)).toBe(true);
    if (bytes > 0) expect(gunzipSync(readFileSync(at('small'))).equals(plain)).toBe(true);
    if (bytes > 1_000) expect(statSync(at('small')).size).toBeLessThan(bytes / 2);
    expect([statSync(at('small')).mode & 0o777, statSync(at('again')).mode & 0o777]).toEqual([0o600, 0o600]);
  });

  it('that lost or changed a byte are told to be damaged', () => {
    writeFileSync(at('plain'), 'what was said '.repeat(500));
    compressFile(at('plain'), at('small'));
    const small = readFileSync(at('small'));
    const broken = [small.subarray(0, -1), small.subarray(0, 10), Buffer.concat([small, Buffer.from('x')])];
    for (let place = 0; place < small.length; place += 1) {
      // What a member says of its own length once more stands only for other readers.
      if (place >= small.length - 4) continue;
      const flipped = Buffer.from(small);
      flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place);
      broken.push(flipped);
    }
    for (const bytes of broken) {
      writeFileSync(at('broken'), bytes);
      expect(() => expandFile(at('broken'), at('again'))).toThrow(expect.objectContaining({ code: 'backup-damaged' }));
    }
  });
});
