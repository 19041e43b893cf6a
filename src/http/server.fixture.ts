/** A real server on a free port with a real token and a real journal, for tests; and requests as odd as an attacker's. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as prepareRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordInput } from '../capture/record-input.ts';
import { recordReading } from '../capture/record-reading.ts';
import { createConfiguredRedactor } from '../capture/redaction-options.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { type Knowledge, openKnowledge } from '../knowledge/knowledge.ts';
import { CarryoverError } from '../memory/error.ts';
import type { ForgetReceipt } from '../memory/forgetting.ts';
import { type ActId, newId, type RecordId, type SessionId, type SpaceId } from '../memory/ids.ts';
import type { MemoryRecord } from '../memory/record.ts';
import type { StatusReport } from '../memory/status.ts';
import { createAppReader } from '../platform/apps.ts';
import { makePrivateFolder } from '../platform/atomic-file.ts';
import { systemClock } from '../platform/clock.ts';
import { createHookTokenReader, issueHookToken } from '../platform/hook-tokens.ts';
import { type LogFile, openLog } from '../platform/log.ts';
import { addNamedToken, createNamedTokenReader, readNamedTokens, removeNamedToken } from '../platform/named-tokens.ts';
import { type HomePaths, homePaths } from '../platform/paths.ts';
import { readOrCreateSecret } from '../platform/private-file.ts';
import { composeBoot } from '../recall/boot-block.ts';
import { temporaryRecall } from '../recall/threads/temporary-recall.fixture.ts';
import { createAccess } from './access.ts';
import type { ApiDependencies } from './api.ts';
import { type App, createApp } from './app.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import type { CurationApi } from './curation-api.ts';
import { checkDeclared } from './openapi/declared-answer.fixture.ts';
import { type ServerOptions, startServer } from './server.ts';
import type { SettingsReport } from './settings-api.ts';
import { UpdateFeed } from './update-feed.ts';

const BLOCK_CHARS = 5_000;

/** The one client with hooks, and the one folder that is known. */
export const CLIENT = 'claude-code';
export const FOLDER = '/project';

/** What a server stands on. */
export interface TestStores {
  readonly paths: HomePaths;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly log: LogFile;
  readonly updates: UpdateFeed;
}

export interface TestServer extends TestStores {
  readonly app: App;
  readonly port: number;
  readonly token: string;
  readonly hookToken: string;
  /** Of the folder. */
  readonly space: SpaceId;
  /** Payloads the hook handler got. */
  readonly hooked: readonly unknown[];
  readonly stops: () => number;
  /** As anybody. */
  send(request: TestRequest): Promise<TestAnswer>;
  /** As the owner. */
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  close(drainMs?: number): Promise<void>;
}

interface TestRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

/** A journal that holds nothing and exports what it is told to. */
export function exporting(exportRows: Journal['exportRows']): ApiDependencies['journal'] {
  return {
    record: async () => undefined,
    recordIds: async () => [],
    recordIdsOfTurn: async () => [],
    recordsOfTurn: async () => [],
    recordsOfSession: async () => [],
    recordsBetween: async () => [],
    recordsBetweenTurns: async () => [],
    turns: async () => [],
    space: async () => undefined,
    counts: async () => ({ sessions: 0, records: 0, turns: 0, spaces: 0, lastRecordAt: null }),
    promptOfTurn: async () => undefined,
    spaceIds: async () => [],
    turn: async () => undefined,
    injectionsById: async () => [],
    injectionsOfTurn: async () => [],
    lastInjection: async () => undefined,
    session: async () => undefined,
    sessionPage: async () => ({ sessions: [], next: undefined }),
    turnPage: async () => [],
    eventPage: async () => ({ events: [], marks: [], next: undefined }),
    retention: { hiddenCounts: async () => new Map(), showRecords: async () => undefined },
    exportRows,
  };
}

export async function startTestServer(
  change: Partial<ApiDependencies> | ((stores: TestStores) => Partial<ApiDependencies>) = {},
  options: Partial<ServerOptions> = {},
): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), 'carryover-http-'));
  const paths = homePaths(home);
  const token = readOrCreateSecret(paths.token);
  const { token: hookToken } = issueHookToken(paths.hookTokens, {
    client: CLIENT,
    project: null,
    nowMs: systemClock.now(),
  });
  makePrivateFolder(paths.memory);
  const journal = await openJournal({
    path: paths.journal,
    backupFolder: paths.backups,
    clock: systemClock,
    exists: existsSync,
  });
  const knowledge = await openKnowledge({ path: paths.knowledge, backupFolder: paths.backups, clock: systemClock });
  const identity = { anchor: FOLDER, root: FOLDER, kind: 'folder', fingerprint: 'f' } as const;
  const { id: space } = await journal.resolveSpace(identity, systemClock.now());
  const log = openLog({ folder: paths.logs, clock: systemClock, redact: (text) => text });
  const recall = temporaryRecall(paths, knowledge);
  const hooked: unknown[] = [];
  const updates = new UpdateFeed();
  let stops = 0;
  const app = createApp({
    journal,
    knowledge,
    recall,
    curation: NO_CURATION,
    memories: { create: refuse, change: refuse, drop: refuse, merge: refuse, takeBack: refuse },
    runs: { begin: refuse, heard: refuseMessages, end: refuse, cooldowns: async () => [] },
    updates,
    intake: {
      read: readRecords,
      async records(inputs) {
        const records = inputs.map((input) => toRecord(input, space));
        const sessions = records.map(({ sessionId }) => ({
          id: sessionId,
          client: 'api',
          workspace: null,
          cwd: null,
          startedAt: 0,
          metadata: {},
        }));
        return { ...(await journal.append({ sessions, records })), ids: records.map(({ id }) => id) };
      },
    },
    hookReach: { includes: async () => true },
    hooks: new Map([
      [
        CLIENT,
        {
          receive: async (body: Buffer) => {
            hooked.push(JSON.parse(body.toString()));
            return { heard: hooked.length };
          },
          skip: async () => ({}),
        },
      ],
    ]),
    resolveWorkspace: async (workspace) => (workspace === FOLDER || workspace === space ? space : undefined),
    registerFolder: async (folder) =>
      (
        await journal.resolveSpace(
          { ...identity, anchor: folder, root: folder, fingerprint: folder },
          systemClock.now(),
        )
      ).id,
    bootBlock: async (workspace) => {
      const turns = await journal.turns({ workspace, limit: 5 });
      const stood = turns.map((turn) => ({ ...turn, typed: turn.userMessage, pasted: '' }));
      return composeBoot(
        { files: [], learnings: [], actions: [], uncurated: [], stood, source: 'startup' },
        BLOCK_CHARS,
      );
    },
    promptBlock: async () => undefined,
    mcp: refuse,
    forget: {
      preview: refuse,
      receipts: async () => [],
      // The journal's part of it; the whole has its own tests.
      run: async (selection) => {
        const ids = selection.kind === 'record' ? selection.ids : [];
        const { records } = await journal.eraseRecords({ ids, contentHashes: [], now: systemClock.now() });
        if (records.length === 0) throw new CarryoverError('nothing is named so', { code: 'not-found' });
        await journal.settleDisk();
        await recall.settle();
        return receiptOf(records.length);
      },
    },
    privacy: {
      redactOldRows: refuse,
      retentionPreview: refuse,
      confirmRetention: refuse,
      daysLeft: refuse,
      protectedCopies: () => [],
      releaseCopy: (wanted) => wanted,
    },
    settings: { read: () => SAMPLE_SETTINGS, change: () => ({}) },
    redactions: () => ({ since: 1_000, kinds: { 'api-key': 2 } }),
    status: async () => SAMPLE_STATUS,
    port: () => server.port,
    stop: () => {
      stops += 1;
    },
    linkedSpaces: async () => [],
    withholding: async () => ({}),
    apps: { list: () => [], add: refuse, remove: () => false },
    // Whoever has the token is a person here; what becomes of others has its own tests.
    persons: { challenge: () => 'c'.repeat(24), doubt: async () => undefined },
    proposals: {
      list: () => journal.proposals.list(),
      keep: (proposal, origin) => {
        const now = systemClock.now();
        return journal.proposals.keep({ ...proposal, origin, firstAt: now, lastAt: now, count: 1 }, 200);
      },
      drop: (seq) => journal.proposals.drop(seq),
    },
    tokens: {
      list: () => readNamedTokens(paths.tokens),
      add: (name, may) => addNamedToken(paths.tokens, { name, may, createdAt: systemClock.now() }),
      remove: (name) => removeNamedToken(paths.tokens, name),
    },
    isFresh: async () => false,
    importer: { run: refuse },
    access: createAccess({
      ownerToken: token,
      hookTokens: createHookTokenReader(paths.hookTokens),
      namedTokens: createNamedTokenReader(paths.tokens),
      apps: createAppReader(paths.apps, systemClock),
    }),
    sessions: createBrowserSessions({ path: paths.browserSessions, clock: systemClock, log }),
    clock: systemClock,
    log,
    ...(typeof change === 'function' ? change({ paths, journal, knowledge, log, updates }) : change),
  });
  const server = await startServer(app, { port: 0, socketPath: paths.socket, ...options });
  const send = async (request: TestRequest) => {
    const answer = await sendTo(server.port, request);
    const { status, headers, text } = answer;
    const { method = 'GET', path } = request;
    checkDeclared(app, { method, path, status, contentType: headers['content-type'] ?? '', text });
    return answer;
  };
  return {
    app,
    updates,
    paths,
    journal,
    knowledge,
    log,
    port: server.port,
    token,
    hookToken,
    space,
    hooked,
    stops: () => stops,
    send,
    call: (method, path, body) =>
      send({
        method,
        path,
        headers: { ...bearer(token), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close(drainMs = 0) {
      await server.close(drainMs);
      await recall.close();
      await knowledge.close();
      await journal.close();
      log.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const refuse = (): Promise<never> =>
  Promise.reject(new CarryoverError('nothing is curated here', { code: 'not-found' }));

/** For servers whose tests ask for none. */
export const NO_CURATION: CurationApi = {
  trust: { remember: refuse, markLearning: refuse, markRecord: refuse, batches: refuse, undo: refuse },
  files: refuse,
  file: refuse,
  fileHistory: refuse,
  undo: refuse,
  edit: refuse,
  deploy: refuse,
  setAction: refuse,
  decide: refuse,
  reopen: refuse,
  curate: refuse,
  askForEvaluation: refuse,
  retry: refuse,
  rebuild: refuse,
  queue: refuse,
  schedulerState: () => ({ failure: undefined, pausedUntil: undefined, lastCuratedAt: undefined }),
  spend: refuse,
};

export function bearer(token: string): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

function sendTo(port: number, { method = 'GET', path, headers = {}, body }: TestRequest): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers }, agent: false };
    const request = prepareRequest(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode: status = 0, headers } = answer;
        const isJson = headers['content-type']?.startsWith('application/json') ?? false;
        resolve({ status, headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends exactly these characters; resolves with everything that came back until the server hung up. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** The form of messages is checked where they are read, which is not here. */
const refuseMessages = () =>
  Promise.reject(new CarryoverError('messages: must be a list', { code: 'invalid-input', hint: 'send messages' }));

const redactor = createConfiguredRedactor({ key: 'k', hex: 'code-aware', patterns: [], allow: [] });

/** As the intake does it, without a worker. */
export const readRecords: ApiDependencies['intake']['read'] = async (body) =>
  recordReading.read(body, null, { redactor, redactionKey: 'k' });

function toRecord(input: RecordInput, space: SpaceId): MemoryRecord {
  return {
    id: (input.id ?? newId(systemClock.now())) as RecordId,
    ts: input.ts ?? systemClock.now(),
    type: input.type,
    sessionId: (input.session_id ?? 'api') as SessionId,
    workspace: input.workspace === undefined ? null : space,
    turnId: null,
    source: 'import',
    tool: input.tool ?? null,
    path: input.path ?? null,
    content: input.content,
    tags: input.tags ?? [],
    metadata: input.metadata ?? {},
  };
}

export const SAMPLE_SETTINGS: SettingsReport = {
  settings: {
    'injection.enabled': true,
    'injection.prompts': true,
    'injection.sensitive': false,
    'retention.days': 90,
    'retention.spaces': [],
    'curator.modelCalls': true,
    'backups.megabytes': 1_024,
  },
  curator: { provider: 'anthropic', recipient: 'api.anthropic.com', key: { set: true } },
  embeddings: { provider: 'off', recipient: null, key: { set: false } },
};

export const SAMPLE_STATUS: StatusReport = {
  version: '0.1.0',
  pid: 1,
  port: 8765,
  uptimeMs: 5,
  encryption: { state: 'off' },
  backups: { copies: 2, bytes: 300, lastAt: 4_000 },
  privacy: {
    ...{ injection: true, prompts: true, sensitive: false, modelCalls: false },
    redacting: { rows: 3, total: 9 },
    retention: { days: 90, spaces: 1, sweptAt: 5_000, emptiedAt: 4_500, emptied: 7 },
  },
  state: 'degraded',
  problems: [{ code: 'spool-waits', message: 'two events wait', hint: 'free some space' }],
  questions: [],
  journal: { sessions: 1, records: 2, turns: 3, spaces: 4 },
  lastEventAt: 1_000,
  activeSessions: 1,
  thread: { longestMs: 130, during: ['GET /status'], at: 4_000, times: 1 },
  curator: { provider: 'rules', model: '', profile: 'batch', fallback: null, lastCuratedAt: 2_000 },
  queue: { waiting: 9, parked: 1, oldestMs: 6_000 },
  knowledge: {
    learnings: 7,
    learningsEver: 8,
    pinned: 3,
    sensitive: 1,
    pendingActions: 2,
    waitingReviews: 1,
    waitingQuestions: 0,
    dropped: 3,
  },
  recall: { records: 41_203, waiting: 12, facts: 312, bytes: 5_000_000 },
  injected: { given: 12, used: 6, ignored: 4 },
  release: '1.4.0',
  spend: { dayUsd: 0.25, dailyUsd: 1 },
  spool: { files: 2, bytes: 300, oldestMs: 4_000 },
  capture: {
    received: 1,
    stored: 2,
    duplicates: 3,
    redactions: 4,
    failedRedactions: 5,
    dropped: 6,
    spooled: 7,
    late: 9,
    errors: 8,
  },
};

function receiptOf(records: number): ForgetReceipt {
  const now = systemClock.now();
  return {
    id: newId<ActId>(now),
    askedAt: now,
    finishedAt: now,
    selection: 'record',
    counts: { records, turns: 0, sessions: 0, learnings: 0, actions: 0, fileLines: 0, injections: 0, acts: 0 },
    copiesOutside: [],
    verification: { needles: 0, files: 0, bytes: 0, tracesIn: [] },
  };
}
