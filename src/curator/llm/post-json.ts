/**
 * One JSON question over HTTP. Ends within the question's time whatever the other side does, follows no redirect (the
 * key would go with it), and reads no more than an answer can be. Messages name the host and a status, never a body.
 */

import { unusable } from './completion.ts';
import { withDeadline } from './deadline.ts';
import { ProviderError, type Question } from './provider.ts';
import { statusProblem } from './status-problem.ts';
import type { Used } from './usage.ts';

/** The longest answers are some hundred kilobytes. */
const MAX_ANSWER_BYTES = 2 * 1_024 * 1_024;

/** Failures of a connection that was never made: nothing was sent, so nothing was used. */
const NEVER_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

export interface JsonPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly question: Question;
  /** What it counts when it breaks off after it was sent. */
  readonly most: Used;
}

export function postJson({ url, headers, body, question, most }: JsonPost): Promise<unknown> {
  return withDeadline(question, most, async (end) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: end,
    }).catch((thrown: unknown) => {
      throw brokenOff(url.host, thrown, most);
    });
    const text = await readText(answer, url.host, most);
    if (!answer.ok) throw statusProblem(answer, text, url.host);
    return parse(text, url.host, most);
  });
}

async function readText(answer: Response, host: string, most: Used): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength;
      // Leaving the loop closes the connection.
      if (bytes > MAX_ANSWER_BYTES) break;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (thrown) {
    // The status stands, whatever became of the words after it.
    if (!answer.ok) return '';
    throw brokenOff(host, thrown, most);
  }
  if (bytes > MAX_ANSWER_BYTES && answer.ok)
    throw unusable(`the answer of the model at ${host} is too large`, 'answer-too-large', most);
  return text;
}

function parse(text: string, host: string, most: Used): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not the parser's message: it repeats what it read. A login page of a network gives way by itself, so it waits.
    throw new ProviderError(`the model at ${host} gave no JSON: something else may answer there`, {
      code: 'not-an-answer',
      problem: 'busy',
      used: most,
    });
  }
}

function brokenOff(host: string, thrown: unknown, most: Used): ProviderError {
  const code = codeOf(thrown);
  const neverConnected = NEVER_CONNECTED.includes(code);
  return new ProviderError(
    `the connection to the model at ${host} ${neverConnected ? 'failed' : 'broke off'} (${code})`,
    {
      code: neverConnected ? 'model-unreachable' : 'model-connection-lost',
      problem: 'busy',
      ...(neverConnected ? {} : { used: most }),
    },
  );
}

/** `fetch` hides the system's code one level down. */
function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'no reason given';
}
