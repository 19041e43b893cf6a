/** Acts the contract's tests are made of: whole, plain, and different only where a test says so. */
import type { Curation, Edit, EditChange, Scan } from '../../memory/act.ts';
import { type ActId, deriveId } from '../../memory/ids.ts';
import { NOW, OTHER_TURN, SPACE, TURN } from './samples.fixture.ts';

let made = 0;

function base() {
  made += 1;
  return { id: deriveId<ActId>('act', String(made)), ts: NOW + made, workspace: SPACE };
}

export function sampleCuration(different: Partial<Curation> = {}): Curation {
  return {
    ...base(),
    kind: 'curation',
    curator: 'rules',
    turns: [
      { id: TURN, rev: 1 },
      { id: OTHER_TURN, rev: 2 },
    ],
    files: [
      { name: 'user.md', workspace: null, version: 3 },
      { name: 'context.md', workspace: SPACE, version: 0 },
    ],
    settings: { match: 'similar', preset: 'six', root: '/p' },
    promptHash: 'abc',
    answers: ['LEARNINGS:\n- FACT: naïve “quotes” \\ 🙂', ''],
    inputTokens: 1_234,
    outputTokens: 56,
    costUsd: 0.1 + 0.2,
    ...different,
  };
}

export function sampleEdit(change: EditChange = EDIT_CHANGES[0]): Edit {
  return { ...base(), kind: 'edit', change };
}

export function sampleScan(different: Partial<Scan> = {}): Scan {
  return { ...base(), kind: 'scan', paths: ['a.ts', 'b/ü.ts'], partial: false, ...different };
}

/** One of every kind. */
export const EDIT_CHANGES = [
  { kind: 'file', file: { name: 'user.md', workspace: null }, before: '', content: '' },
  { kind: 'file', file: { name: 'tools.md', workspace: SPACE }, before: 'a\n', content: 'a\nb\n' },
  { kind: 'undo', file: { name: 'context.md', workspace: SPACE }, version: 2, content: 'c\n' },
  { kind: 'recurate', files: [{ file: { name: 'tools.md', workspace: SPACE }, content: 'a\n' }] },
  { kind: 'deploy', release: '1.2.0', files: [{ name: 'soul.md', content: 'be kind\n' }] },
  { kind: 'action', action: deriveId('action'), status: 'dismissed' },
  { kind: 'review', review: deriveId('review'), decision: 'rejected' },
] as const satisfies readonly EditChange[];
