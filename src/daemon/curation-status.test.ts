import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleAction, sampleReview } from '../knowledge/contract/samples.fixture.ts';
import type { TurnRef } from '../memory/act.ts';
import { type Config, defaultConfig } from '../platform/config.ts';
import { type CuratingServer, startCuratingServer } from './curating-server.fixture.ts';
import { curationStatus } from './curation-status.ts';

const MINUTE_MS = 60_000;
/** A scheduler that does not wait has curated long before. */
const NUDGED_MS = 200;
const servers: CuratingServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.curation.stop();
    await server.close();
  }
});

async function start(config: Partial<Config> = {}): Promise<CuratingServer> {
  const server = await startCuratingServer(config);
  servers.push(server);
  return server;
}

async function statusOf(
  server: CuratingServer,
  at: { now?: number; startedAt?: number; config?: Partial<Config> } = {},
) {
  const { curation, journal, knowledge } = server;
  const config = { current: { ...defaultConfig(), ...at.config } };
  const status = await curationStatus({ curation, journal, knowledge, config }, { now: 0, startedAt: 0, ...at });
  return { ...status, codes: status.problems.map(({ code }) => code) };
}

/** Turns that wait, the first closed at 0, the last at `newestAt`. */
async function waiting(server: CuratingServer, count: number, newestAt: number): Promise<readonly TurnRef[]> {
  for (let turn = 0; turn < count; turn += 1) await server.turn(`message ${turn}`);
  const revisions = await server.journal.turnRevisions(await server.knowledge.queue.fedThrough(), count);
  const turns = revisions.map((turn, index) => ({
    ...turn,
    closedAt: index === count - 1 ? newestAt : 0,
    urgent: false,
    tokens: 0,
    tools: 0,
  }));
  await server.knowledge.queue.feed(turns, revisions.at(-1)?.seq ?? 0);
  return revisions;
}

describe('the status of curation', () => {
  it('counts what is known and what waits, and is content', async () => {
    const server = await start();
    await server.turn('I prefer tabs over spaces.');
    await server.lines('/memory/curate');
    await server.seed({ actions: [sampleAction()], reviews: [sampleReview()], dropped: { junk: 2, doubled: 1 } });
    await waiting(server, 2, 5_000);
    const { report, problems } = await statusOf(server, { now: 65_000 });
    expect(problems).toEqual([]);
    expect(report).toEqual({
      curator: { provider: 'rules', model: '', profile: 'batch', fallback: null, lastCuratedAt: expect.any(Number) },
      queue: { waiting: 2, parked: 0, oldestMs: 65_000 },
      release: null,
      knowledge: {
        learnings: 1,
        learningsEver: 1,
        pinned: 0,
        sensitive: 0,
        pendingActions: 1,
        waitingReviews: 1,
        waitingQuestions: 0,
        dropped: 3,
      },
      spend: { dayUsd: 0, dailyUsd: 1 },
    });
  });

  it('tells that a restore was cut off, and nothing is curated until it has come to its end', async () => {
    const server = await start({ 'curator.profile': 'realtime' });
    mkdirSync(server.paths.run, { recursive: true });
    writeFileSync(server.paths.restoreNote, 'name');
    await server.turn('I prefer tabs over spaces.');
    server.curation.scheduler.nudge();
    await sleep(NUDGED_MS);
    expect((await statusOf(server)).codes).toEqual(['restore-unfinished']);
    expect((await server.knowledge.counts()).curatedTurns).toBe(0);
    rmSync(server.paths.restoreNote);
    server.curation.scheduler.nudge();
    await expect.poll(async () => (await server.knowledge.counts()).curatedTurns).toBe(1);
  });

  it.each([
    ['batch', 2, 0, 30, false],
    ['batch', 2, 0, 31, true],
    ['batch', 2, 20, 45, false],
    ['batch', 50, 20, 45, true],
    ['realtime', 2, 10, 15, false],
    ['realtime', 2, 10, 16, true],
    ['manual', 2, 0, 10_000, false],
  ] as const)(
    '%s: %i turns, the newest at minute %i, are stalled at minute %i: %s (F-15)',
    async (profile, count, newest, minute, isStalled) => {
      const server = await start();
      await waiting(server, count, newest * MINUTE_MS);
      const now = minute * MINUTE_MS;
      const { codes } = await statusOf(server, { now, config: { 'curator.profile': profile } });
      expect(codes).toEqual(isStalled ? ['curation-stalled'] : []);
      const fresh = await statusOf(server, { now, startedAt: now, config: { 'curator.profile': profile } });
      expect(fresh.codes).toEqual([]);
    },
  );

  it('tells of turns that were put aside, with what to do', async () => {
    const server = await start();
    await server.knowledge.queue.park(await waiting(server, 2, 0), { now: 1, reason: 'broken' });
    const { problems } = await statusOf(server);
    expect(problems).toMatchObject([
      { code: 'turns-parked', hint: expect.stringContaining('carryover curate --retry') },
    ]);
  });

  it('tells why a model cannot be asked, until it can', async () => {
    const server = await start({ 'curator.provider': 'openai' });
    await server.turn('I prefer tabs over spaces.');
    const lines = await server.lines('/memory/curate');
    expect(lines.at(-1)).toMatchObject({ done: true, curated: 0, waiting: 1, problem: { code: 'no-model' } });
    const { problems } = await statusOf(server);
    expect(problems).toMatchObject([{ code: 'curator-problem', message: 'no model is chosen' }]);
  });

  it('tells that rules curate while model calls are off', async () => {
    const server = await start({
      'curator.provider': 'openai',
      'curator.model': 'local',
      'curator.baseUrl': 'http://127.0.0.1:9',
      'curator.modelCalls': false,
    });
    await server.turn('I prefer tabs over spaces.');
    expect((await server.lines('/memory/curate')).at(-1)).toMatchObject({
      curated: 1,
      curator: 'rules',
      fallback: expect.stringContaining('switched off'),
    });
    const { report, codes } = await statusOf(server);
    expect(codes).toEqual(['model-budget']);
    expect(report.curator.fallback).toContain('switched off');
  });

  it('tells of a file that a person has made too long', async () => {
    const server = await start();
    const path = `${server.paths.memory}/user.md`;
    writeFileSync(path, Array.from({ length: 210 }, (_, line) => `- line ${line}\n`).join(''));
    await server.call('GET', '/files');
    const { problems } = await statusOf(server);
    expect(problems).toMatchObject([{ code: 'file-over-limit', message: expect.stringContaining(`${path} has 210`) }]);
  });
});
