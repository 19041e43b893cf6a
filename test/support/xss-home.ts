/**
 * A home full of texts that try to be more than text, in every kind of thing that is stored and shown: prompts, answers,
 * tool calls and results, errors, paths, ids, names of spaces, learnings, services, actions, reviews, events, files. What
 * a door refuses is left out; what it takes must show as text.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from './api.ts';
import { makeHome, startDaemon, type TestHome } from './home.ts';
import { postHook, postRecords, promptEvent, startEvent, toolEvent } from './hooks.ts';
import { curated } from './lived-in/tell-session.ts';
import { makeFolder } from './workspace.ts';
import { XSS_ID, XSS_NAME, XSS_TEXTS } from './xss-texts.ts';

const LEVELS = ['info', 'warning', 'error', 'critical'];
const CATEGORIES = ['timing', 'dependency', 'behavior', 'remediation', 'maintenance'];

export interface XssHome extends TestHome {
  /** Of the session that said all of them. */
  readonly sessionId: string;
  readonly folder: string;
}

export async function makeXssHome(): Promise<XssHome> {
  const home = await makeHome();
  const root = makeFolder('xss');
  const folder = join(root, XSS_NAME);
  const dispose = async (): Promise<void> => {
    await home[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  };
  try {
    mkdirSync(folder);
    await startDaemon(home);
    await say(home, folder);
    await plant(home, folder);
  } catch (cause) {
    await dispose();
    throw cause;
  }
  return { ...home, sessionId: XSS_ID, folder, [Symbol.asyncDispose]: dispose };
}

/** One turn for each text, as a client tells of it. */
async function say(home: TestHome, cwd: string): Promise<void> {
  const send = async (payload: object): Promise<void> => {
    const { status, body } = await postHook(home, { ...payload, cwd, transcript_path: undefined });
    if (status !== 200) throw new Error(`a hook was answered ${status}: ${body}`);
  };
  await send(startEvent(XSS_ID));
  for (const [index, text] of XSS_TEXTS.entries()) {
    const ofTurn = { prompt_id: `${XSS_ID}${index}` };
    const named = { tool_name: index % 2 === 0 ? 'Read' : text.slice(0, 100), tool_input: { file_path: text } };
    await send(promptEvent(XSS_ID, `Remember that its title is ${text}\nNext step: look at ${text}`, ofTurn));
    await send(toolEvent(XSS_ID, `${index}-worked`, { ...named, tool_response: text, ...ofTurn }));
    const error = { hook_event_name: 'PostToolUseFailure', tool_response: undefined, error: text };
    await send(toolEvent(XSS_ID, `${index}-failed`, { tool_input: { command: text }, ...error, ...ofTurn }));
    await send({
      ...promptEvent(XSS_ID, '', ofTurn),
      hook_event_name: 'Stop',
      last_assistant_message: answerWith(text, index),
    });
  }
  await send({ ...startEvent(XSS_ID), hook_event_name: 'SessionEnd', reason: XSS_NAME });
  await curated(home, XSS_TEXTS.length);
}

function answerWith(text: string, index: number): string {
  const line = text.replaceAll('\n', ' ');
  const services = ['web', XSS_NAME.replaceAll(/[\s:\]]/g, '')];
  const markers = services.flatMap((service) => [
    `[MEMORY:${CATEGORIES[index % CATEGORIES.length]}:${service}] ${line}`,
    `[EVENT:${LEVELS[index % LEVELS.length]}:${service}] ${line}`,
    `[COOLDOWN:restart:${service}] ${line}`,
  ]);
  return [text, ...markers].join('\n');
}

/** And what comes in by other doors. */
async function plant(home: TestHome, folder: string): Promise<void> {
  for (const [index, text] of XSS_TEXTS.entries()) {
    const content = text.slice(0, 1_900);
    await offer(home, '/memory/pin', { content, workspace: index % 2 === 0 ? folder : null });
    await offer(home, '/memories', {
      service: text.slice(0, 100),
      category: CATEGORIES[index % CATEGORIES.length],
      observation: content,
      persistent: index % 2 === 0,
    });
  }
  await postRecords(
    home,
    XSS_TEXTS.map((text, index) => ({
      id: `${XSS_ID}${index}`,
      session_id: `${XSS_ID}-records`,
      type: 'event',
      workspace: folder,
      tool: text.slice(0, 100),
      path: text.slice(0, 1_000),
      content: text,
      tags: [text.slice(0, 100)],
      metadata: { event: 'marker', level: text.slice(0, 100), service: text.slice(0, 100), note: text },
    })),
  );
  await importWishes(home);
  const files = [{ name: 'os.md', content: `# ${XSS_NAME}\n${lines()}` }];
  await offer(home, '/files/deploy', { release: XSS_ID, files });
  appendFileSync(join(home.paths.memory, 'user.md'), lines());
  await callApi(home, '/files');
}

/** A door may refuse a text; it may not be missing, or break. */
async function offer(home: TestHome, path: string, body: object): Promise<void> {
  const { status } = await callApi(home, path, body);
  if (status === 404 || status >= 500) throw new Error(`${path} was answered ${status}`);
}

function lines(): string {
  return XSS_TEXTS.map((text) => `- ${text.replaceAll(/[\n\0]/g, ' ').slice(0, 500)}\n`).join('');
}

/** Wait for a person to decide. */
async function importWishes(home: TestHome): Promise<void> {
  const wishes = XSS_TEXTS.map((text, index) => ({
    kind: 'learning',
    id: `wish-${index}`,
    type: 'PREFERENCE',
    content: `Always show ${text.slice(0, 1_000)}`,
    subject: text.slice(0, 100),
    workspace: null,
    scope: 'user',
  }));
  await fetch(`${home.url}/memory/import?from=${encodeURIComponent(XSS_NAME)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.scriptToken}`, 'content-type': 'application/x-ndjson' },
    body: [{ kind: 'carryover-export', version: 1, workspace: null }, ...wishes]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  });
}
