/** A stopped home as one small file: a tar under brotli, without tokens, keys, logs and whatever a start makes anew. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

export const ARCHIVE_SUFFIX = '.tar.br';

const LEFT_OUT = [
  'logs',
  'reserve',
  'token',
  'tokens.json',
  'hook-tokens.json',
  'redaction-key',
  'memory/recall.db*',
  'clock-offset-ms*',
  'run/*.lock',
  'run/daemon.*',
  'run/supervisor.pid',
  'run/browsers.json',
  'run/starting',
  'run/stopped',
];
const MOST_BYTES = 64 * 1_024 * 1_024;

export function packHome(home: string, archive: string): void {
  const excluded = LEFT_OUT.map((pattern) => `--exclude=./${pattern}`);
  const sorted = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  const args = [...sorted, ...excluded, '-cf', '-', '-C', home, '.'];
  const tar = execFileSync('tar', args, { maxBuffer: MOST_BYTES });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  };
  writeFileSync(archive, brotliCompressSync(tar, { params }));
}

export function unpackHome(archive: string, home: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  execFileSync('tar', ['-xf', '-', '-C', home], { input: brotliDecompressSync(readFileSync(archive)) });
}
