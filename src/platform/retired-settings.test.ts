import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig, setConfig } from './config.ts';
import { retiredProblems } from './retired-settings.ts';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'carryover-retired-')), 'config.json');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true }));

const OLD = {
  'embeddings.provider': 'transformers',
  'embeddings.folder': '/models/small',
  'embeddings.model': 'small',
  'injection.beforeTools': true,
};

it('a configuration of an earlier version is read without what is gone, which is told', () => {
  writeFileSync(path, JSON.stringify(OLD));
  expect(loadConfig(path, {})).toMatchObject({ 'embeddings.provider': 'off', 'embeddings.model': 'small' });
  expect(retiredProblems(path).map(({ message }) => message)).toEqual([
    'embeddings.provider transformers in the configuration is read as not set',
    'embeddings.folder in the configuration is read as not set',
    'injection.beforeTools in the configuration is read as not set',
  ]);
});

it('what was off is not told of', () => {
  writeFileSync(path, JSON.stringify({ 'injection.beforeTools': false }));
  expect(loadConfig(path, {})).toMatchObject({ 'injection.prompts': true });
  expect(retiredProblems(path)).toEqual([]);
});

it('the next change takes it out of the file', () => {
  writeFileSync(path, JSON.stringify(OLD));
  setConfig(path, 'embeddings.provider', 'compatible');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    'embeddings.provider': 'compatible',
    'embeddings.model': 'small',
  });
  expect(retiredProblems(path)).toEqual([]);
});

it.each([
  ['embeddings.provider', 'ollama', 'http://127.0.0.1:11434/v1'],
  ['embeddings.provider', 'transformers', 'embeddings.provider compatible'],
  ['embeddings.folder', '/models/small', 'embeddings.provider compatible'],
  ['injection.beforeTools', 'true', 'injection.prompts'],
])('%s %s cannot be set, and the error says the way out', (key, value, hint) => {
  expect(() => setConfig(path, key, value)).toThrow(
    expect.objectContaining({ code: 'bad-config', hint: expect.stringContaining(hint) }),
  );
});

it('a file that is missing or no JSON holds none', () => {
  expect(retiredProblems(path)).toEqual([]);
  writeFileSync(path, '{');
  expect(retiredProblems(path)).toEqual([]);
});
