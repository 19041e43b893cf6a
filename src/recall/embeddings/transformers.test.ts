import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddingSettings } from './embedding-server.fixture.ts';
import { transformersEmbedder } from './transformers.ts';

/** Behaves as transformers.js does where we touch it, and says in its vectors how it was set up. */
const STAND_IN = `
export const env = { allowRemoteModels: true, allowLocalModels: false, localModelPath: '' };
export async function pipeline(task, model, options) {
  if (env.allowRemoteModels || !env.allowLocalModels || !options.local_files_only) throw new Error('would download');
  if (model === 'broken-model') throw new Error('no such file');
  return async ([text], { pooling, normalize }) => {
    if (text.includes('poison')) throw new Error('bad token');
    const data = Float32Array.of(text.length, options.dtype === 'q8' ? 8 : 32, pooling === 'cls' ? 1 : 2, normalize ? 1 : 0);
    return { dims: [1, 4], data };
  };
}
`;
const DEADLINE = { timeoutMs: 10_000, signal: new AbortController().signal };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-transformers-'));
  writeFileSync(join(folder, 'stand-in.mjs'), STAND_IN);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function makeModel(name: string, file: string): string {
  const model = join(folder, name);
  mkdirSync(join(model, 'onnx'), { recursive: true });
  writeFileSync(join(model, 'config.json'), '{}');
  writeFileSync(join(model, 'onnx', file), '');
  return model;
}

function embedderOf(model: string) {
  const settings = embeddingSettings({ 'embeddings.provider': 'transformers', 'embeddings.folder': model });
  return transformersEmbedder(settings, {}, () => import(pathToFileURL(join(folder, 'stand-in.mjs')).href));
}

describe('vectors from a model folder', () => {
  it('are made without any download, quantised where there is such a file, with the pooling of the model', async () => {
    const embedder = embedderOf(makeModel('bge-small-en-v1.5', 'model_quantized.onnx'));
    const { vectors } = await embedder.embed(['abc', 'abcdef'], 'passage', DEADLINE);
    const scale = (row: readonly number[]) => row.map((value) => expect.closeTo(value / Math.hypot(...row), 5));
    expect(vectors.map((vector) => Array.from(vector))).toEqual([scale([3, 8, 1, 1]), scale([6, 8, 1, 1])]);
    expect({ name: embedder.name, remote: embedder.remote }).toEqual({
      name: 'transformers bge-small-en-v1.5',
      remote: false,
    });
    const plain = await embedderOf(makeModel('all-MiniLM-L6-v2', 'model.onnx')).embed(['abc'], 'query', DEADLINE);
    expect(plain.vectors.map((vector) => Array.from(vector))).toEqual([scale([3, 32, 2, 1])]);
  });

  it('say what to do when the package is not installed, which it is not here', async () => {
    const settings = embeddingSettings({ 'embeddings.folder': makeModel('mini', 'model.onnx') });
    await expect(transformersEmbedder(settings, {}).embed(['abc'], 'query', DEADLINE)).rejects.toMatchObject({
      code: 'no-transformers',
      problem: 'setup',
      hint: expect.stringContaining('npm install @huggingface/transformers'),
    });
  });

  it('say what to do when the folder is not named, missing or not a model', async () => {
    const noModel = expect.objectContaining({ code: 'no-model', hint: expect.stringContaining('embeddings.folder') });
    for (const bad of ['', join(folder, 'nowhere'), folder]) expect(() => embedderOf(bad)).toThrow(noModel);
    const broken = embedderOf(makeModel('broken-model', 'model.onnx')).embed(['abc'], 'query', DEADLINE);
    await expect(broken).rejects.toMatchObject({ code: 'model-not-loaded', problem: 'setup' });
  });

  it('tell a text the model cannot read from a model that cannot be used', async () => {
    const embedder = embedderOf(makeModel('mini', 'model.onnx'));
    await expect(embedder.embed(['poison'], 'passage', DEADLINE)).rejects.toMatchObject({ problem: 'unusable' });
    await expect(embedder.embed(['fine'], 'passage', DEADLINE)).resolves.toMatchObject({ tokens: 0 });
  });
});
