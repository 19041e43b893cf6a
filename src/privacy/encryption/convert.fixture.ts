/** Runs a conversion of a home with a key file in a process of its own, so that a test can kill it: `encrypt|decrypt|rekey home keyFile`. */
import { readKeyFile, unlockKeys } from '../../platform/home-keys.ts';
import { homePaths } from '../../platform/paths.ts';
import { beginDecryption, beginEncryption, beginRekeying, finishConversion } from './convert.ts';
import { keyFileSource } from './key-source.ts';

const [kind, home = '', keyFile = ''] = process.argv.slice(2);
const paths = homePaths(home);
const source = keyFileSource(keyFile, paths);
const file = readKeyFile(paths);
const held = file === undefined ? undefined : { file, keys: unlockKeys(file, source.secret) };
if (held?.file.converting !== undefined) finishConversion(paths, held);
else if (held === undefined) finishConversion(paths, beginEncryption(paths, source));
else if (kind === 'decrypt') finishConversion(paths, beginDecryption(paths, held));
else finishConversion(paths, beginRekeying(paths, held, source));
