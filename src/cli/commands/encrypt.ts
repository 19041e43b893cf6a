/** `carryover encrypt`: everything that is stored, under a key. Cut off, it goes on when it is called again. */
import { CarryoverError } from '../../memory/error.ts';
import { type KeyFile, readKeyFile } from '../../platform/home-keys.ts';
import type { HomePaths } from '../../platform/paths.ts';
import { beginEncryption } from '../../privacy/encryption/convert.ts';
import { abandoned, agreed } from '../ask.ts';
import { convertHome } from '../convert-home.ts';
import { currentHome } from '../home.ts';
import { chooseKeySource, type KeyOptions, openHomeKeys, passphrases } from '../home-keys.ts';
import { say } from '../terminal.ts';

interface EncryptOptions extends KeyOptions {
  readonly yes?: unknown;
  readonly json?: unknown;
}

export async function runEncrypt(options: EncryptOptions): Promise<number> {
  const paths = currentHome();
  const { passphraseStdin, keyFile, keychain, json } = options;
  refuseOther(readKeyFile(paths));
  if (passphraseStdin === true && (keychain === true || keyFile !== undefined))
    throw new CarryoverError('--passphrase-stdin, --key-file and --keychain exclude each other', {
      code: 'invalid-input',
      hint: 'choose one: either of them opens the memory by itself',
    });
  if (json !== true) explain(paths);
  if (!(await agreed(options.yes, 'Encrypt it now?'))) return abandoned();
  const ask = passphrases(passphraseStdin);
  const cutOff = await openHomeKeys(paths, ask);
  const source =
    cutOff === undefined
      ? await chooseKeySource(paths, options, { passphrases: ask, isTyped: passphraseStdin !== true })
      : { holder: cutOff.file.holder, secret: cutOff.secret };
  return convertHome({
    paths,
    json,
    label: 'encrypted',
    done: `Encrypted. ${kept(source.holder)}`,
    ...(source.holder.kind === 'passphrase' ? { passphrase: source.secret.toString('utf8') } : {}),
    begin: () => cutOff ?? beginEncryption(paths, source),
  });
}

function refuseOther(file: KeyFile | undefined): void {
  if (file === undefined || file.converting === 'encrypt') return;
  throw file.converting === undefined
    ? new CarryoverError('this home is encrypted already', {
        code: 'already-encrypted',
        hint: '`carryover rekey` gives it another key, `carryover decrypt` takes it away',
      })
    : new CarryoverError(`\`carryover ${file.converting}\` was cut off`, {
        code: 'conversion-under-way',
        hint: `run \`carryover ${file.converting}\` again first: it goes on where it was`,
      });
}

function explain({ home }: HomePaths): void {
  say(`Encrypts what Carryover stores in ${home}: the journal, what was learned, the search index, their backups,`);
  say('and events that wait to be taken in.');
  say();
  say('  Not encrypted: the memory files (readable Markdown, because agents and you read them), the configuration and');
  say('  logs (which hold no content), exports you made, and the transcripts your agent client keeps by itself.');
  say('  Whoever loses the key loses the memory: there is no second way in. Keep a copy of it elsewhere.');
  say('  The daemon stops meanwhile; events are kept and taken in afterwards.');
  say();
}

function kept(holder: KeyFile['holder']): string {
  if (holder.kind === 'key-file')
    return `The key is in ${holder.path}: keep a copy of that file elsewhere, without it nothing can be read.`;
  return holder.kind === 'keychain'
    ? 'The key is in the keychain of this user.'
    : 'After each start of the daemon, `carryover unlock` opens the memory.';
}
