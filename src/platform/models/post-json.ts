/**
 * One JSON question over HTTP. Ends within the question's time whatever the other side does, follows no redirect (the
 * key would go with it), and reads no more than an answer can be. Messages name the host and a status, never a body.
 */

import { type Deadline, withDeadline } from './deadline.ts';
import { ProviderError, type Used } from './provider-error.ts';
import { type SettingSection, statusProblem } from './status-problem.ts';

/** The longest answers in words are some hundred kilobytes. */
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
  /** The settings a person is pointed to when something is wrong with them. */
  readonly section: SettingSection;
  readonly question: Deadline;
  /** What it counts when it breaks off after it was sent. */
  readonly most: Used;
  readonly maxAnswerBytes?: number;
}

export function postJson(post: JsonPost): Promise<unknown> {
  const { url, headers, body, section, question, most, maxAnswerBytes = MAX_ANSWER_BYTES } = post;
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
    const text = await readText(answer, url.host, most, maxAnswerBytes);
    if (!answer.ok) throw statusProblem(answer, text, url.host, section);
    return parse(text, url.host, most);
  });
}

async function readText(answer: Response, host: string, most: Used, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength;
      // Leaving the loop closes the connection.
      if (bytes > maxBytes) break;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (thrown) {
    // The status stands, whatever became of the words after it.
    if (!answer.ok) return '';
    throw brokenOff(host, thrown, most);
  }
  if (bytes > maxBytes && answer.ok)
    throw new ProviderError(`the answer of the model at ${host} is too large`, {
      code: 'answer-too-large',
      problem: 'unusable',
      used: most,
    });
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
