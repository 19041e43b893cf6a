/**
 * What Carryover itself put into a conversation comes back in prompts, answers and tool outputs. It is taken out before
 * anything is stored, or memory would feed on itself.
 */
import { BLOCK_TAG } from '../memory/block-tag.ts';

const BLOCK = new RegExp(`<${BLOCK_TAG}\\b[^>]{0,200}>[\\s\\S]*?</${BLOCK_TAG}>\\n?`, 'g');
/** A block whose end was cut off by a client or by a limit. */
const OPEN_BLOCK = new RegExp(`<${BLOCK_TAG}\\b[^>]{0,200}>[\\s\\S]*$`);

export function stripInjected(text: string): string {
  return text.includes(`<${BLOCK_TAG}`) ? text.replace(BLOCK, '').replace(OPEN_BLOCK, '') : text;
}
