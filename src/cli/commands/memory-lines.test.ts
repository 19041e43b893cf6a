import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../platform/config.ts';
import type { ActionAnswer, CurationEnd, FileAnswer, QueueAnswer, ReviewAnswer, SpendAnswer } from '../answers.ts';
import { embeddingSetupProblem } from '../embedding-setup.ts';
import { searchFinding } from '../memory-checks.ts';
import { searchLine } from '../search-line.ts';
import { actionLines } from './actions.ts';
import { type PreviewAnswer, partLines, previewLines } from './context.ts';
import { curatedLines, modelWarning, queueLines } from './curate.ts';
import { fileLines, historyLines } from './files.ts';
import { explanation } from './rebuild.ts';
import { reviewLines } from './review.ts';
import { spendLines } from './spend.ts';
import { memoryRows } from './status.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const EVIL = `do${String.fromCharCode(27)}[2Jit`;
const HARMLESS = 'do\\u{1b}[2Jit';

function plain(lines: readonly string[]): string {
  return stripVTControlCharacters(lines.join('\n'));
}

/** Recorded answers: ids are branded inside, plain text on the wire. */
function recorded<Answer>(answer: unknown): Answer {
  return JSON.parse(JSON.stringify(answer)) as Answer;
}

const FILE = recorded<FileAnswer>({
  name: 'context.md',
  workspace: 'space-1',
  space: EVIL,
  path: '/home/memory/spaces/shop/context.md',
  owner: 'curator',
  version: 4,
  lines: 210,
  limit_lines: 200,
  over_limit: true,
  updated_at: NOW - 5 * MINUTE,
  author: 'human',
});

describe('files', () => {
  it('shows each with its lines, its limit, its last author and its path, and names the space safely', () => {
    const text = plain(fileLines([FILE], NOW));
    expect(text).toContain(`context.md  ${HARMLESS}  210/200 lines !  human, 5 min ago  ${FILE.path}`);
  });

  it('says how files come about when there is none', () => {
    expect(plain(fileLines([], NOW))).toContain('carryover curate');
  });

  it('lists versions with what each changed', () => {
    const versions = [
      { version: 12, ts: NOW, author: 'undo' as const, act_id: FILE.path as never, lines: 9, added: 3, removed: 10 },
    ];
    expect(plain(historyLines(versions))).toBe('v12  2027-01-15 08:00  undo  +3 -10  9 lines');
  });
});

describe('actions', () => {
  const action = (id: string, workspace: string | null, status = 'pending') =>
    recorded<ActionAnswer>({ id, workspace, status, content: EVIL, priority: 1, created_at: 0, touched_at: NOW });

  it('groups them by project, with the name people know, and shows short ids (A-032)', () => {
    const actions = [
      action('aaaaaa-1', 'space-1'),
      action('bbbbbb-1', null),
      action('cccccc-1', 'space-1', 'completed'),
    ];
    const ids = new Map(actions.map(({ id }) => [id as string, id.slice(0, 6)]));
    expect(plain(actionLines(actions, ids, new Map([['space-1', 'shop']]), NOW)).split('\n')).toEqual([
      'shop',
      `  ○ aaaaaa  p1  0 s ago  ${HARMLESS}`,
      `  ✓ cccccc  p1  0 s ago  ${HARMLESS}`,
      'everywhere',
      `  ○ bbbbbb  p1  0 s ago  ${HARMLESS}`,
    ]);
  });

  it('says so when nothing is left to do', () => {
    expect(actionLines([], new Map(), new Map(), NOW)).toEqual(['Nothing is left to do.']);
  });
});

describe('review', () => {
  it('shows why something is held back, with its diff or its evidence', () => {
    const common = { created_at: NOW, reason: 'it loses 4 of 9 lines', status: 'waiting', workspace: null };
    const text = plain(
      reviewLines(
        [
          recorded<ReviewAnswer>({
            ...common,
            id: 'aaaaaa-1',
            kind: 'file',
            file: 'user.md',
            content: '',
            diff: `-${EVIL}`,
          }),
          recorded<ReviewAnswer>({
            ...common,
            id: 'bbbbbb-1',
            kind: 'learning',
            learning: { type: 'FACT', content: EVIL, trust: 'tool', confidence: 0.4, evidence: ['record-1'] },
            replaces: null,
            evidence: [{ id: 'record-1', source: 'tool', content: EVIL }],
          }),
        ],
        NOW,
      ),
    );
    expect(text).toContain(`aaaaaa  a rewrite of user.md  0 s ago\n  why: it loses 4 of 9 lines\n-${HARMLESS}`);
    expect(text).toContain(`bbbbbb  FACT: ${HARMLESS}`);
    expect(text).toContain(`from tool, confidence 0.40\n    tool: "${HARMLESS}"`);
    expect(reviewLines([], NOW)).toEqual(['Nothing is held back.']);
  });

  it('shows two statements side by side, and asks which of them holds', () => {
    const question = recorded<ReviewAnswer>({
      id: 'cccccc-1',
      created_at: NOW,
      reason: 'it may replace what was said before',
      status: 'waiting',
      workspace: null,
      kind: 'learning',
      question: true,
      learning: { type: 'FACT', content: `newer ${EVIL}`, trust: 'typed', confidence: 0.7, evidence: [] },
      replaces: 'older-1',
      replaced: { type: 'FACT', content: `older ${EVIL}` },
      evidence: [],
    });
    const text = plain(reviewLines([question], NOW));
    expect(text).toContain('cccccc  Which of these holds?  0 s ago');
    expect(text).toContain(`  newer: newer ${HARMLESS}\n  older: older ${HARMLESS}\n`);
    expect(text).toContain('agents are given the newer one, marked, and not the older');
    expect(plain(reviewLines([recorded<ReviewAnswer>({ ...question, proposed: true })], NOW))).toContain(
      'agents are given both',
    );
    expect(text).toContain('carryover review both ID');
    expect(text).not.toContain('held back');
    expect(text).not.toContain('--all');
  });
});

const SPEND = recorded<SpendAnswer>({
  day: { calls: 3, failed_calls: 1, unsettled_calls: 1, input_tokens: 900, output_tokens: 100, usd: 0.25 },
  daily_usd: 1,
  session_usd: 0.25,
  left_usd: 0.75,
  model_calls: true,
  extractions: { asked: 2, skipped: 1 },
  sessions: [{ id: 'session-1', calls: 3, usd: 0.25 }],
  calls: [
    { ts: NOW, provider: 'anthropic', model: 'small', reserved_usd: 0.2, end: null },
    {
      ts: NOW,
      provider: 'anthropic',
      model: 'small',
      reserved_usd: 0.2,
      end: { outcome: 'failed', problem: 'model-busy', input_tokens: 900, output_tokens: 100, cost_usd: 0.05 },
    },
  ],
});

describe('spend', () => {
  it('shows the last day against the caps, who used it, and calls that never ended', () => {
    const text = plain(spendLines(SPEND, NOW));
    expect(text).toContain('$0.25 of $1.00, $0.75 left · 3 calls, 1 failed');
    expect(text).toContain('1 call never came to an end and counts with what was reserved');
    expect(text).toContain('2 calls for one session by itself, 1 not answered in time');
    expect(text).toContain('$0.25  3 calls  session-1');
    expect(text).toContain('≤ $0.20');
    expect(text).toContain('failed (model-busy), 900 in, 100 out');
  });

  it('says when calls are off, and when there was none', () => {
    const off = recorded<SpendAnswer>({ ...SPEND, model_calls: false, sessions: [], calls: [] });
    expect(plain(spendLines(off, NOW))).toContain('carryover spend on');
    expect(plain(spendLines(off, NOW))).toContain('No model has been called.');
  });
});

const CURATOR = { provider: 'anthropic', model: 'small', profile: 'batch', fallback: null, last_curated_at: NOW };

describe('curate', () => {
  const END: CurationEnd = {
    done: true,
    curated: 2,
    parked: 0,
    waiting: 0,
    problem: null,
    curator: 'rules',
    fallback: null,
  };

  it('says how many turns a model would read, and what it may cost at most', () => {
    expect(modelWarning(12, CURATOR, SPEND)).toContain('12 turns would be read by anthropic/small, for at most $0.75');
  });

  it('says who read the turns and what it cost', () => {
    expect(plain(curatedLines(END, 0))).toContain('2 turns read by rules, at no cost');
    expect(plain(curatedLines({ ...END, curator: 'anthropic/small' }, 0.02))).toContain('anthropic/small, for $0.02');
    expect(plain(curatedLines({ ...END, curated: 0 }, 0))).toBe('Nothing waited: every turn has been read.');
  });

  it('says when rules took over, and what was parked', () => {
    const text = plain(curatedLines({ ...END, parked: 1, waiting: 3, fallback: 'the daily cap is reached' }, 0));
    expect(text).toContain('rules read instead of the model: the daily cap is reached');
    expect(text).toContain('1 turn could not be read');
    expect(text).toContain('3 turns still wait.');
    expect(plain(curatedLines({ ...END, curated: 0, waiting: 1 }, 0))).toBe('1 turn still waits.');
  });

  it('shows the queue with the reason of every parked turn', () => {
    const queue = recorded<QueueAnswer>({
      waiting: 1,
      claimed: 0,
      parked: 1,
      oldest_at: NOW - MINUTE,
      spaces: [],
      parked_turns: [{ turn_id: 't1', session_id: 's1', parked_at: NOW, attempts: 4, reason: EVIL }],
      paused_until: NOW + 3_000,
      problem: { code: 'model-busy', message: 'the model is busy', hint: null },
    });
    expect(plain(queueLines(queue, NOW)).split('\n')).toEqual([
      '1 turn waits, the oldest from 1 min ago; 0 being read; 1 parked',
      'The next try is in 3 s.',
      '! the model is busy',
      `  t1  parked 0 s ago, 4 tries  ${HARMLESS}`,
      '`carryover curate --retry` tries parked turns again.',
    ]);
  });
});

describe('rebuild', () => {
  it('says that it costs nothing, or with --recurate what it may cost', () => {
    expect(plain(explanation(false, undefined))).toContain('it costs nothing');
    expect(plain(explanation(true, undefined))).toContain('Rules read them: it costs nothing');
    expect(plain(explanation(true, SPEND))).toContain('at most $0.75 now (caps: $1.00 a day');
  });
});

describe('status', () => {
  it('says who curates, what waits, what is known and what was spent', () => {
    const status = {
      curator: { ...CURATOR, fallback: 'no key' },
      queue: { waiting: 1, parked: 2, oldest_ms: 5 },
      knowledge: {
        learnings: 7,
        learnings_ever: 9,
        pinned: 2,
        sensitive: 1,
        pending_actions: 1,
        waiting_reviews: 4,
        waiting_questions: 1,
        dropped: 0,
      },
      recall: { records: 41_203, waiting: 12, facts: 312, bytes: 5 },
      injected: { given: 12, used: 6, ignored: 4 },
      release: '1.4.0',
      spend: { day_usd: 0.25, daily_usd: 1 },
    };
    expect(memoryRows(status, NOW)).toEqual([
      ['curator', 'anthropic/small, batch, last 0 s ago · rules instead: no key'],
      ['to be read', '1 turn · 2 parked'],
      [
        'known',
        '7 learnings and 2 that hold no more · 2 pinned · 1 sensitive · 1 open action · 3 held back · 1 question for you: which of two holds, see `carryover review`',
      ],
      ['search', '41,203 records and 312 facts indexed, 12 waiting'],
      ['given', '12 items with prompts in 30 days · 60 % used'],
      ['deployed', 'release 1.4.0'],
      ['spent', '$0.25 of $1.00 in 24 h'],
    ]);
    const given = (injected: typeof status.injected) => new Map(memoryRows({ ...status, injected }, NOW)).get('given');
    const known = memoryRows({ ...status, knowledge: { ...status.knowledge, learnings: 9 } }, NOW)[2];
    expect(known).toEqual(['known', expect.stringMatching(/^9 learnings · /)]);
    expect(given({ given: 0, used: 0, ignored: 0 })).toBe('nothing with prompts in 30 days');
    expect(given({ given: 1, used: 0, ignored: 0 })).toMatch(/1 item .* none judged yet/);
  });
});

describe('search', () => {
  const recall = { records: 1, waiting: 0, facts: 1, bytes: 5 };
  const semantic = {
    state: 'ready',
    embedder: EVIL,
    remote: false,
    requests: 12,
    tokens: 16_000,
  };

  it('is told with what was asked about meaning, when a model was chosen for that', () => {
    const line = '1 record and 1 fact indexed, 0 waiting';
    expect(searchLine(recall)).toBe(line);
    expect(searchLine({ ...recall, semantic })).toBe(
      `${line} · by meaning with ${HARMLESS}: ready, 12 requests and 16,000 tokens so far`,
    );
  });

  it('says what is missing for search by meaning', () => {
    const unset = { ...recall, semantic: { ...semantic, state: 'failing', embedder: '' } };
    const config = { ...defaultConfig(), 'embeddings.provider': 'compatible' } as const;
    expect(searchLine(unset, embeddingSetupProblem(config, {})?.message)).toMatch(
      / · by meaning: no model is chosen; set embeddings\.model$/,
    );
    expect(searchLine(unset)).toMatch(/ · by meaning: not set up$/);
  });

  it('is well for doctor unless it is far behind or cannot be read', () => {
    expect(searchFinding(recall)).toMatchObject({ result: 'ok' });
    expect(searchFinding({ ...recall, waiting: 50_000 })).toMatchObject({
      result: 'note',
      message: expect.stringContaining('50,000 waiting'),
      hint: expect.any(String),
    });
    expect(searchFinding(null)).toMatchObject({ result: 'wrong', hint: expect.stringContaining('rebuild --index') });
  });
});

describe('context', () => {
  it('shows what a prompt would be given with what it is made from, safely', () => {
    const answer = recorded<PreviewAnswer>({
      block: EVIL,
      tokens: 90,
      items: [
        { id: 'aaaaaaaa-1', type: 'fact', ts: NOW, source: 'typed', text: EVIL, score: 0.75 },
        { id: 'bbbbbbbb-2', type: 'gone', ts: null, source: null, text: null, score: null },
      ],
    });
    expect(plain(previewLines(answer)).split('\n')).toEqual([
      HARMLESS,
      '',
      '2 items, 90 tokens',
      '  aaaaaa  0.75  2027-01-15  fact, typed',
      '  bbbbbb  –     –           gone',
    ]);
  });

  it('shows the parts with their lengths, safely', () => {
    expect(plain(partLines([EVIL, 'two']))).toBe(
      `part 1 of 2, ${EVIL.length} characters\n${HARMLESS}\npart 2 of 2, 3 characters\ntwo`,
    );
  });
});
