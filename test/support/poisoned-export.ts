/**
 * An export in which every kind of line holds a secret in every text, and, for each field that is no text, a line with a
 * secret in that field. Whoever takes it in must redact the former and refuse the latter, or lose it.
 */
import {
  EDIT_CHANGES,
  KNOWN,
  sampleCheckpoint,
  sampleCuration,
  sampleEdit,
  sampleScan,
} from '../../src/journal/contract/act-samples.fixture.ts';
import {
  NOW,
  SESSION,
  SPACE,
  sampleInjection,
  sampleRecord,
  sampleSession,
  TURN,
} from '../../src/journal/contract/samples.fixture.ts';
import type { ExportRow } from '../../src/journal/sqlite/export-rows.ts';
import { deriveId } from '../../src/memory/ids.ts';
import { journalLine } from '../../src/privacy/export/journal-lines.ts';
import { bareSecrets, type SecretCase } from './secrets.ts';

/** What people, tools and models wrote. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['content', 'path', 'tool', 'tags', 'cwd', 'client', 'note', 'block', 'answers', 'paths', 'before', 'base'],
  ...['subject', 'reason', 'humanLines', 'user_message', 'agent_response', 'errors', 'input', 'output', 'release'],
  ...['copies_outside', 'provider', 'model', 'root', 'tracesIn'],
]);

type Line = { readonly [field: string]: unknown };

/** `name` makes its ids others than those of another. */
export function poisonedExport(name: string, cases: readonly SecretCase[]): readonly string[] {
  // Names and paths have to be short to be taken at all; the rest has room in a record.
  const short = cases.map(({ text }) => text).filter((text) => text.length <= 190);
  const tokens = bareSecrets(cases);
  let used = 0;
  const next = (from: readonly string[]): string => from[used++ % from.length] ?? '';
  const poison = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return TEXTS.has(field) ? `${value} ${next(short)}` : value;
    if (Array.isArray(value)) return value.map((entry) => poison(entry, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, poison(entry, key)]));
  };
  const sound = soundLines(name);
  const poisoned = sound.map((line) => (line.kind === 'place' ? line : (poison(line) as Line)));
  const record = sound.find(({ kind }) => kind === 'record');
  const all = cases.map(({ text }, index) => ({
    ...record,
    id: deriveId(name, 'case', String(index)),
    content: text,
    metadata: { [text]: 'key', value: [text] },
  }));
  const misplaced = sound.flatMap((line) =>
    Object.entries(line)
      .filter(([field, value]) => field !== 'kind' && typeof value === 'string' && !TEXTS.has(field))
      .map(([field]) => ({
        ...line,
        ...(line.id === undefined ? {} : { id: deriveId(name, field) }),
        [field]: next(tokens),
      })),
  );
  const places = sound.filter(({ kind }) => kind === 'place').map((line) => ({ ...line, root: `/p/${next(tokens)}` }));
  const unknown = [{ kind: next(tokens) }, { ...record, [next(tokens)]: 1 }, next(short)];
  const lines = [...poisoned, ...all, ...misplaced, ...places, ...unknown].map((line) => JSON.stringify(line));
  return [
    JSON.stringify({ kind: 'carryover-export', version: 1, workspace: null }),
    ...lines,
    JSON.stringify({ kind: 'end', lines: lines.length + 1 }),
  ];
}

function soundLines(name: string): readonly Line[] {
  const stored = { seq: 1 };
  const session = { endedAt: null, lastRecordAt: null, messageCount: 0, observationCount: 0 };
  const acts = [
    sampleCuration(),
    ...EDIT_CHANGES.map((change) => sampleEdit(change)),
    sampleScan(),
    sampleCheckpoint(),
  ].map((act) => ({ ...act, id: deriveId<typeof act.id>(name, act.id) }));
  const counts = { records: 1, turns: 1, sessions: 0, learnings: 0, actions: 0, fileLines: 0, injections: 0, acts: 0 };
  const rows: readonly ExportRow[] = [
    { kind: 'space', row: { id: SPACE, createdAt: NOW } },
    {
      kind: 'place',
      row: { spaceId: SPACE, anchor: '/p', root: '/p', kind: 'folder', fingerprint: 'f', seenAt: NOW },
    },
    { kind: 'session', row: { ...sampleSession({ metadata: { note: 'of a person' } }), ...session } },
    {
      kind: 'record',
      row: {
        ...sampleRecord({
          id: deriveId(name, 'record'),
          tool: 'Bash',
          path: '/p/a',
          tags: ['a'],
          metadata: { note: 'b' },
        }),
        ...stored,
      },
    },
    {
      kind: 'turn',
      row: {
        id: TURN,
        rev: 1,
        sessionId: SESSION,
        workspace: SPACE,
        sequenceNum: 1,
        timestamp: NOW,
        closedAt: NOW,
        closeReason: 'stop',
        userMessage: 'said',
        toolCalls: [{ tool: 'Bash', input: 'ls', outcome: 'ok', output: 'a', path: '/p/a' }],
        agentResponse: 'answered',
        errors: ['failed'],
        lastRecordId: deriveId(name, 'record'),
      },
    },
    { kind: 'injection', row: { ...sampleInjection({ id: deriveId(name, 'injection') }), ...stored } },
    ...acts.map((row) => ({ kind: 'act', row: { ...row, ...stored } }) as ExportRow),
    {
      kind: 'model-call',
      row: {
        id: deriveId(name, 'call'),
        ts: NOW,
        provider: 'p',
        model: 'm',
        purpose: 'curate',
        sessions: [{ id: SESSION, share: 1 }],
        reservedUsd: 1,
        end: null,
      },
    },
    {
      kind: 'forget-receipt',
      row: {
        id: deriveId(name, 'receipt'),
        askedAt: NOW,
        finishedAt: NOW,
        selection: 'record',
        counts,
        copiesOutside: ['/a'],
        verification: { needles: 1, files: 1, bytes: 1, tracesIn: ['logs/a'] },
      },
    },
  ];
  const [learning] = KNOWN.learnings;
  const known = { workspace: SPACE, content: 'what is known', created_at: NOW };
  return [
    ...rows.map((row) => journalLine(row) as Line),
    {
      kind: 'learning',
      ...known,
      id: deriveId(name, 'learning'),
      type: learning?.type,
      subject: 's',
      tags: ['t'],
      path: '/p',
    },
    { kind: 'action', ...known, id: deriveId(name, 'action') },
    { kind: 'file', ...known, name: 'tools.md' },
    { kind: 'review', ...known, id: deriveId(name, 'review'), reason: 'why' },
  ];
}
