/** A record as a whole: its text, where it comes from, and what stood on the other side of its turn. */
import type { WireRecord } from '../http/detail-wire.ts';
import { fence, itemLine } from '../recall/block.ts';
import { CAUTION, dayOf, idText } from './lines.ts';

/** About 4,000 tokens. A client would cut off a much longer answer itself, and not say where. */
const TEXT_CHARS = 16_000;

export function describeRecord({ id, ts, type, source, tool, path, content, turn }: WireRecord): string {
  const cut = content.length > TEXT_CHARS ? ` (the first ${TEXT_CHARS} of ${content.length} characters)` : '';
  return fence(`A record as a whole. ${CAUTION}`, [
    itemLine({ label: `${idText(id)} ${dayOf(ts)} ${type}, ${source}${cut}`, text: content.slice(0, TEXT_CHARS) }),
    ...(tool === null ? [] : [itemLine({ label: 'tool', text: tool })]),
    ...(path === null ? [] : [itemLine({ label: 'path', text: path })]),
    ...(turn === null || type === 'prompt' ? [] : [itemLine({ label: 'the user had said', text: turn.user_message })]),
    ...(turn === null || type === 'assistant'
      ? []
      : [itemLine({ label: `the agent said, after ${turn.tool_calls} tool calls`, text: turn.agent_response })]),
  ]);
}
