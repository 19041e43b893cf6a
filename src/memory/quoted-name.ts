/**
 * A name from the disk or the network (a folder, file, project, host) as it may stand in text of ours: in back-ticks, on
 * one line, of bounded length, behind a label of ours. Whoever names a folder does not write our sentences: nothing in a
 * name can end the quotation, start a line, hide or reverse text, or run on for long.
 */
const LONGEST = 80;
/** Control, invisible and separating characters, and what could end or open a quotation or a tag. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`"'<>\\]/gu;
const BLANKS = /\s+/gu;
/** A name of more words is a sentence, and one that is longer is a text. */
const MOST_WORDS = 4;
const LONGEST_PART = 64;
const MOST_JOINED_WORDS = 12;

/** `longest` counts the signs between the back-ticks. */
export function quotedName(name: string, longest = LONGEST): string {
  // Of more than this nothing is shown, so nothing needs to be looked at.
  const safe = name
    .slice(0, longest * 4)
    .replace(BLANKS, ' ')
    .replace(UNSAFE, '_')
    .trim();
  const signs = [...safe];
  const isCut = signs.length > longest || name.length > longest * 4;
  return `\`${isCut ? `${signs.slice(0, longest - 1).join('')}…` : safe}\``;
}

/** Whether a path is made of names, and of nothing that reads like a text. */
export function isPlainPath(path: string): boolean {
  return path.split('/').every(isPlainName);
}

function isPlainName(name: string): boolean {
  if ([...name.slice(0, LONGEST_PART * 4)].length > LONGEST_PART || name.replace(UNSAFE_BUT_QUOTES, '') !== name)
    return false;
  const words = name.trim().split(BLANKS);
  return words.length <= MOST_WORDS && name.split(JOINTS).length <= MOST_JOINED_WORDS;
}

/** An apostrophe in a name is no attack. */
const UNSAFE_BUT_QUOTES = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`<>\\]/gu;
const JOINTS = /[\s._,;:!?+~-]+/u;
