/**
 * A model that transformers.js runs here, from a folder as model hubs lay it out (`config.json`, `tokenizer.json`,
 * `onnx/model.onnx` or `onnx/model_quantized.onnx`). Nothing is ever downloaded, and the package is loaded with the first text.
 *
 * Limits: it computes on the thread that asks, so a deadline is noticed only after the batch; that is why batches are small.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { messageOf } from '../../memory/error.ts';
import { withDeadline } from '../../platform/models/deadline.ts';
import { ProviderError } from '../../platform/models/provider-error.ts';
import { checkedVectors } from './checked-vectors.ts';
import type { Embedder, EmbeddingSettings } from './embedder.ts';
import { poolingOf, prepared } from './model-traits.ts';

type Transformers = typeof import('@huggingface/transformers');
type Extractor = Awaited<ReturnType<Transformers['pipeline']>>;

const BATCH_TEXTS = 4;
const NOTHING = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

export function transformersEmbedder(
  settings: EmbeddingSettings,
  _env: NodeJS.ProcessEnv,
  load: () => Promise<Transformers> = () => import('@huggingface/transformers'),
): Embedder {
  const folder = resolve(settings['embeddings.folder']);
  if (settings['embeddings.folder'] === '' || !existsSync(join(folder, 'config.json'))) throw noModelIn(folder);
  const model = basename(folder);
  let extractor: Promise<Extractor> | undefined;
  return {
    name: `transformers ${model}`,
    remote: false,
    batchTexts: BATCH_TEXTS,
    embed: (texts, kind, deadline) =>
      withDeadline(deadline, NOTHING, async () => {
        extractor ??= open(folder, load);
        const extract = await extractor.catch((thrown: unknown) => {
          // A person may install or repair it meanwhile.
          extractor = undefined;
          throw thrown;
        });
        const rows: unknown[] = [];
        for (const text of prepared(texts, kind, model)) {
          rows.push(await vectorOf(extract, text, model));
          await nextLoop();
        }
        return { vectors: checkedVectors(rows, texts.length), tokens: 0 };
      }),
  };
}

async function open(folder: string, load: () => Promise<Transformers>): Promise<Extractor> {
  const { env, pipeline } = await load().catch((cause: unknown) => {
    throw new ProviderError('transformers.js is not installed', {
      code: 'no-transformers',
      problem: 'setup',
      hint: '`npm install @huggingface/transformers` beside Carryover (with -g where Carryover is), or choose another embeddings.provider',
      cause,
    });
  });
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = dirname(folder);
  const dtype = existsSync(join(folder, 'onnx', 'model_quantized.onnx')) ? 'q8' : 'fp32';
  try {
    return await pipeline('feature-extraction', basename(folder), { dtype, local_files_only: true });
  } catch (cause) {
    throw new ProviderError(`the model in ${folder} cannot be loaded: ${messageOf(cause)}`, {
      code: 'model-not-loaded',
      problem: 'setup',
      hint: 'it needs config.json, tokenizer.json and onnx/model.onnx or onnx/model_quantized.onnx',
    });
  }
}

/** One at a time: texts of different lengths in one batch are padded, which takes longer than it saves on a CPU. */
async function vectorOf(extract: Extractor, text: string, model: string): Promise<unknown> {
  try {
    const { data } = await extract([text], { pooling: poolingOf(model), normalize: true });
    return Array.from(data);
  } catch (cause) {
    throw new ProviderError('the model could not read a text', { code: 'not-vectors', problem: 'unusable', cause });
  }
}

function noModelIn(folder: string): ProviderError {
  return new ProviderError(`there is no model in ${folder}`, {
    code: 'no-model',
    problem: 'setup',
    hint: '`carryover config set embeddings.folder PATH` names a folder with config.json and onnx/ in it',
  });
}
