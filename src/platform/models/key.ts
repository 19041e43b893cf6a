/**
 * The key of a model: from the file a person named, else from the environment. A file that others can read, or that is
 * no plain file, is refused. What is no key at all is refused here, because `fetch` would repeat it in its complaint.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { isCode } from '../private-file.ts';
import { ProviderError } from './provider-error.ts';

const READABLE_BY_OTHERS = 0o077;
/** Far above any key; a file that is larger is something else. */
const MAX_FILE_BYTES = 16_384;
/** What an HTTP header can carry without being changed or refused. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** The settings that name a file with a key. */
export type KeySetting = 'curator.keyFile' | 'embeddings.keyFile';

/** The key in the file this setting names, undefined when it names none. */
export function keyFromFile<Setting extends KeySetting>(
  settings: Pick<Config, Setting>,
  setting: Setting,
): string | undefined {
  const path: string = settings[setting];
  return path === '' ? undefined : checked(readPrivate(path, setting), path);
}

/** The key in this variable, undefined when it is not set. */
export function keyFromEnv(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim() ?? '';
  return value === '' ? undefined : checked(value, name);
}

function checked(key: string, where: string): string {
  if (HEADER_TEXT.test(key)) return key;
  throw unusableKey(
    `${where} holds no key: it has to be one line without spaces`,
    'write the key into it, and nothing else',
  );
}

function readPrivate(path: string, setting: KeySetting): string {
  let file: number;
  try {
    // Opening a pipe would wait for a writer, for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    const reason = isCode(thrown, 'ENOENT') ? 'it does not exist' : 'it cannot be opened';
    throw unusableKey(`cannot read the key file ${path}: ${reason}`, `check ${setting}`);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES)
      throw unusableKey(`${path} is no key file`, 'name a plain file that holds the key and nothing else');
    if ((stat.mode & READABLE_BY_OTHERS) !== 0 || stat.uid !== (process.getuid?.() ?? stat.uid))
      throw unusableKey(`${path} can be read by others, so the key is not used`, `make it private: chmod 600 ${path}`);
    return readFileSync(file, 'utf8').trim();
  } finally {
    closeSync(file);
  }
}

function unusableKey(message: string, hint: string): ProviderError {
  return new ProviderError(message, { code: 'model-key-unusable', problem: 'setup', hint });
}
