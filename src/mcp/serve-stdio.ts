/**
 * MCP over standard input and output: a JSON-RPC message a line. By hand, because a process of it lives in every session
 * and the SDK takes as much memory as all of Node; over HTTP, where one daemon serves all, the SDK does it.
 *
 * Guarantees: every request is answered, an unknown method with -32601 and wrong parameters with -32602; what is no request
 * is passed over; nothing that comes in ends the process. Both handshakes are served: `initialize` of the revisions to
 * 2025-11-25, and that of 2026-07-28, where every request says which revision it speaks.
 * Limits: no batches, which only the revision 2025-03-26 had; a line of more than `LONGEST_LINE` characters is passed over.
 */
import type { Readable, Writable } from 'node:stream';
import { INSTRUCTIONS, type MemoryTools, SERVER_NAME, UNKNOWN_TOOL } from './tools.ts';

/** Those that begin with `initialize`, the newest first. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
/** The one whose requests stand each for itself. */
const REVISION_PER_REQUEST = '2026-07-28';
const REVISION_FIELD = 'io.modelcontextprotocol/protocolVersion';
const SERVER_FIELD = 'io.modelcontextprotocol/serverInfo';
/** Far more than a client can ask for. */
const LONGEST_LINE = 4 * 1024 * 1024;

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const UNSUPPORTED_REVISION = -32022;

interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params: unknown;
}

type Params = { readonly [name: string]: unknown };

type Answer = { readonly result: object } | { readonly error: { readonly code: number; readonly message: string } };

/** Resolves when the input has ended and what was asked is answered. */
export async function serveStdio(
  tools: MemoryTools,
  version: string,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const open = new Set<Promise<void>>();
  for await (const line of linesWithin(input)) {
    const request = requestOf(line);
    if (request === undefined) continue;
    const answered = answer(request, tools, version).then((given) => {
      output.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...given })}\n`);
      open.delete(answered);
    });
    open.add(answered);
  }
  await Promise.all(open);
}

async function answer({ method, params }: Request, tools: MemoryTools, version: string): Promise<Answer> {
  if (!isObject(params)) return failure(INVALID_PARAMS, 'parameters are fields');
  const server = { name: SERVER_NAME, version };
  const revision = Reflect.get(Object(params._meta), REVISION_FIELD);
  if (revision === undefined) return plainAnswer(method, params, tools, server);
  if (revision !== REVISION_PER_REQUEST)
    return failure(
      UNSUPPORTED_REVISION,
      `Unsupported protocol version: ${typeof revision === 'string' ? revision.slice(0, 100) : 'no text'}`,
    );
  const given =
    method === 'server/discover'
      ? { result: { supportedVersions: [REVISION_PER_REQUEST], ...ABOUT } }
      : await toolAnswer(method, params, tools);
  if ('error' in given) return given;
  // What it says of the tools holds for now and for this caller.
  const freshness = method === 'tools/call' ? {} : { ttlMs: 0, cacheScope: 'private' };
  return { result: { ...given.result, resultType: 'complete', ...freshness, _meta: { [SERVER_FIELD]: server } } };
}

const ABOUT = { capabilities: { tools: {} }, instructions: INSTRUCTIONS };

async function plainAnswer(method: string, params: Params, tools: MemoryTools, serverInfo: object): Promise<Answer> {
  if (method === 'ping') return { result: {} };
  if (method !== 'initialize') return toolAnswer(method, params, tools);
  const asked = params.protocolVersion;
  if (typeof asked !== 'string') return failure(INVALID_PARAMS, 'protocolVersion must be a text');
  const protocolVersion = REVISIONS.includes(asked) ? asked : REVISIONS[0];
  return { result: { protocolVersion, serverInfo, ...ABOUT } };
}

async function toolAnswer(method: string, params: Params, tools: MemoryTools): Promise<Answer> {
  if (method === 'tools/list') return { result: { tools: tools.definitions } };
  if (method !== 'tools/call') return failure(METHOD_NOT_FOUND, 'Method not found');
  const { name, arguments: input = {} } = params;
  if (typeof name !== 'string' || !isObject(input))
    return failure(INVALID_PARAMS, 'a tool is called by name, with fields');
  const called = tools.call(name, input);
  return called === undefined ? failure(INVALID_PARAMS, UNKNOWN_TOOL) : { result: await called };
}

function failure(code: number, message: string): Answer {
  return { error: { code, message } };
}

/** Undefined for a notification, an answer, and what is no message: nobody waits for one of ours. */
function requestOf(line: string): Request | undefined {
  const { jsonrpc, id, method, params = {} } = objectIn(line);
  const isAsked = typeof id === 'string' || Number.isSafeInteger(id);
  if (jsonrpc !== '2.0' || !isAsked || typeof method !== 'string') return undefined;
  return { id: id as Request['id'], method, params };
}

function objectIn(line: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Split at `\n` alone: JSON may hold U+2028. Of a line that is too long nothing is kept. */
async function* linesWithin(input: Readable): AsyncIterable<string> {
  input.setEncoding('utf8');
  let rest = '';
  let isTooLong = false;
  for await (const chunk of input as AsyncIterable<string>) {
    for (const [at, piece] of chunk.split('\n').entries()) {
      if (at > 0) {
        if (!isTooLong) yield rest;
        rest = '';
        isTooLong = false;
      }
      isTooLong ||= rest.length + piece.length > LONGEST_LINE;
      rest = isTooLong ? '' : rest + piece;
    }
  }
}
