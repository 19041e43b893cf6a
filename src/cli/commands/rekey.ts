/**
 * `carryover rekey`: everything under a new key, with another passphrase or another holder if one is named. The old key
 * opens nothing afterwards. Cut off, it goes on when it is called again.
 */
import { CarryoverError } from '../../memory/error.ts';
import { beginRekeying } from '../../privacy/encryption/convert.ts';
import { abandoned, agreed } from '../ask.ts';
import { convertHome } from '../convert-home.ts';
import { currentHome } from '../home.ts';
import { chooseKeySource, type KeyOptions, openHomeKeys, passphrases } from '../home-keys.ts';

interface RekeyOptions extends KeyOptions {
  readonly yes?: unknown;
  readonly json?: unknown;
}

export async function runRekey(options: RekeyOptions): Promise<number> {
  const paths = currentHome();
  const ask = passphrases(options.passphraseStdin);
  const held = await openHomeKeys(paths, ask);
  if (held === undefined)
    throw new CarryoverError('this home is not encrypted', {
      code: 'not-encrypted',
      hint: '`carryover encrypt` encrypts it',
    });
  const { converting, holder } = held.file;
  if (converting === 'encrypt' || converting === 'decrypt')
    throw new CarryoverError(`\`carryover ${converting}\` was cut off`, {
      code: 'conversion-under-way',
      hint: `run \`carryover ${converting}\` again first: it goes on where it was`,
    });
  if (!(await agreed(options.yes, 'Write everything anew under another key?'))) return abandoned();
  const source =
    converting === 'rekey'
      ? { holder, secret: held.secret }
      : await chooseKeySource(paths, options, { passphrases: ask, isTyped: options.passphraseStdin !== true }, held);
  return convertHome({
    paths,
    json: options.json,
    label: 'rekeyed',
    done: 'Everything is under a new key; the old one opens nothing any more.',
    ...(source.holder.kind === 'passphrase' ? { passphrase: source.secret.toString('utf8') } : {}),
    begin: () => (converting === 'rekey' ? held : beginRekeying(paths, held, source)),
  });
}
