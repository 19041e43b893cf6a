/** The keys of a home that need no person: those of a key file and of the keychain. */
import { CarryoverError } from '../memory/error.ts';
import { type HomeKeys, holderSecret, readKeyFile, unlockKeys } from '../platform/home-keys.ts';
import type { HomePaths } from '../platform/paths.ts';

type KeysAtHand =
  /** No keys where nothing is encrypted. */
  | { readonly locked: false; readonly keys: HomeKeys | undefined }
  /** A reason where it should have worked without a person. */
  | { readonly locked: true; readonly reason: CarryoverError | undefined };

export function keysAtHand(paths: Pick<HomePaths, 'keys'>, env: NodeJS.ProcessEnv): KeysAtHand {
  try {
    const file = readKeyFile(paths);
    if (file === undefined) return { locked: false, keys: undefined };
    const secret = holderSecret(file, env);
    if (secret === undefined) return { locked: true, reason: undefined };
    const keys = unlockKeys(file, secret);
    secret.fill(0);
    return { locked: false, keys };
  } catch (error) {
    if (!(error instanceof CarryoverError)) throw error;
    return { locked: true, reason: error };
  }
}
