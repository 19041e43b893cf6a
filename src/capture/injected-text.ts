/**
 * What Carryover itself put into a conversation comes back in prompts, answers and tool outputs. It is taken out before
 * anything is stored, or memory would feed on itself.
 */
import { BLOCK_TAG } from '../memory/block-tag.ts';

/** Only blocks with an id like ours: a person may write about the tag without losing words. */
const OPENING = new RegExp(`<${BLOCK_TAG} id="[0-9a-f]{12}">`, 'g');
const CLOSING = `</${BLOCK_TAG}>`;

/** In time that grows with the text alone, however many openings it has. */
export function stripInjected(text: string): string {
  if (!text.includes(`<${BLOCK_TAG}`)) return text;
  let kept = '';
  let from = 0;
  let isClosed = true;
  for (const { 0: opening, index } of text.matchAll(OPENING)) {
    // Within the block before it.
    if (index < from) continue;
    const closing: number = isClosed ? text.indexOf(CLOSING, index) : -1;
    isClosed = closing >= 0;
    if (!isClosed) {
      // A block whose end was cut off by a client or by a limit; without a line of its own it is somebody's words.
      if (text[index + opening.length] !== '\n') continue;
      return kept + text.slice(from, index);
    }
    kept += text.slice(from, index);
    from = closing + CLOSING.length;
    if (text[from] === '\n') from += 1;
  }
  return kept + text.slice(from);
}
