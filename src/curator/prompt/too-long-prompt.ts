/** The one question asked again: a file of the answer is over its limit, and only its author can say what may go. */
import { countLines } from '../../files/file-text.ts';
import type { AnsweredFile } from '../answer.ts';
import type { CuratorFile } from '../curator.ts';
import { updateLabel } from '../grammar/render-answer.ts';
import { type CuratorPrompt, finished, PROMPT_LIMITS } from './curator-prompt.ts';
import { quoteWithin } from './quoted-data.ts';
import { PRIORITY_ORDER } from './system-text.ts';

export type TooLongFile = AnsweredFile & Pick<CuratorFile, 'limitLines'>;

export function tooLongPrompt(files: readonly TooLongFile[], fence: string): CuratorPrompt {
  const charsEach = Math.floor(PROMPT_LIMITS.promptChars / 2 / files.length);
  return finished(fence, (mark) =>
    [
      `Your answer is too long in: ${files.map(measure).join('; ')}.`,
      `Shorten each of them and answer with nothing else: ${files.map(({ name }) => updateLabel(name)).join(' ')} and below it the complete file between lines of four backticks, at or under its limit. This decides what stays: ${PRIORITY_ORDER}. Join lines that say the same; never end in the middle.`,
      `What you wrote, as data, between fence lines with the id ${mark}:`,
      ...files.map(({ name, content }) => {
        const { text } = quoteWithin(content.trimEnd(), charsEach);
        return `<<<${mark} ${name}\n${text}\n>>>${mark}`;
      }),
    ].join('\n\n'),
  );
}

function measure({ name, content, limitLines }: TooLongFile): string {
  return `${name} (${countLines(content)} lines, the limit is ${limitLines})`;
}
