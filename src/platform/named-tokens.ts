/**
 * Tokens that the owner gives to scripts: each has a name and the rights it was made for, is shown once, kept as a hash, and
 * refused at once when it is removed. Limit: whoever can read a script's environment has its token.
 */
import { isAppName } from '../memory/app.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { isRight, type Right } from '../memory/right.ts';
import {
  createTokenReader,
  findToken,
  type HeldToken,
  newToken,
  readTokens,
  type TokenFile,
  updateTokens,
} from './token-file.ts';

export interface NamedToken extends HeldToken {
  readonly name: string;
  readonly may: readonly Right[];
}

/** The environment variable in which a script carries its token. */
export const TOKEN_VARIABLE = 'CARRYOVER_TOKEN';

export function addNamedToken(
  path: string,
  given: Omit<NamedToken, 'sha256'>,
): NamedToken & { readonly token: string } {
  const { token, sha256 } = newToken();
  updateTokens(fileAt(path), (held) => {
    if (held.some(({ name }) => name === given.name))
      throw new CarryoverError(`there is a token "${given.name}" already`, {
        code: 'invalid-input',
        hint: 'choose another name, or remove it first: `carryover token remove NAME`',
      });
    return [...held, { ...given, sha256 }];
  });
  return { ...given, sha256, token };
}

/** False when there was none. */
export function removeNamedToken(path: string, name: string): boolean {
  if (!readNamedTokens(path).some((held) => held.name === name)) return false;
  updateTokens(fileAt(path), (held) => held.filter((token) => token.name !== name));
  return true;
}

export function readNamedTokens(path: string): readonly NamedToken[] {
  return readTokens(fileAt(path));
}

export function findNamedToken(path: string, token: string): NamedToken | undefined {
  return findToken(readNamedTokens(path), token);
}

export function createNamedTokenReader(path: string): () => readonly NamedToken[] {
  return createTokenReader(fileAt(path));
}

function fileAt(path: string): TokenFile<NamedToken> {
  return {
    path,
    isEntry: ({ name, may }) =>
      typeof name === 'string' && isAppName(name) && Array.isArray(may) && may.every((right) => isRight(right)),
    damaged: (subject, cause) =>
      new CarryoverError(`cannot read ${subject}: ${messageOf(cause)}`, {
        code: 'tokens-unreadable',
        subject,
        hint: 'correct it, or delete it and make the tokens again: `carryover token add`',
        cause,
      }),
  };
}
