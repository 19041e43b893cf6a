/** `carryover decrypt`: takes the encryption away. Cut off, it goes on when it is called again. */
import { CarryoverError } from '../../memory/error.ts';
import { beginDecryption } from '../../privacy/encryption/convert.ts';
import { abandoned, agreed } from '../ask.ts';
import { convertHome } from '../convert-home.ts';
import { currentHome } from '../home.ts';
import { openHomeKeys, passphrases } from '../home-keys.ts';

interface DecryptOptions {
  readonly passphraseStdin?: unknown;
  readonly yes?: unknown;
  readonly json?: unknown;
}

export async function runDecrypt({ passphraseStdin, yes, json }: DecryptOptions): Promise<number> {
  const paths = currentHome();
  const held = await openHomeKeys(paths, passphrases(passphraseStdin));
  if (held === undefined)
    throw new CarryoverError('this home is not encrypted', {
      code: 'not-encrypted',
      hint: '`carryover encrypt` encrypts it',
    });
  if (!(await agreed(yes, 'Store everything readable again?'))) return abandoned();
  const { holder } = held.file;
  return convertHome({
    paths,
    json,
    label: 'decrypted',
    done: `Decrypted: no key is needed any more.${holder.kind === 'key-file' ? ` ${holder.path} opens nothing now.` : ''}`,
    begin: () => beginDecryption(paths, held),
  });
}
