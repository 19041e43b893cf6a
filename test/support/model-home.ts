/** A home whose owner chose a model, which is the scripted one. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome, type TestHome } from './home.ts';
import type { ModelServer } from './model-server.ts';
import { makeFolder, writeFiles } from './workspace.ts';

export async function makeModelHome(
  server: Pick<ModelServer, 'url'>,
  config: object = {},
  folder = makeFolder('home'),
): Promise<TestHome> {
  const key = 'model-key';
  writeFiles(folder, { [key]: ['sk', 'ant', 'dummy', 'key'].join('-') });
  chmodSync(join(folder, key), 0o600);
  return makeHome({
    folder,
    config: {
      'curator.provider': 'anthropic',
      'curator.baseUrl': server.url,
      'curator.keyFile': join(folder, key),
      ...config,
    },
  });
}
