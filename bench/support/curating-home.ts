/** A home of its own for a bench, with the stores and the curating half that the daemon would run on it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpaceDirectory } from '../../src/capture/space-directory.ts';
import { Curation } from '../../src/daemon/curation.ts';
import { prepareHome } from '../../src/daemon/home.ts';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import { type Knowledge, openKnowledge } from '../../src/knowledge/knowledge.ts';
import { deriveId, type SessionId, type SpaceId, type TurnId } from '../../src/memory/ids.ts';
import { ORIGINS, originsOf } from '../../src/memory/origins.ts';
import type { Session } from '../../src/memory/session.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { defaultConfig } from '../../src/platform/config.ts';
import { LiveConfig } from '../../src/platform/live-config.ts';
import { type LogFile, openLog } from '../../src/platform/log.ts';
import { type HomePaths, homePaths } from '../../src/platform/paths.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { turnRecords } from '../../test/support/turn-records.ts';
import { createTurns } from './turns.ts';

const TURNS_PER_SESSION = 12;
export const benchSession = (number: number) => deriveId<SessionId>('bench session', String(number));
const TURNS_PER_APPEND = 50;
const MINUTE_MS = 60_000;
/** Files of a project's folder, for the look that is taken at it before each batch. */
const PROJECT_FILES = 120;

interface BenchSpace {
  readonly id: SpaceId;
  readonly folder: string;
}

export interface CuratingHome {
  readonly paths: HomePaths;
  readonly config: LiveConfig;
  readonly journal: Journal;
  readonly knowledge: Knowledge;
  readonly spaces: SpaceDirectory;
  readonly curation: Curation;
  /** Closed turns as capture leaves them, one a minute until now, spread over as many spaces. */
  fill(turns: number, spaces: number): Promise<readonly BenchSpace[]>;
  /** With everything in it. */
  dispose(): Promise<void>;
}

export async function openCuratingHome(): Promise<CuratingHome> {
  const paths = homePaths(mkdtempSync(join(tmpdir(), 'carryover-bench-')));
  const clock = systemClock;
  const { redactionKey } = prepareHome(paths);
  const redactor = createRedactor({ key: redactionKey });
  const clean = (text: string): string => redactor.redact(text).text;
  const stored = { backupFolder: paths.backups, clock, exists: existsSync };
  const journal = await openJournal({ ...stored, path: paths.journal, secret: redactionKey });
  const knowledge = await openKnowledge({ ...stored, path: paths.knowledge });
  const log: LogFile = openLog({ folder: paths.logs, clock, redact: clean });
  const spaces = new SpaceDirectory(journal, clock);
  // Curated when the bench says so.
  const config = new LiveConfig(paths.config, {}, { ...defaultConfig(), 'curator.profile': 'manual' });
  const curation = new Curation({ paths, config, journal, knowledge, clock, log, clean });
  return {
    paths,
    config,
    journal,
    knowledge,
    spaces,
    curation,
    fill: (turns, count) => fillTurns({ paths, journal, spaces }, turns, count),
    async dispose() {
      await curation.stop();
      await knowledge.close();
      await journal.close();
      log.close();
      rmSync(paths.home, { recursive: true, force: true });
    },
  };
}

type Stores = Pick<CuratingHome, 'paths' | 'journal' | 'spaces'>;

export async function fillTurns(
  { paths, journal, spaces }: Stores,
  turns: number,
  count: number,
  turnsPerSession = TURNS_PER_SESSION,
): Promise<readonly BenchSpace[]> {
  const all: BenchSpace[] = [];
  for (let index = 0; index < count; index += 1) {
    const folder = projectFolder(join(paths.home, 'projects', `project-${index}`));
    all.push({ folder, id: (await spaces.resolve(folder)).space.id });
  }
  const next = createTurns(7);
  const firstAt = systemClock.now() - turns * MINUTE_MS;
  for (let done = 0; done < turns; done += TURNS_PER_APPEND) {
    const places = Array.from({ length: Math.min(TURNS_PER_APPEND, turns - done) }, (_, at) =>
      placeOf(done + at, turnsPerSession, all),
    );
    const records = places
      .flatMap((place) => turnRecords(next(), { ...place, ts: firstAt + place.number * MINUTE_MS }))
      .map((record) => ({
        ...record,
        metadata: { ...record.metadata, [ORIGINS]: originsOf(record, journal.origins.key) },
      }));
    await journal.append({ sessions: places.map(sessionOf), records });
    await Promise.all(
      places.map(({ turnId, number }) => journal.closeTurn(turnId, 'stop', firstAt + (number + 0.5) * MINUTE_MS)),
    );
  }
  return all;
}

interface Place {
  readonly number: number;
  readonly turnId: TurnId;
  readonly sessionId: SessionId;
  readonly workspace: SpaceId;
}

/** Work goes on in one project for a session, then in the next. */
function placeOf(number: number, turnsPerSession: number, spaces: readonly BenchSpace[]): Place {
  const session = Math.floor(number / turnsPerSession);
  const space = spaces[session % spaces.length];
  if (space === undefined) throw new Error('no space to work in');
  return {
    number,
    turnId: deriveId<TurnId>('bench turn', String(number)),
    sessionId: benchSession(session),
    workspace: space.id,
  };
}

function sessionOf({ sessionId, workspace }: Place): Session {
  return { id: sessionId, client: 'bench', workspace, cwd: null, startedAt: 0, metadata: {} };
}

function projectFolder(folder: string): string {
  for (let index = 0; index < PROJECT_FILES; index += 1) {
    const part = join(folder, 'src', `part-${index % 12}`);
    mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `file-${index}.ts`), '');
  }
  return folder;
}
