/** Pins, marks and what can be taken back, as the API tells them. */
import type { Undoing } from '../curator/undo.ts';
import type { Learning } from '../memory/learning.ts';
import type { RecordMark } from '../memory/scope-state.ts';
import { learningToWire } from './knowledge-wire.ts';

export function rememberedToWire(learning: Learning) {
  return { kind: 'learning', ...learningToWire(learning) } as const;
}

export function markedRecordToWire(mark: RecordMark) {
  return { kind: 'record', ...mark } as const;
}

export function undoingToWire({ withdrawn, restored, files }: Undoing, isDone: boolean) {
  const briefly = ({ id, type, content }: Learning) => ({ id, type, content });
  return {
    ...(isDone ? { undone: true } : { preview: true, hint: 'send the same with "confirm": true to take it back' }),
    withdrawn: withdrawn.map(briefly),
    restored: restored.map(briefly),
    files,
  } as const;
}
