/**
 * What an HTTP status other than success means for a question. Of the body only the error's type is taken, and only when
 * it is a plain word: servers repeat prompts, and some repeat keys.
 */
import { isObject } from '../../memory/json-guards.ts';
import { ProviderError, type ProviderProblem } from './provider-error.ts';

/** Letters only: nothing that could hold a key, an address or a person's words. */
const PLAIN_WORD = /^[a-z_]{1,40}$/;
const MAX_RETRY_AFTER_MS = 60 * 60 * 1_000;

/** Where a person set up the model that was asked. */
export type SettingSection = 'curator' | 'embeddings';

interface Meaning {
  readonly problem: ProviderProblem;
  readonly code: string;
  hint(section: SettingSection): string;
}

const WAIT: Meaning = { problem: 'busy', code: 'model-busy', hint: () => 'it is asked again later' };
const REFUSED: Meaning = {
  problem: 'unusable',
  code: 'question-refused',
  hint: () => 'another question may be answered',
};
const KEY: Meaning = {
  problem: 'setup',
  code: 'model-key-refused',
  hint: (section) =>
    `check the key, and what it may do: \`carryover config set ${section}.keyFile PATH\`, or the variable of the provider`,
};
const ADDRESS: Meaning = {
  problem: 'setup',
  code: 'model-not-found',
  hint: (section) => `check ${section}.model, and the address the model is asked at`,
};
const REDIRECT: Meaning = {
  problem: 'setup',
  code: 'model-moved',
  hint: () => 'no redirect is followed, because the key would go with it: set the address it points to',
};

const BY_STATUS: { readonly [status: number]: Meaning } = {
  400: REFUSED,
  401: KEY,
  402: KEY,
  403: KEY,
  408: WAIT,
  409: WAIT,
  413: REFUSED,
  422: REFUSED,
  425: WAIT,
  429: WAIT,
};

export function statusProblem(
  answer: Pick<Response, 'status' | 'headers'>,
  body: string,
  host: string,
  section: SettingSection,
): ProviderError {
  const { problem, code, hint } = meaningOf(answer.status);
  const word = typeIn(body);
  return new ProviderError(`the model at ${host} answered ${answer.status}${word === undefined ? '' : ` (${word})`}`, {
    code,
    problem,
    hint: hint(section),
    retryAfterMs: problem === 'busy' ? retryAfterMs(answer.headers) : undefined,
  });
}

/** The same for a status that was told by somebody else. */
export function meaningOf(status: number): Meaning {
  if (status >= 500) return WAIT;
  return BY_STATUS[status] ?? (status >= 300 && status < 400 ? REDIRECT : ADDRESS);
}

/** Seconds, or a date, which is held against the server's own clock. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  const waitMs = /^\d+$/.test(value)
    ? Number(value) * 1_000
    : Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return waitMs >= 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : undefined;
}

function typeIn(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = isObject(parsed) && isObject(parsed.error) ? parsed.error : {};
    const words = [error.type, error.code].filter((word) => typeof word === 'string');
    return words.find((word) => PLAIN_WORD.test(word));
  } catch {
    // Not JSON, or cut short: the status says enough.
    return undefined;
  }
}
