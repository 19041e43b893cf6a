/** A record as a whole: its text, where it comes from, and what stood on the other side of its turn. */
import type { WireRecord } from '../http/detail-wire.ts';
import { fence, itemLine } from '../recall/block.ts';
import { CAUTION, dayOf, idText, recordKind } from './lines.ts';

/** About 4,000 tokens. A client would cut off a much longer answer itself, and not say where. */
const TEXT_CHARS = 16_000;

export function describeRecord({ id, ts, type, source, tool, path, content, metadata, turn }: WireRecord): string {
  const cut = content.length > TEXT_CHARS ? ` (the first ${TEXT_CHARS} of ${content.length} characters)` : '';
  return fence(`A record as a whole. ${CAUTION}`, [
    itemLine({
      label: `${idText(id)} ${dayOf(ts)} ${recordKind(type, source, metadata)}${cut}`,
      text: content.slice(0, TEXT_CHARS),
    }),
    ...(tool === null ? [] : [itemLine({ label: 'tool', text: tool })]),
    ...(path === null ? [] : [itemLine({ label: 'path', text: path })]),
    ...(turn === null || type === 'prompt' ? [] : [itemLine({ label: promptLabel(turn), text: turn.user_message })]),
    ...(turn === null || type === 'assistant'
      ? []
      : [itemLine({ label: answerLabel(turn), text: turn.agent_response })]),
  ]);
}

type Beside = NonNullable<WireRecord['turn']>;

/** Only what the person put in themselves is theirs. */
function promptLabel({ user_source: source }: Beside): string {
  if (source === 'typed') return 'the user had said';
  if (source === 'pasted') return 'the user had said or pasted';
  return recordKind('the prompt of its turn', source ?? undefined);
}

function answerLabel({ agent_source: source, tool_calls: calls }: Beside): string {
  const whose = source === null || source === 'assistant' ? 'the agent said' : recordKind('the answer', source);
  return `${whose}, after ${calls} tool calls`;
}
