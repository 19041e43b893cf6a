/** Inputs of a curator to test prompts with: six files, one learning, one action, and turns as given. */
import type { ActionId, LearningId, RecordId, SessionId, TurnId } from '../../memory/ids.ts';
import { type Learning, newLearning } from '../../memory/learning.ts';
import { memo } from '../../memory/memo.ts';
import { MEMORY_FILE_NAMES } from '../../memory/memory-file.ts';
import type { StoredRecord } from '../../memory/record.ts';
import { segmentedPrompt } from '../../memory/record-segments.ts';
import type { TurnContent } from '../../memory/turn.ts';
import type { CuratedTurn, CuratorInput } from '../curator.ts';

export const LIMITS = {
  'soul.md': 200,
  'os.md': 200,
  'tools.md': 150,
  'files.md': 200,
  'user.md': 200,
  'context.md': 200,
};

/** The same megabyte may come many times. */
const segmented = memo(segmentedPrompt, { most: 4, longest: Number.MAX_SAFE_INTEGER });

export function curatedTurn(number: number, content: Partial<TurnContent>): CuratedTurn {
  const turnId = `turn-${number}` as TurnId;
  const sessionId = 'session' as SessionId;
  const text = { userMessage: 'hello', toolCalls: [], agentResponse: 'hi', errors: [], ...content };
  const prompt: StoredRecord = {
    id: `record-${number}` as RecordId,
    seq: number,
    ts: 0,
    type: 'prompt',
    sessionId,
    workspace: null,
    turnId,
    source: 'typed',
    tool: null,
    path: null,
    content: text.userMessage,
    tags: [],
    metadata: segmented(text.userMessage).metadata,
  };
  return {
    number,
    turn: {
      ...text,
      id: turnId,
      rev: 1,
      sessionId,
      workspace: null,
      sequenceNum: number,
      timestamp: Date.UTC(2026, 1, 10),
      closedAt: 0,
      closeReason: 'stop',
      lastSeq: number,
    },
    records: [prompt],
  };
}

export function learning(id: string, content: string, subject: string | null = null): Learning {
  return newLearning(0, {
    id: id as LearningId,
    type: 'PREFERENCE',
    subject,
    content,
    workspace: null,
    trust: 'typed',
  });
}

/** Everything that has no text of its own says `text`. */
export function curatorInput(turns: readonly CuratedTurn[], text = 'known\n'): CuratorInput {
  return {
    files: MEMORY_FILE_NAMES.map((name) => ({
      name,
      workspace: null,
      version: 1,
      content: text,
      limitLines: LIMITS[name],
      writable: name !== 'soul.md' && name !== 'os.md',
    })),
    recent: [learning('3f2a91c0-0000-8000-8000-000000000000', text, text)],
    actions: [
      {
        id: '77ab01d4-0000-8000-8000-000000000000' as ActionId,
        createdAt: 0,
        touchedAt: 0,
        workspace: null,
        sessionId: null,
        content: text,
        priority: 1,
        status: 'pending',
        sourceLearningId: null,
        evidence: [],
      },
    ],
    held: [{ content: text, reason: 'nothing in the turns says it' }],
    root: '/home/ada/shop',
    turns,
  };
}
