import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDeployment } from './deployment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-deploy-'));
  put('VERSION', '1.4.0\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, text: string | Uint8Array): void {
  writeFileSync(join(folder, name), text);
}

describe('a deployment (A-010, B-021, B-022, B-028)', () => {
  it('brings soul.md and os.md in normal form, and the name of the release', () => {
    put('soul.md', '\uFEFFkind\r\n');
    put('os.md', 'strict');
    put('user.md', 'not deployed\n');
    expect(readDeployment(folder)).toEqual({
      release: '1.4.0',
      files: [
        { name: 'soul.md', content: 'kind\n' },
        { name: 'os.md', content: 'strict\n' },
      ],
    });
  });

  it('may bring one of the two, with other names on the disk', () => {
    put('os.md', 'a\n'.repeat(200));
    linkSync(join(folder, 'os.md'), join(folder, 'store'));
    expect(readDeployment(folder).files.map(({ name }) => name)).toEqual(['os.md']);
  });

  it.each<[string, RegExp, () => void]>([
    ['holds neither file', /neither soul.md nor os.md/, () => rmSync(join(folder, 'os.md'))],
    ['has a file over the limit', /201 lines/, () => put('os.md', 'a\n'.repeat(201))],
    ['has a file that is no text', /not text/, () => put('soul.md', Buffer.from([0xff]))],
    ['has a link for a file', /links are not followed/, () => symlinkSync('os.md', join(folder, 'soul.md'))],
    ['names no release', /VERSION: it is missing or empty/, () => rmSync(join(folder, 'VERSION'))],
    ['names an empty release', /VERSION: it is missing or empty/, () => put('VERSION', ' \n')],
    ['names a long release', /one short line/, () => put('VERSION', 'v'.repeat(101))],
    ['names a release of two lines', /one short line/, () => put('VERSION', 'a\nb\n')],
  ])('is refused with a hint when it %s', (_, message, spoil) => {
    put('os.md', 'rules\n');
    spoil();
    expect(() => readDeployment(folder)).toThrow(message);
    expect(() => readDeployment(folder)).toThrow(
      expect.objectContaining({ code: 'deployment-refused', hint: expect.stringMatching(/./) }),
    );
  });
});
