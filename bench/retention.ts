/**
 * Retention over a large journal: three spaces (90 days, 30 days, kept for ever), records of 0 to 200 days, some pinned, some
 * held by pinned learnings, some never read. What is hidden, and emptied seven days of running time later, must be exactly
 * what the policy says; the file must shrink; asking what is past its time must take no longer than 200 ms; a capture beside
 * the sweep must not wait longer than 5 ms (p95), compared with captures of the same run without one; and nothing may hold the
 * event loop for more than 100 ms.
 *
 *   node bench/retention.ts [--all]      100,000 records; with `--all` a million
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Projector } from '../src/curator/projector.ts';
import { openJournal } from '../src/journal/journal.ts';
import { openKnowledge } from '../src/knowledge/knowledge.ts';
import type { EditChange } from '../src/memory/act.ts';
import {
  type ActId,
  deriveId,
  type InjectionId,
  type LearningId,
  newId,
  type RecordId,
  type SessionId,
  type SpaceId,
  type TurnId,
} from '../src/memory/ids.ts';
import { newLearning } from '../src/memory/learning.ts';
import type { MemoryRecord, RecordType } from '../src/memory/record.ts';
import { systemClock } from '../src/platform/clock.ts';
import { contentHash } from '../src/privacy/content-hash.ts';
import { RetentionPolicy } from '../src/privacy/retention/policy.ts';
import { HIDDEN_MS, Retention } from '../src/privacy/retention/retention.ts';
import { ms, percentile, printFigures } from './support/figures.ts';
import { showProgress } from './support/progress.ts';
import { createRandom } from './support/random.ts';

const RECORDS = process.argv.includes('--all') ? 1_000_000 : 100_000;
const DAY = 24 * 60 * 60_000;
const OLDEST_DAYS = 200;
const DAYS = [90, 30, 'off'] as const;
const GRACE_DAYS = 30;
const TURN: readonly RecordType[] = [
  'prompt',
  ...Array.from({ length: 4 }, () => ['tool_use', 'tool_result'] as const).flat(),
  'assistant',
];
const TURNS = RECORDS / TURN.length;
const TURNS_AT_ONCE = 100;
const TURNS_IN_A_ROW = 40;
/** Every so-manieth turn. */
const PINNED_PROMPT = 500;
const PINNED_LEARNING = 700;
const UNREAD = 20;
const INJECTED = 50;
const CURATED_AT_ONCE = 500;
const SESSION = 'bench' as SessionId;
const CAPTURE_EVERY_MS = 10;
const CAPTURES_ALONE = 1_000;

const random = createRandom(11);
const vocabulary = Array.from({ length: 5_000 }, (_, n) => `w${(n * 7_919).toString(36)}`);
const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
const place = { backupFolder: join(folder, 'backups'), clock: systemClock, exists: existsSync };
const journalPath = join(folder, 'transcript.db');
const journal = await openJournal({ path: journalPath, ...place });
const knowledge = await openKnowledge({ path: join(folder, 'memory.db'), ...place });
const projector = new Projector({ journal, knowledge });
const now = systemClock.now();
const spaces = await Promise.all(
  DAYS.map(async (_, n) => {
    const root = join(folder, `project-${n}`);
    return (await journal.resolveSpace({ anchor: root, root, kind: 'folder', fingerprint: `bench ${n}` }, now)).id;
  }),
);

function words(chars: number): string {
  let text = '';
  while (text.length < chars) text += `${vocabulary[Math.floor(random() ** 3 * vocabulary.length)]} `;
  return text;
}

const turnId = (turn: number) => deriveId<TurnId>('bench turn', String(turn));
const recordId = (turn: number, at: number) => deriveId<RecordId>('bench record', String(turn), String(at));
/** People work on one thing for a while. */
const spaceNumber = (turn: number) => Math.floor(turn / TURNS_IN_A_ROW) % DAYS.length;
const spaceOf = (turn: number): SpaceId => spaces[spaceNumber(turn)] as SpaceId;
const tsOf = (turn: number, at: number) => Math.round(now - OLDEST_DAYS * DAY * (1 - turn / TURNS)) + at;

function recordOf(turn: number, at: number): MemoryRecord {
  const type = TURN[at] ?? 'event';
  const isTool = type === 'tool_use' || type === 'tool_result';
  return {
    id: recordId(turn, at),
    ts: tsOf(turn, at),
    type,
    sessionId: SESSION,
    workspace: spaceOf(turn),
    turnId: turnId(turn),
    source: type === 'prompt' ? 'typed' : type === 'tool_result' ? 'tool' : 'assistant',
    tool: isTool ? 'Read' : null,
    path: isTool && at < 5 ? `src/${turn % 97}/file-${at}.ts` : null,
    content: words(type === 'tool_result' ? 900 : 200),
    tags: [],
    metadata: isTool ? { tool_use_id: `${turn}-${Math.ceil(at / 2)}` } : {},
  };
}

/** As the policy says; the sweep is not asked. */
function isToBeEmptied(turn: number, at: number): boolean {
  const days = DAYS[spaceNumber(turn)] ?? 'off';
  if (days === 'off' || tsOf(turn, at) >= now - days * DAY) return false;
  if (at === 0 && turn % PINNED_PROMPT === 0) return false;
  if (at === TURN.length - 1 && turn % PINNED_LEARNING === 0) return false;
  return turn % UNREAD !== 0 || tsOf(turn, at) < now - (days + GRACE_DAYS) * DAY;
}

async function fill(): Promise<void> {
  const session = { id: SESSION, client: 'bench', workspace: null, cwd: null, startedAt: 0, metadata: {} };
  await journal.append({ sessions: [session] });
  const progress = showProgress('fill', RECORDS);
  for (let first = 0; first < TURNS; first += TURNS_AT_ONCE) {
    const turns = Array.from({ length: Math.min(TURNS_AT_ONCE, TURNS - first) }, (_, n) => first + n);
    const records = turns.flatMap((turn) => TURN.map((_, at) => recordOf(turn, at)));
    const injections = turns
      .filter((turn) => turn > 0 && turn % INJECTED === 0)
      .map((turn) => ({
        ...{ id: deriveId<InjectionId>('bench injection', String(turn)), ts: now, sessionId: SESSION },
        ...{ workspace: spaceOf(turn), kind: 'prompt' as const, items: [recordId(turn - 1, 0)], text: words(200) },
        detail: { turnId: turnId(turn), scores: [1], tokens: 50, tookMs: 5 },
      }));
    await journal.append({ records, injections });
    await Promise.all(turns.map((turn) => journal.closeTurn(turnId(turn), 'stop', now)));
    progress.at((first + turns.length) * TURN.length);
  }
  progress.end();
}

async function edit(workspace: SpaceId, change: EditChange): Promise<void> {
  await projector.record({ kind: 'edit', id: newId<ActId>(now), ts: now, workspace, change });
}

async function know(): Promise<void> {
  const progress = showProgress('curate', TURNS);
  for (let first = 0; first < TURNS; first += CURATED_AT_ONCE) {
    const turns = Array.from({ length: Math.min(CURATED_AT_ONCE, TURNS - first) }, (_, n) => first + n);
    const workspace = spaceOf(first);
    await projector.record({
      ...{ kind: 'curation', id: newId<ActId>(now), ts: now, workspace, curator: 'bench' },
      ...{ files: [], settings: { match: 'similar', preset: 'three', root: null }, promptHash: '', answers: ['NONE'] },
      ...{ inputTokens: 0, outputTokens: 0, costUsd: 0 },
      turns: turns.filter((turn) => turn % UNREAD !== 0).map((turn) => ({ id: turnId(turn), rev: 1 })),
    });
    for (const turn of turns.filter((each) => each % PINNED_PROMPT === 0))
      await edit(spaceOf(turn), {
        ...{ kind: 'mark', learning: null, pinned: true, target: { kind: 'record', id: recordId(turn, 0) } },
      });
    for (const turn of turns.filter((each) => each % PINNED_LEARNING === 0)) {
      const id = deriveId<LearningId>('bench learning', String(turn));
      const given = { id, workspace: spaceOf(turn), type: 'FACT', content: `fact ${turn}`, trust: 'typed' } as const;
      const evidence = [recordId(turn, TURN.length - 1)];
      await edit(spaceOf(turn), { kind: 'remember', learning: newLearning(now, { ...given, evidence, pinned: true }) });
    }
    progress.at(first);
  }
  progress.end();
}

let captured = 0;
async function capture(): Promise<number> {
  captured += 1;
  const id = deriveId<RecordId>('bench capture', String(captured));
  const record = { ...recordOf(TURNS - 1, 1), id, turnId: null, ts: now, content: words(2_000) };
  const startedAt = performance.now();
  await journal.append({ records: [record] });
  return performance.now() - startedAt;
}

/** At a rhythm of its own, so that a wait for the event loop counts. */
async function captures(until: (taken: number) => boolean): Promise<readonly number[]> {
  const taken: number[] = [];
  while (!until(taken.length)) {
    const due = performance.now() + CAPTURE_EVERY_MS;
    await sleep(CAPTURE_EVERY_MS);
    taken.push(Math.max(0, performance.now() - due) + (await capture()));
  }
  return taken;
}

async function wrongRows(): Promise<number> {
  let wrong = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const kept = await journal.recordsOfTurn(turnId(turn), Number.MAX_SAFE_INTEGER);
    for (const { id, metadata, content } of kept) {
      const at = TURN.findIndex((_, place) => recordId(turn, place) === id);
      const isEmptied = metadata.emptied !== undefined && content.length <= 201;
      if (at >= 0 && isEmptied !== isToBeEmptied(turn, at)) wrong += 1;
    }
  }
  return wrong;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const batchMs: number[] = [];
const timedRetention = new Proxy(journal.retention, {
  get: (target, name) => {
    const value: unknown = Reflect.get(target, name, target);
    if (typeof value !== 'function') return value;
    if (name !== 'emptyBeforeTurns' && name !== 'remakeTurn') return value.bind(target);
    return async (...args: readonly unknown[]) => {
      const startedAt = performance.now();
      await Reflect.apply(value, target, args);
      batchMs.push(performance.now() - startedAt);
    };
  },
});

await fill();
await know();
/** How far both clocks of retention have been moved. */
let movedMs = 0;
const retention = new Retention({
  journal: new Proxy(journal, {
    get: (target, name) => {
      const value: unknown = name === 'retention' ? timedRetention : Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }),
  knowledge,
  projector,
  clock: { now: () => now + movedMs, elapsed: () => systemClock.elapsed() + movedMs },
  noteFile: join(folder, 'sweep.json'),
  policy: async () => new RetentionPolicy(90, new Map(DAYS.map((days, n) => [spaces[n] as SpaceId, days]))),
  hash: (content) => contentHash('bench', content),
  makeCopy: async () => undefined,
  mayCopyServe: () => false,
  onHidden: () => undefined,
  onEmptied: async () => undefined,
  compact: async () => undefined,
  onError: (error) => {
    throw error;
  },
});
let expected = 0;
for (let turn = 0; turn < TURNS; turn += 1)
  for (let at = 0; at < TURN.length; at += 1) if (isToBeEmptied(turn, at)) expected += 1;

await journal.settleDisk();
const bytesBefore = statSync(journalPath).size;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const alone = await captures((taken) => taken >= CAPTURES_ALONE);
const aloneDelayMs = delay.max / 1e6;
delay.reset();
const previewMs = await timed(() => retention.preview());
const progress = showProgress('hide', expected);
let isDone = false;
const work = (async () => {
  const hideMs = await timed(() => retention.confirm((hidden) => progress.at(hidden)));
  movedMs = HIDDEN_MS + 60_000;
  return { hideMs, eraseMs: await timed(() => retention.look()) };
})().finally(() => {
  isDone = true;
});
const beside = await captures(() => isDone);
const { hideMs, eraseMs } = await work;
delay.disable();
const { emptied } = retention.note;
progress.end();
const bytesAfter = statSync(journalPath).size;
const wrong = await wrongRows();

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const p95 = percentile(beside, 0.95);
printFigures(`Retention, ${RECORDS.toLocaleString('en')} records`, [
  {
    what: 'emptied',
    value: emptied.toLocaleString('en'),
    baseline: `by the policy ${expected.toLocaleString('en')}`,
    target: 'the same, row by row',
    met: emptied === expected && wrong === 0,
  },
  { what: 'hide', value: ms(hideMs), baseline: `${Math.round(emptied / (hideMs / 1_000))} records/s` },
  { what: 'erase', value: ms(eraseMs), baseline: `${Math.round(emptied / (eraseMs / 1_000))} records/s` },
  { what: 'what is past its time', value: ms(previewMs), target: '≤ 200 ms', met: previewMs <= 200 },
  {
    what: 'longest hold of the event loop',
    value: ms(delay.max / 1e6),
    baseline: `alone ${ms(aloneDelayMs)}`,
    ratio: delay.max / 1e6 / aloneDelayMs,
    target: '≤ 100 ms',
    met: delay.max / 1e6 <= 100,
  },
  {
    what: 'file',
    value: megabytes(bytesAfter),
    baseline: `before ${megabytes(bytesBefore)}`,
    ratio: bytesAfter / bytesBefore,
    target: 'smaller',
    met: bytesAfter < bytesBefore,
  },
  {
    what: 'batch (max)',
    value: ms(percentile(batchMs, 1)),
    baseline: `p95 ${ms(percentile(batchMs, 0.95))}`,
    target: '≤ 50 ms',
    met: percentile(batchMs, 1) <= 50,
  },
  {
    what: 'capture beside it (p50)',
    value: ms(percentile(beside, 0.5)),
    baseline: `alone ${ms(percentile(alone, 0.5))}`,
    ratio: percentile(beside, 0.5) / percentile(alone, 0.5),
  },
  {
    what: 'capture beside it (p95)',
    value: ms(p95),
    baseline: `alone ${ms(percentile(alone, 0.95))}`,
    ratio: p95 / percentile(alone, 0.95),
    target: '≤ 5 ms',
    met: p95 <= 5,
  },
]);
await knowledge.close();
await journal.close();
rmSync(folder, { recursive: true, force: true });
