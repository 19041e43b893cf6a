/** The curating half of the daemon behind a real server, on real stores, for tests. It curates when asked. */
import { openReader } from '../capture/bytes-reader.fixture.ts';
import { Intake } from '../capture/ingest.ts';
import { SpaceDirectory } from '../capture/space-directory.ts';
import { CaptureTally } from '../capture/tally.ts';
import type { ApiDependencies } from '../http/api.ts';
import { startTestServer, type TestAnswer, type TestServer } from '../http/server.fixture.ts';
import type { KnowledgeChange } from '../knowledge/commit.ts';
import { sampleChange } from '../knowledge/contract/samples.fixture.ts';
import { type ActId, deriveId, newId, type RecordId, type SessionId, type TurnId } from '../memory/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, defaultConfig } from '../platform/config.ts';
import { Curation } from './curation.ts';
import { ReviewService } from './review-service.ts';

export interface CuratingServer extends TestServer {
  readonly curation: Curation;
  /** One closed turn of the known folder, an hour ago: no agent is at work any more. */
  turn(user: string): Promise<void>;
  /** Puts rows into knowledge as an act of the journal would. */
  seed(change: Partial<KnowledgeChange>): Promise<void>;
  /** The lines of a streamed answer. */
  lines(path: string, body?: object): Promise<readonly Record<string, unknown>[]>;
}

export const SESSION = deriveId<SessionId>('curating session');
const HOUR_MS = 60 * 60_000;

export async function startCuratingServer(config: Partial<Config> = {}): Promise<CuratingServer> {
  let curation: Curation | undefined;
  const live = { current: { ...defaultConfig(), 'curator.profile': 'manual', ...config } satisfies Config };
  const server = await startTestServer((stores): Partial<ApiDependencies> => {
    const options = { ...stores, config: live, clock: systemClock, clean: withoutSecrets };
    curation = new Curation({ ...options, onLearned: () => stores.updates.changed() });
    const door = new ReviewService({ ...options, curation });
    const intake = new Intake({
      ...{ journal: stores.journal, clock: systemClock, redactionKey: 'k', paths: 'space' },
      spaces: new SpaceDirectory(stores.journal, systemClock),
      reader: openReader().reader,
      tally: new CaptureTally(),
    });
    return { curation: door, memories: door.memories, intake };
  });
  if (curation === undefined) throw new Error('nothing curates');
  const { journal, knowledge, space } = server;
  let turns = 0;
  return {
    ...server,
    curation,
    async turn(user) {
      turns += 1;
      const id = deriveId<TurnId>('turn', String(turns));
      const ts = systemClock.now() - HOUR_MS;
      const session = { id: SESSION, client: 'test', workspace: space, cwd: null, startedAt: ts, metadata: {} };
      const record = {
        id: deriveId<RecordId>('record', String(turns)),
        ts,
        type: 'prompt',
        sessionId: SESSION,
        workspace: space,
        turnId: id,
        source: 'typed',
        tool: null,
        path: null,
        content: user,
        tags: [],
        metadata: {},
      } as const;
      await journal.append({ sessions: [session], records: [record] });
      await journal.closeTurn(id, 'stop', ts);
    },
    async seed(change) {
      const ts = systemClock.now();
      const previous = await knowledge.appliedThrough();
      const id = newId<ActId>(ts);
      const seq = await journal.act({ kind: 'scan', id, ts, workspace: space, paths: [], partial: false });
      await knowledge.commit(sampleChange(seq, change), previous);
    },
    lines: async (path, body = {}) => linesOf(await server.call('POST', path, body)),
  };
}

function linesOf({ text }: TestAnswer): readonly Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Stands for the redactor, which has its own tests. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/hunter\d+/g, '[removed]');
}
