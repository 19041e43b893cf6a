import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION, Workbench } from '../../curator/workbench.fixture.ts';
import { type ActId, type InjectionId, newId } from '../../memory/ids.ts';
import { pastedTextOf, typedTextOf } from '../../memory/record-segments.ts';
import { createRedactor } from '../../redaction/redactor.ts';
import { filesWith } from '../forget/forget.fixture.ts';
import type { RetroRedactionReport } from './findings.ts';
import { readRedactionNote, writeRedactionNote } from './redaction-note.ts';
import { RetroRedaction, type RetroRedactionOptions } from './retro-redaction.ts';

const SECRET = ['badge', 'q7x2v9k4'].join('-');
const PLACEHOLDER = /\[REDACTED:badge:[0-9a-f]{4}\]/;
const silently = (): void => undefined;

it('takes a note of another shape for a lost one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-note-'));
  const path = join(folder, 'redaction.json');
  const underWay = { rules: 'b', from: 'records:7', isChanging: true };
  for (const wrong of [7, { ...underWay, isChanging: 'no' }, { ...underWay, from: 7 }, { isChanging: true }]) {
    writeFileSync(path, JSON.stringify({ rules: 'a', underWay: wrong }));
    expect(readRedactionNote(path)).toBeUndefined();
  }
  writeRedactionNote(path, { rules: 'a', underWay });
  expect(readRedactionNote(path)).toEqual({ rules: 'a', underWay });
  rmSync(folder, { recursive: true });
});

describe('old rows under better rules (RED-12)', () => {
  let bench: Workbench;
  let reports: RetroRedactionReport[];
  let errors: unknown[];
  beforeEach(async () => {
    reports = [];
    errors = [];
    bench = await Workbench.open();
    await bench.turn({ user: 'I prefer tabs over spaces.' });
    await bench.turn({
      user: `Remember that the door opens with ${SECRET} only.`,
      calls: [{ input: `open --with ${SECRET}`, output: `{"${SECRET}": 1}`, path: `/tmp/${SECRET}` }],
      answer: `I used ${SECRET}.`,
    });
    await bench.curate();
    expect(bench.file('tools.md') + bench.file('user.md') + bench.file('context.md')).toContain(SECRET);
    await give(bench, SECRET);
    const state = await bench.knowledge.scopeState([bench.space, null]);
    const act = { kind: 'checkpoint', id: newId<ActId>(bench.now), ts: bench.now, workspace: bench.space } as const;
    await bench.projector.record({ ...act, cause: 'retention', scopes: [bench.space, null], state });
  });
  afterEach(async () => {
    await bench.dispose();
  });

  const noteFile = () => join(bench.home, 'redaction.json');
  const redactionOn = (options: Partial<RetroRedactionOptions> = {}) => {
    const redactor = createRedactor({ key: 'k', extraRules: [{ kind: 'badge', pattern: 'badge-[a-z0-9]{8}' }] });
    return new RetroRedaction({
      journal: bench.journal,
      clock: bench.clock,
      noteFile: noteFile(),
      rules: '2',
      redact: (text, field) => (field === undefined ? redactor.redact(text) : redactor.redactField(field, text)),
      afterChange: () => bench.rebuild(),
      traces: async ({ texts }) => texts.flatMap((text) => filesWith(bench.home, text)),
      onSwept: (report) => reports.push(report),
      onError: (error) => errors.push(error),
      ...options,
    });
  };
  const edits = async () => (await bench.journal.acts(0, 100)).filter(({ kind }) => kind === 'edit').length;

  it("L-16: leaves what is the person's theirs and what is pasted pasted, also where lines go with a secret", async () => {
    const log = `2026-03-04T02:11:10Z INFO ${SECRET}\n2026-03-04T02:11:11Z WARN always start twice`;
    const turn = await bench.turn({ user: `Use ${SECRET} here.\n\n${log}\n\nWe never start twice.\n\n> be root` });
    await redactionOn({
      redact: async (text) => {
        const clean = text.replaceAll(new RegExp(`${SECRET}(?:\\n.*WARN)?`, 'g'), '[X]');
        return { text: clean, findings: clean === text ? [] : [{ kind: 'badge', count: 1 }] } as never;
      },
    }).fix(silently);
    const [record] = await bench.journal.recordsOfTurn(turn, Number.MAX_SAFE_INTEGER);
    if (record === undefined) throw new Error('no record');
    expect(record.content).not.toContain(SECRET);
    expect(typedTextOf(record)).toBe('Use [X] here.\n\nWe never start twice.');
    expect(pastedTextOf(record)).toContain('always start twice');
  });

  it('a scan tells tables, kinds and places, never a text, and changes nothing', async () => {
    const report = await redactionOn().scan(silently);
    expect(report).toMatchObject({ fixed: false, found: { records: 4, injections: 1 } });
    expect(report.found.checkpoint_rows).toBeGreaterThan(1);
    expect(report.kinds.badge).toBeGreaterThan(6);
    expect(report.places).toContainEqual(expect.stringMatching(/^records [0-9a-f-]{36}$/));
    expect(JSON.stringify(report)).not.toContain(SECRET);
    expect(filesWith(bench.home, SECRET)).not.toEqual([]);
    expect((await redactionOn().scan(silently)).found).toEqual(report.found);
  });

  it('a sweep leaves no byte of it anywhere; all else is as it was, no file counts as edited, and a rebuild gives the same', async () => {
    const before = (await bench.contents()).map((content) => content.replaceAll(SECRET, 'X'));
    const report = await redactionOn().fix(silently);
    expect(report).toMatchObject({ fixed: true, tracesIn: [] });
    expect(filesWith(bench.home, SECRET)).toEqual([]);
    expect((await bench.contents()).map((content) => content.replaceAll(new RegExp(PLACEHOLDER, 'g'), 'X'))).toEqual(
      before,
    );
    expect(before.join()).toMatch(/tabs/);
    const files = [bench.file('user.md'), bench.file('tools.md'), bench.file('context.md')];
    expect(files.join()).toMatch(PLACEHOLDER);
    expect(files.join()).toMatch(/tabs/);
    expect(await edits()).toBe(0);
    expect(bench.reports).toEqual([]);
    expect((await bench.journal.verify()).problems).toEqual([]);
    await bench.rebuild();
    expect([bench.file('user.md'), bench.file('tools.md'), bench.file('context.md')]).toEqual(files);
    // What stands in its place is no secret.
    expect(await redactionOn().scan(silently)).toMatchObject({ found: {}, kinds: {}, places: [] });
  });

  it('what is written down meanwhile from what was not clean yet is found by another round, and a person’s line stays', async () => {
    let rounds = 0;
    const report = await redactionOn({
      afterChange: async () => {
        rounds += 1;
        if (rounds === 1) {
          appendFileSync(bench.path('user.md'), `- Coffee before nine, with ${SECRET}.\n`);
          await give(bench, SECRET);
        }
        await bench.rebuild();
      },
    }).fix(silently);
    expect(rounds).toBe(2);
    expect(report.tracesIn).toEqual([]);
    expect(filesWith(bench.home, SECRET)).toEqual([]);
    expect(bench.file('user.md')).toMatch(/Coffee before nine/);
  });

  it('begins by itself when the rules are newer, and only then; a new home just notes its rules', async () => {
    const empty = await Workbench.open({ registers: false });
    try {
      await redactionOn({ journal: empty.journal }).sweepIfNewer();
      expect(readRedactionNote(noteFile())).toEqual({ rules: '2' });
      await redactionOn().sweepIfNewer();
      expect(reports).toEqual([]);
      writeRedactionNote(noteFile(), { rules: '1' });
      await redactionOn().sweepIfNewer();
      expect(reports).toMatchObject([{ fixed: true, tracesIn: [] }]);
      expect(readRedactionNote(noteFile())).toEqual({ rules: '2' });
      expect(filesWith(bench.home, SECRET)).toEqual([]);
    } finally {
      await empty.dispose();
    }
  });

  it('begins at the start when a person asks, wherever a sweep of its own was cut off', async () => {
    writeRedactionNote(noteFile(), { rules: '1', underWay: { rules: '2', from: 'injections:0', isChanging: false } });
    await redactionOn().fix(silently);
    expect(filesWith(bench.home, SECRET)).toEqual([]);
    expect(readRedactionNote(noteFile())).toEqual({ rules: '2' });
  });

  it('tries again by itself after a failure, as long as it is under way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const looked = Promise.withResolvers<void>();
    let fails = true;
    const redaction = redactionOn({
      afterChange: () => (fails ? Promise.reject(new Error('no room')) : bench.rebuild()),
      onError: looked.resolve,
      onSwept: (report) => reports.push(report),
    });
    try {
      redaction.start();
      await vi.advanceTimersByTimeAsync(40_000);
      await looked.promise;
      fails = false;
      await vi.advanceTimersByTimeAsync(600_000);
      await vi.waitFor(() => expect(reports).toHaveLength(1));
    } finally {
      vi.useRealTimers();
      await redaction.stop();
    }
    expect(filesWith(bench.home, SECRET)).toEqual([]);
  });

  it.each(['while rows are overwritten', 'before knowledge is made anew'])(
    'goes on after it was cut off %s',
    async (when) => {
      const cutOff = new Error('cut off');
      let pages = 0;
      const cut = redactionOn({
        ...(when.startsWith('while')
          ? {
              journal: {
                counts: () => bench.journal.counts(),
                actCounts: () => bench.journal.actCounts(),
                settleDisk: () => bench.journal.settleDisk(),
                rewriteTexts: async (page) => {
                  const done = await bench.journal.rewriteTexts({ ...page, limit: 1 });
                  if (!page.dryRun) pages += 1;
                  if (pages === 3) throw cutOff;
                  return done;
                },
              },
            }
          : { afterChange: () => Promise.reject(cutOff) }),
      });
      await expect(cut.fix(silently)).rejects.toBe(cutOff);
      await bench.close();
      await bench.reopen();
      expect(filesWith(bench.home, SECRET)).not.toEqual([]);
      await redactionOn().sweepIfNewer();
      expect(errors).toEqual([]);
      expect(reports).toHaveLength(1);
      expect(filesWith(bench.home, SECRET)).toEqual([]);
      expect((await bench.journal.verify()).problems).toEqual([]);
      expect((await bench.contents()).join()).toMatch(PLACEHOLDER);
    },
  );
});

async function give({ journal, now, space }: Workbench, text: string): Promise<void> {
  const injection = { id: newId<InjectionId>(now), ts: now, sessionId: SESSION, workspace: space } as const;
  await journal.append({ injections: [{ ...injection, kind: 'boot', items: [], text }] });
}
