/** Things a boot block is made of, with as little said of each as a test needs. */
import type { PendingAction } from '../memory/action.ts';
import { deriveId } from '../memory/ids.ts';
import { type Learning, newLearning } from '../memory/learning.ts';
import type { MemoryFileName } from '../memory/memory-file.ts';
import { pastedTextOf, promptSaying, typedTextOf } from '../memory/record-segments.ts';
import type { BootInput } from './boot-sections.ts';
import type { OwnTurn } from './turn-lines.ts';

export const NOON = Date.UTC(2026, 10, 15, 12);

export function input(different: Partial<BootInput> = {}): BootInput {
  return { files: [], learnings: [], actions: [], uncurated: [], stood: [], source: 'startup', ...different };
}

export function file(name: MemoryFileName, content: string): BootInput['files'][number] {
  return { name, content, ts: NOON };
}

export function learning(content: string, different: Partial<Learning> = {}): Learning {
  return newLearning(NOON, {
    id: deriveId('learning', content),
    type: 'FACT',
    content,
    workspace: null,
    trust: 'typed',
    ...different,
  });
}

export function action(content: string, different: Partial<PendingAction> = {}): PendingAction {
  return {
    id: deriveId('action', content),
    createdAt: NOON,
    touchedAt: NOON,
    workspace: null,
    sessionId: null,
    content,
    priority: 2,
    status: 'pending',
    sourceLearningId: null,
    evidence: [],
    ...different,
  };
}

export function turn(userMessage: string, different: Partial<OwnTurn> = {}): OwnTurn {
  return {
    id: deriveId('turn', userMessage),
    rev: 1,
    sessionId: deriveId('session'),
    workspace: null,
    sequenceNum: 1,
    timestamp: NOON,
    closedAt: NOON,
    closeReason: 'stop',
    lastSeq: 1,
    userMessage,
    typed: typedTextOf(promptSaying(userMessage)),
    pasted: pastedTextOf(promptSaying(userMessage)),
    toolCalls: [],
    agentResponse: '',
    errors: [],
    ...different,
  };
}
