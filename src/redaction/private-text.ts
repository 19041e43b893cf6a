/**
 * `<private>…</private>` is for the agent alone: `[private]` is stored in its place. A tag that is never closed hides the
 * rest of the text; pairs may stand in each other; case and attributes do not matter. A closing tag alone hides nothing. An
 * opening tag hides from its name on, however it goes on: `<private/>` and one without its `>` are never closed.
 *
 * It holds for all captured text, whoever wrote it: agents and tools repeat a passage with its tags, and what a person
 * wanted forgotten is better lost once too often. Pure, linear, and the same when done twice.
 */

/** As typed, or as a client that escapes markup repeats it. */
const TAG = /(?:<|&lt;)(?:private(?=[\s/>]|&gt;)|(\/)private\s*(?:>|&gt;))/gi;

const PRIVATE_PLACEHOLDER = '[private]';

export function hidePrivate(text: string): string {
  let kept = '';
  let copied = 0;
  let depth = 0;
  for (const { 0: tag, 1: closing, index } of text.matchAll(TAG)) {
    if (closing !== undefined) {
      if (depth === 1) copied = index + tag.length;
      depth = Math.max(0, depth - 1);
      continue;
    }
    if (depth === 0) kept += text.slice(copied, index) + PRIVATE_PLACEHOLDER;
    depth += 1;
  }
  if (kept === '') return text;
  return depth > 0 ? kept : kept + text.slice(copied);
}
