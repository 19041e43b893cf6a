/**
 * Files of the home that are damaged, cut off, missing or open to others (F-07, F-08). Each is repaired or told in one
 * clear line; a damaged journal is kept aside byte for byte; nothing turns into a loop that eats the processor.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readSpool } from '../src/capture/spool.ts';
import { issueHookToken } from '../src/platform/hook-tokens.ts';
import { openSqlite } from '../src/platform/sqlite.ts';
import { killDaemons, processorSeconds } from './support/daemon-processes.ts';
import { report } from './support/figures.ts';
import { runCli, startDaemon, stopDaemon, type TestHome } from './support/home.ts';
import { postHook, postRecords, promptEvent, runHook } from './support/hooks.ts';
import { exportRows } from './support/journal.ts';
import { makeUsedHome } from './support/used-home.ts';
import { waitFor } from './support/wait.ts';

const PAGE_BYTES = 4_096;
/** Of one processor: what a daemon that cannot start may use to try again. */
const IDLE_SHARE = 0.35;

async function expectCaptures(home: TestHome, prompt: string): Promise<void> {
  expect((await postHook(home, promptEvent('after-the-damage', prompt))).status).toBe(200);
  const { records } = await exportRows(home);
  expect(records.filter(({ content }) => content === prompt)).toHaveLength(1);
}

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const content = readFileSync(path);
  content.set(bytes, at);
  writeFileSync(path, content);
}

/** Numbers of the pages that hold rows: one of the schema would be noticed when the journal is opened. */
function pagesOf(table: string, path: string): readonly number[] {
  const database = openSqlite({ path, access: 'read', synchronous: 'FULL' });
  try {
    const pages = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno";
    return database.prepare(pages).pluck().all(table).map(Number);
  } finally {
    database.close();
  }
}

const JOURNAL_DAMAGE: Readonly<Record<string, (path: string) => void>> = {
  'a garbled header': (path) => overwrite(path, 0, Buffer.from('this was a database once')),
  'a file cut to half': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'a file cut to no bytes at all': (path) => truncateSync(path, 0),
  'a text file in its place': (path) => writeFileSync(path, 'notes to myself\n'.repeat(1_000)),
  'a garbled schema': (path) => overwrite(path, 100, Buffer.alloc(PAGE_BYTES - 100, 0x5a)),
};

describe('a damaged search index', () => {
  const INDEXED = /"records":200,"waiting":0/;
  const status = async (home: TestHome) => (await runCli(home, ['status', '--json'])).stdout.replaceAll(/\s/g, '');

  it('is thrown away, filled again and told of, whether the daemon ran or not (F-07)', async () => {
    await using home = await makeUsedHome();
    const index = home.paths.recall;
    for (const suffix of ['', '-wal']) writeFileSync(index + suffix, 'notes to myself\n'.repeat(10_000));
    const { pid } = await startDaemon(home);
    await waitFor(async () => INDEXED.test(await status(home)), { what: 'the index to be filled again' });
    expect((await runCli(home, ['search', 'lighthouse'])).stdout).toContain('lighthouse');
    expect(await status(home)).toContain('recall-failed(index-damaged)');

    for (const suffix of ['', '-wal']) writeFileSync(index + suffix, 'notes to myself\n'.repeat(10_000));
    // Until there is something new, it answers from what it has read before.
    expect((await postRecords(home, [{ type: 'event', content: 'a new lighthouse' }])).status).toBe(201);
    const told = await waitFor(
      async () => {
        const { code, stderr } = await runCli(home, ['search', 'rocks']);
        return code === 0 ? undefined : stderr;
      },
      { what: 'the damage to be noticed' },
    );
    expect(told).toContain('the search index is damaged again');
    expect(told).not.toMatch(/\n {4}at /);
    const rebuilt = await runCli(home, ['rebuild', '--index']);
    expect(rebuilt).toMatchObject({ code: 0, stdout: expect.stringContaining('indexed 201 records and 0 facts') });
    expect((await runCli(home, ['search', 'rocks'])).stdout).toContain('rocks');
    expect(JSON.parse((await runCli(home, ['status', '--json'])).stdout)).toMatchObject({ pid });
  });
});

describe('a damaged journal', () => {
  it.each(Object.entries(JOURNAL_DAMAGE))(
    'with %s is kept aside and named, and capture goes on (F-07, F-08)',
    async (_, damage) => {
      await using home = await makeUsedHome();
      damage(home.paths.journal);
      const damaged = readFileSync(home.paths.journal);
      const { pid } = await startDaemon(home);
      await expectCaptures(home, 'said after the damage');
      const folder = dirname(home.paths.journal);
      const [aside = 'none', ...more] = readdirSync(folder).filter((name) => /\.damaged-\w+$/.test(name));
      expect(more).toEqual([]);
      expect(readFileSync(join(folder, aside)).equals(damaged)).toBe(true);
      const status = await runCli(home, ['status']);
      expect(status.code).toBe(1);
      expect(status.stdout).toContain(join(folder, aside));
      expect(JSON.parse((await runCli(home, ['status', '--json'])).stdout)).toMatchObject({ pid, state: 'degraded' });
    },
  );

  it('with pages of zeros in the middle is found by verify, and no reason to crash (F-07)', async () => {
    await using home = await makeUsedHome();
    for (const page of pagesOf('record_rows', home.paths.journal).slice(5, 8))
      overwrite(home.paths.journal, (page - 1) * PAGE_BYTES, Buffer.alloc(PAGE_BYTES));
    const { pid } = await startDaemon(home);
    expect((await postHook(home, promptEvent('zeros', 'said on zeros'))).status).toBe(200);
    const searched = await runCli(home, ['search', 'lighthouse']);
    expect(searched.stderr).not.toMatch(/\n {4}at /);
    const verified = await runCli(home, ['verify']);
    expect(verified).toMatchObject({ code: 1, stderr: '' });
    expect(verified.stdout).toMatch(/problems? in \d+ rows/);
    expect(JSON.parse((await runCli(home, ['status', '--json'])).stdout)).toMatchObject({ pid, state: 'degraded' });
  });

  it('with proposals that cannot be read takes events, and status says so (F-07, T-05)', async () => {
    await using home = await makeUsedHome();
    for (const page of pagesOf('proposals', home.paths.journal))
      overwrite(home.paths.journal, (page - 1) * PAGE_BYTES, Buffer.alloc(PAGE_BYTES));
    const { pid } = await startDaemon(home);
    await expectCaptures(home, 'said beside lost proposals');
    const status = await runCli(home, ['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      pid,
      state: 'degraded',
      problems: expect.arrayContaining([expect.objectContaining({ code: 'questions-unreadable' })]),
    });
  });

  it('without its write-ahead log opens with what is in the main file (F-08)', async () => {
    await using home = await makeUsedHome();
    await startDaemon(home);
    expect((await postHook(home, promptEvent('wal', 'only in the log'))).status).toBe(200);
    killDaemons(home);
    for (const suffix of ['-wal', '-shm']) rmSync(home.paths.journal + suffix);
    await waitFor(() => processorSeconds(home) === 0, { what: 'the killed processes to be gone' });
    rmSync(home.paths.startMark, { force: true });
    await startDaemon(home);
    await expectCaptures(home, 'said after the loss');
    const { records } = await exportRows(home);
    expect(records.filter(({ id }) => id.startsWith('kept-'))).toHaveLength(200);
    expect((await runCli(home, ['verify'])).code).toBe(0);
  });
});

interface Refusal {
  readonly file: (home: TestHome) => string;
  readonly damage: (path: string) => void;
  readonly says: RegExp;
  /** Whether a hook can redact meanwhile; what it cannot redact it does not write down. */
  readonly redacts: boolean;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'a config.json that is not JSON': {
    file: ({ paths }) => paths.config,
    damage: (path) => writeFileSync(path, '{"port": '),
    says: /config\.json/,
    redacts: false,
  },
  'a config.json with an unknown key': {
    file: ({ paths }) => paths.config,
    damage: (path) => writeFileSync(path, '{"prot": 9999}'),
    says: /unknown configuration key "prot"/,
    redacts: false,
  },
  'a token that others can read': {
    file: ({ paths }) => paths.token,
    damage: (path) => chmodSync(path, 0o644),
    says: /token can be read by others/,
    redacts: true,
  },
  'a token that was cut off': {
    file: ({ paths }) => paths.token,
    damage: (path) => truncateSync(path, 5),
    says: /token is empty or cut short/,
    redacts: true,
  },
  'a redaction key that others can read': {
    file: ({ paths }) => paths.redactionKey,
    damage: (path) => chmodSync(path, 0o644),
    says: /redaction-key can be read by others/,
    redacts: false,
  },
};

describe('what keeps the daemon from starting', () => {
  it.each(Object.entries(REFUSALS))(
    '%s: is told in one line, costs nothing meanwhile, and is over when it is put right (F-08, SRV-3)',
    async (_, { file, damage, says, redacts }) => {
      await using home = await makeUsedHome();
      const path = file(home);
      const [content, mode] = [readFileSync(path), statSync(path).mode];
      damage(path);
      const start = await runCli(home, ['daemon', 'start']);
      expect(start).toMatchObject({ code: 1, stdout: '' });
      const lines = start.stderr.trimEnd().split('\n');
      expect(lines, start.stderr).toHaveLength(2);
      expect(lines[0]).toMatch(says);
      const hook = await runHook(home, promptEvent('no-start', 'said while it could not start'));
      expect(hook).toMatchObject({ code: 0, stdout: '', stderr: '' });
      await waitFor(
        async () => {
          const { code, stdout, stderr } = await runCli(home, ['status']);
          return code === 1 && says.test(stdout + stderr);
        },
        { what: 'status to say why' },
      );
      const usedBefore = processorSeconds(home);
      const from = performance.now();
      await sleep(1_000);
      const share = Math.max(0, processorSeconds(home) - usedBefore) / ((performance.now() - from) / 1000);
      report('cannot start', { 'processor share': share });
      expect(share).toBeLessThan(IDLE_SHARE);

      writeFileSync(path, content);
      chmodSync(path, mode);
      // The pause between two starts is not what this is about.
      rmSync(home.paths.startMark, { force: true });
      await waitFor(async () => (await runCli(home, ['daemon', 'start'])).code === 0, {
        what: 'a start',
      });
      await expectCaptures(home, 'said after it was put right');
      await waitFor(() => readSpool(home.paths.spool).files.length === 0, { what: 'the spool to be drained' });
      const { records } = await exportRows(home);
      const kept = records.filter(({ content }) => content === 'said while it could not start');
      expect(kept).toHaveLength(redacts ? 1 : 0);
    },
  );
});

describe('a damaged file beside the journal', () => {
  it('hook-tokens.json: hooks over HTTP are refused, everything else works, doctor names it (F-08)', async () => {
    await using home = await makeUsedHome();
    const { token } = issueHookToken(home.paths.hookTokens, {
      client: 'claude-code',
      project: null,
      nowMs: Date.now(),
    });
    const good = readFileSync(home.paths.hookTokens);
    const asHook = () =>
      fetch(`${home.url}/hooks/claude-code`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(promptEvent('tokens', 'with a hook token')),
      });
    await startDaemon(home);
    expect((await asHook()).status).toBe(200);
    writeFileSync(home.paths.hookTokens, '[{"id": "half a tok');
    expect((await asHook()).status).toBe(503);
    await expectCaptures(home, 'with the owner token');
    const doctor = await runCli(home, ['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/✗ clients .*hook-tokens\.json/);
    writeFileSync(home.paths.hookTokens, good);
    expect((await asHook()).status).toBe(200);
  });

  it.each(['garbage', 'null', '{"PATH": {"offset": "far"}}', '{"PATH": {"offset": 3}}'])(
    'cursors.json with %j: the transcript is read again, once (F-08)',
    async (damage) => {
      await using home = await makeUsedHome();
      const transcript = join(home.paths.home, 'projects', 'here', 'cursor-session.jsonl');
      mkdirSync(dirname(transcript), { recursive: true });
      const line = {
        type: 'user',
        promptId: 'p1',
        timestamp: new Date().toISOString(),
        uuid: 'u1',
        message: { content: 'only in the transcript' },
      };
      writeFileSync(transcript, `${JSON.stringify(line)}\n`);
      writeFileSync(home.paths.cursors, damage.replace('PATH', transcript));
      await startDaemon(home);
      const said = { transcript_path: transcript, prompt_id: 'p2' };
      expect((await postHook(home, promptEvent('cursor-session', 'by the hook', said))).status).toBe(200);
      const prompts = await waitFor(
        async () => {
          const { records } = await exportRows(home);
          const found = records.filter(({ type }) => type === 'prompt').map(({ content }) => content);
          return found.length > 1 ? found : undefined;
        },
        { what: 'the line of the transcript' },
      );
      expect(prompts.toSorted()).toEqual(['by the hook', 'only in the transcript']);
    },
  );

  it('garbage in the spool is put aside and named; what is good among it is taken (F-08)', async () => {
    await using home = await makeUsedHome();
    const { spool } = home.paths;
    const good = { version: 1, client: 'claude-code', at: Date.now() };
    const garbage: Readonly<Record<string, string>> = {
      'a-not-json': '{"version": 1, "client"',
      'b-empty': '',
      'c-null': 'null',
      'd-list': '[]',
      'e-future': JSON.stringify({ ...good, version: 2, payload: promptEvent('spooled', 'future') }),
      'f-no-time': JSON.stringify({ version: 1, client: 'claude-code', payload: promptEvent('spooled', 'no time') }),
      'g-bad-time': JSON.stringify({ ...good, at: 'yesterday', payload: promptEvent('spooled', 'bad time') }),
      'h-other-client': JSON.stringify({ ...good, client: 'netscape', payload: {} }),
      'i-no-session': JSON.stringify({ ...good, payload: { hook_event_name: 'Stop' } }),
      'j-no-identity': JSON.stringify({ ...good, withheld: { reason: 'too large', length: 1 } }),
      'k-bytes': Buffer.from([0xff, 0xfe, 0x00, 0x80]).toString('latin1'),
    };
    for (const [name, content] of Object.entries(garbage)) writeFileSync(join(spool, `${name}.json`), content);
    mkdirSync(join(spool, 'l-folder.json'));
    writeFileSync(
      join(spool, 'm-good.json'),
      JSON.stringify({ ...good, payload: promptEvent('spooled', 'the good one') }),
    );
    const { pid } = await startDaemon(home);
    await waitFor(() => readdirSync(spool).every((name) => !name.endsWith('.json')), {
      what: 'the spool to be worked off',
    });

    const { records } = await exportRows(home);
    expect(records.filter(({ type }) => type === 'prompt').map(({ content }) => content)).toEqual(['the good one']);
    expect(readdirSync(spool).toSorted()).toEqual(
      [...Object.keys(garbage), 'l-folder'].map((name) => `${name}.bad`).toSorted(),
    );
    expect(existsSync(join(spool, 'm-good.bad'))).toBe(false);
    const status = JSON.parse((await runCli(home, ['status', '--json'])).stdout);
    expect(status).toMatchObject({ pid, state: 'degraded' });
    expect(status.problems).toContainEqual(expect.objectContaining({ code: 'spool-refused' }));
    await stopDaemon(home);
  });
});
