/** Acts the contract's tests are made of: whole, plain, and different only where a test says so. */
import type { Checkpoint, Curation, Edit, EditChange, Scan } from '../../memory/act.ts';
import type { PendingAction } from '../../memory/action.ts';
import {
  type ActId,
  type ActionId,
  deriveId,
  type LearningId,
  type RecordId,
  type ReviewId,
} from '../../memory/ids.ts';
import { newLearning } from '../../memory/learning.ts';
import type { ScopeState } from '../../memory/scope-state.ts';
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

const ACTION: PendingAction = {
  id: deriveId<ActionId>('action'),
  createdAt: NOW,
  touchedAt: NOW,
  workspace: SPACE,
  sessionId: null,
  content: 'call “Ada”',
  priority: 2,
  status: 'pending',
  sourceLearningId: null,
  evidence: [deriveId<RecordId>('record')],
};

const LEARNING = newLearning(NOW, {
  id: deriveId<LearningId>('learning'),
  workspace: SPACE,
  type: 'FACT',
  content: 'naïve 🙂',
  trust: 'tool',
});

const REVIEW = {
  id: deriveId<ReviewId>('review'),
  createdAt: NOW,
  actId: deriveId<ActId>('act'),
  workspace: SPACE,
  reason: 'why',
  status: 'waiting',
} as const;

/** One of every kind. */
export const EDIT_CHANGES = [
  { kind: 'file', file: { name: 'user.md', workspace: null }, before: '', content: '' },
  { kind: 'file', file: { name: 'tools.md', workspace: SPACE }, before: 'a\n', content: 'a\nb\n', by: 'agent' },
  { kind: 'undo', file: { name: 'context.md', workspace: SPACE }, version: 2, before: 'd\n', content: 'c\n' },
  { kind: 'recurate', files: [{ file: { name: 'tools.md', workspace: SPACE }, content: 'a\n' }] },
  { kind: 'deploy', release: '1.2.0', files: [{ name: 'soul.md', content: 'be kind\n' }] },
  { kind: 'action', action: ACTION, status: 'dismissed' },
  {
    kind: 'review',
    review: { ...REVIEW, held: { kind: 'learning', learning: LEARNING, replaces: LEARNING.id } },
    decision: 'accepted',
    replaced: LEARNING,
    base: '',
  },
  {
    kind: 'review',
    review: {
      ...REVIEW,
      held: { kind: 'file', file: { name: 'tools.md', workspace: SPACE }, base: 2, content: 'a\n' },
    },
    decision: 'rejected',
    replaced: null,
    base: 'b\n',
  },
  { kind: 'remember', learning: LEARNING },
  { kind: 'mark', target: { kind: 'learning', id: LEARNING.id }, learning: LEARNING, pinned: true, sensitive: false },
  { kind: 'mark', target: { kind: 'record', id: deriveId<RecordId>('record') }, learning: null, sensitive: true },
  { kind: 'revert', acts: [deriveId<ActId>('act')], learnings: [LEARNING] },
  { kind: 'amend', before: null, after: LEARNING },
  { kind: 'amend', before: LEARNING, after: { ...LEARNING, content: 'kind 🙂', tier: 2 } },
  { kind: 'drop', learnings: [LEARNING] },
  {
    kind: 'restore',
    learnings: [LEARNING],
    history: [{ learningId: LEARNING.id, ts: 7, cause: 'learned', before: null, after: LEARNING }],
  },
  { kind: 'merge', into: LEARNING, from: [{ ...LEARNING, id: deriveId<LearningId>('other') }] },
  {
    kind: 'ask',
    reviews: [
      {
        id: deriveId<ReviewId>('asked'),
        createdAt: 7,
        actId: deriveId<ActId>('act'),
        workspace: null,
        reason: 'it reads like a rule of one project',
        status: 'waiting',
        held: { kind: 'learning', learning: LEARNING, replaces: null, movesTo: null },
      },
    ],
  },
  { kind: 'erased' },
] as const satisfies readonly EditChange[];

export const NOTHING_KNOWN: ScopeState = {
  learnings: [],
  history: [],
  actions: [],
  reviews: [],
  files: [],
  recordMarks: [],
};

/** One of everything in the space, and a learning of the user. */
export const KNOWN: ScopeState = {
  learnings: [LEARNING, { ...LEARNING, id: deriveId<LearningId>('of the user'), workspace: null }],
  history: [{ learningId: LEARNING.id, ts: NOW, cause: 'learned', before: null, after: LEARNING }],
  actions: [ACTION],
  reviews: [{ ...REVIEW, held: { kind: 'learning', learning: LEARNING, replaces: null } }],
  files: [
    {
      name: 'tools.md',
      workspace: SPACE,
      version: 1,
      ts: NOW,
      actId: deriveId<ActId>('act'),
      author: 'human',
      content: 'a\nb\n',
      humanLines: ['a'],
    },
  ],
  recordMarks: [{ id: deriveId<RecordId>('record'), workspace: SPACE, pinned: true, sensitive: false }],
  dropped: [{ workspace: SPACE, turnId: TURN, digest: 'a digest' }],
};

export function sampleCheckpoint(different: Partial<Checkpoint> = {}): Checkpoint {
  return { ...base(), kind: 'checkpoint', cause: 'forget', scopes: [SPACE, null], state: KNOWN, ...different };
}
