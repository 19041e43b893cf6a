/**
 * What the hook does when the daemon does not answer. In this order, so that a kill at any point loses nothing that was
 * promised: redact and spool the event (fsync), start the daemon, and, at session start only, wait for it and ask for
 * the boot block; if it does not come in time, the last block rendered for this space is given. Where there is none, it is
 * waited for longer: no session boots blind. A hook that is there for a further part of the block does only the last two:
 * keeping the event and starting the daemon is the first one's work. A daemon that refused is not asked again.
 *
 * Redaction fails closed: what is too large for the time a hook has, or fails, is spooled as a description, and the
 * daemon reads the event itself from the client's transcript.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { cleanNow } from '../../capture/clean-value.ts';
import { ownTokenFiles } from '../../capture/own-tokens.ts';
import { createConfiguredRedactor } from '../../capture/redaction-options.ts';
import { locateSpace } from '../../capture/space-locator.ts';
import { type SpoolEntry, spoolEntry } from '../../capture/spool.ts';
import { isObject, text } from '../../memory/json-guards.ts';
import { COMMAND_CHANNEL } from '../../memory/telling.ts';
import { APP_TOKEN_VARIABLE, readApps } from '../../platform/apps.ts';
import { systemClock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import { type HomePaths, homeFolder, homePaths } from '../../platform/paths.ts';
import { readOrCreateSecret } from '../../platform/private-file.ts';
import { startDaemon } from '../../platform/start-daemon.ts';
import { findToken } from '../../platform/token-file.ts';
import { readLastBlock } from '../../recall/last-block.ts';
import { mayInject, type Receiver } from '../../recall/may-inject.ts';
import { withheldPayload } from '../claude-code/withheld-payload.ts';
import { askFor, exchange, Refused } from './exchange.ts';

/** About what can be redacted in 200 ms by a process that just started. */
const REDACTABLE_CHARS = 300_000;
const POLL_MS = 25;
/** On top of the deadline, when the only other choice is a session without its memory; the client waits longer still. */
const NO_LAST_BLOCK_MS = 4_000;
const IDENTITY_FIELDS = ['session_id', 'transcript_path', 'cwd', 'prompt_id', 'hook_event_name'];

export interface ColdRequest {
  /** The home, where one was given. */
  readonly home: string | undefined;
  readonly client: string;
  readonly event: string;
  /** Of the boot block, from 1. */
  readonly part: number;
  readonly body: string;
  /** What is left of the hook's time. */
  readonly deadlineMs: number;
  readonly distFolder: string;
  /** What the event was handed over under before. */
  readonly eventId: string;
  /** `silent`: nobody answered in time. `refused`: it answered with an error. `late`: it has the event, and no block yet. */
  readonly daemon: 'silent' | 'refused' | 'late';
}

export function pathsOf(home: string | undefined): HomePaths {
  return homePaths(home || homeFolder(process.env));
}

interface Cold extends ColdRequest {
  readonly paths: HomePaths;
}

/** Resolves to the JSON to print. */
export async function run(asked: ColdRequest): Promise<string> {
  const request: Cold = { ...asked, paths: pathsOf(asked.home) };
  const endsAt = systemClock.elapsed() + request.deadlineMs;
  const payload = parse(request.body);
  if (payload === undefined) return '{}';
  const isKept = request.part > 1 || request.daemon === 'late';
  const comes = (isKept || keepAndStart(request, payload)) && request.daemon === 'silent';
  if (request.event !== 'SessionStart') return '{}';
  const last = lastBlock(request, payload);
  if (last === 'none' && comes && existsSync(request.paths.journal))
    return (await waitForAnswer(request, endsAt + NO_LAST_BLOCK_MS)) ?? '{}';
  const answer = comes ? await waitForAnswer(request, endsAt) : undefined;
  return answer ?? (last === 'none' || last === 'unwanted' ? '{}' : bootAnswer(last.block));
}

/** Whether a daemon can be waited for. */
function keepAndStart(request: Cold, payload: Readonly<Record<string, unknown>>): boolean {
  const { paths, distFolder } = request;
  attempt(() => spool(request, payload));
  return attempt(() =>
    startDaemon({ paths, entry: join(distFolder, 'daemon.js'), env: process.env, now: systemClock.now() }),
  );
}

/** Each step is worth trying whatever became of the one before it: a home that cannot be written still has a block to give. */
function attempt(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    // Not the agent's trouble; what was not spooled is in the client's transcript.
    return false;
  }
}

function parse(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const payload: unknown = JSON.parse(body);
    return isObject(payload) ? payload : undefined;
  } catch {
    // Not an event of any client.
    return undefined;
  }
}

function spool(request: Cold, payload: Readonly<Record<string, unknown>>): void {
  const { paths, client } = request;
  const app = ownApp(paths);
  // Its token was taken back: what it does is nobody's memory.
  if (app === 'unknown') return;
  const told = { channel: COMMAND_CHANNEL, eventId: request.eventId };
  const entry = { version: 1, client, at: systemClock.now(), ...told, ...(app === undefined ? {} : { app }) } as const;
  spoolEntry(
    paths,
    request.body.length > REDACTABLE_CHARS
      ? { ...entry, withheld: describe(payload, request.body, 'too large') }
      : { ...entry, ...redacted(request, payload) },
  );
}

/** Which app this process is of, by its token; undefined for a session of the space itself. */
function ownApp(paths: HomePaths): SpoolEntry['app'] | 'unknown' {
  const token = process.env[APP_TOKEN_VARIABLE];
  if (!token) return undefined;
  const held = findToken(readApps(paths.apps, systemClock.now()), token);
  return held === undefined ? 'unknown' : { app: held.name, space: held.space };
}

function redacted(request: Cold, payload: Readonly<Record<string, unknown>>): Pick<SpoolEntry, 'payload' | 'withheld'> {
  try {
    const config = loadConfig(request.paths.config, process.env);
    const redactor = createConfiguredRedactor({
      key: readOrCreateSecret(request.paths.redactionKey),
      hex: config['redaction.hex'],
      patterns: config['redaction.patterns'],
      allow: config['redaction.allow'],
      ownTokens: ownTokenFiles(request.paths),
    });
    const cleaned = cleanNow(redactor, withheldPayload(payload));
    if (!cleaned.failed) return { payload: cleaned.value };
  } catch {
    // No key, a broken configuration: then nothing of the text may be written.
  }
  return { withheld: describe(payload, request.body, 'not redacted') };
}

function describe(
  payload: Readonly<Record<string, unknown>>,
  body: string,
  reason: string,
): NonNullable<SpoolEntry['withheld']> {
  const identity = Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, text(payload[field])]));
  const transcript = identity.transcript_path ?? '';
  const transcriptBytes = transcript === '' ? 0 : (statSync(transcript, { throwIfNoEntry: false })?.size ?? 0);
  return { reason, length: body.length, transcriptBytes, identity };
}

async function waitForAnswer(request: Cold, endsAt: number): Promise<string | undefined> {
  const { paths, client, body, part, eventId } = request;
  for (let leftMs = endsAt - systemClock.elapsed(); leftMs > POLL_MS; leftMs = endsAt - systemClock.elapsed()) {
    try {
      const token = readFileSync(paths.token, 'utf8').trim();
      return await exchange({
        socketPath: paths.socket,
        token,
        client,
        appToken: process.env[APP_TOKEN_VARIABLE],
        content: () => askFor(part, body),
        timeoutMs: leftMs,
        nonce: randomBytes(16).toString('hex'),
        eventId,
      });
    } catch (error) {
      // Up, and not able to answer: asking again would only add to its trouble.
      if (error instanceof Refused) return undefined;
      // Not up yet.
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  return undefined;
}

function lastBlock(
  { paths, part }: Cold,
  payload: Readonly<Record<string, unknown>>,
): 'none' | 'unwanted' | { readonly block: string } {
  const cwd = text(payload.cwd);
  const place = locateSpace(cwd);
  const receiver = { workspace: place.anchor, sessionId: text(payload.session_id) };
  if (cwd === '' || text(payload.source) === 'resume' || !isInjectionOn(paths, receiver)) return 'unwanted';
  // Whether a further part is there is known by the first one.
  if (readLastBlock(paths.bootBlocks, place, 1) === undefined) return 'none';
  const block = readLastBlock(paths.bootBlocks, place, part);
  return block === undefined ? 'unwanted' : { block };
}

function bootAnswer(block: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: block } });
}

/** A space goes by its folder here; one that was switched off by its id has had its last block removed. */
function isInjectionOn(paths: HomePaths, receiver: Receiver): boolean {
  try {
    const config = loadConfig(paths.config, process.env);
    const offSpaces = config['injection.offSpaces'].map((name) => (isAbsolute(name) ? locateSpace(name).anchor : name));
    return mayInject({ ...config, 'injection.offSpaces': offSpaces }, receiver);
  } catch {
    // A configuration that cannot be read may have said no.
    return false;
  }
}
