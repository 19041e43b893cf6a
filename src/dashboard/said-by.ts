/** Who said it, in the words of a page. */
import type { RecordType } from '../memory/record.ts';
import type { SourceClass } from '../memory/source.ts';

const SAID_BY = {
  prompt: 'You',
  assistant: 'Agent',
  tool_use: 'Tool call',
  tool_result: 'Tool output',
  approval: 'Permission',
  error: 'Error',
  event: 'Event',
} as const satisfies Record<RecordType, string>;

export function saidBy({ type, source }: { readonly type: RecordType; readonly source: SourceClass }): string {
  return type === 'prompt' && source === 'pasted' ? 'You pasted' : SAID_BY[type];
}
