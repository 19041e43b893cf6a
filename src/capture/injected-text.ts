/**
 * What Carryover itself put into a conversation comes back in prompts, answers and tool outputs. It is taken out before
 * anything is stored, or memory would feed on itself.
 */
import { BLOCK_TAG } from '../memory/block-tag.ts';

/** Only blocks with an id like ours: a person may write about the tag without losing words. */
const OPENING = `<${BLOCK_TAG} id="[0-9a-f]{12}">`;
const BLOCK = new RegExp(`${OPENING}[\\s\\S]*?</${BLOCK_TAG}>\\n?`, 'g');
/** A block whose end was cut off by a client or by a limit. */
const OPEN_BLOCK = new RegExp(`${OPENING}\\n[\\s\\S]*$`);

export function stripInjected(text: string): string {
  return text.includes(`<${BLOCK_TAG}`) ? text.replace(BLOCK, '').replace(OPEN_BLOCK, '') : text;
}
