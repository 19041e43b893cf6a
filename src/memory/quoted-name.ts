/**
 * A name from the disk or the network (a folder, file, branch, host) as it may stand in text of ours: in back-ticks, on one
 * line, of bounded length. Whoever names a folder does not write our sentences: nothing in a name can end the quotation,
 * start a line, hide or reverse text, or run on for long.
 */
const LONGEST = 80;
/** Control, invisible and separating characters, and what could end or open a quotation or a tag. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}`"'<>\\]/gu;
const NOT_PLAIN_SPACE = /[^\S ]|\p{Zs}/gu;

export function quotedName(name: string, longest = LONGEST): string {
  // Of more than this nothing is shown, so nothing needs to be looked at.
  const safe = name
    .slice(0, longest * 4)
    .replace(UNSAFE, '_')
    .replace(NOT_PLAIN_SPACE, ' ')
    .trim();
  const signs = [...safe];
  const isCut = signs.length > longest || name.length > longest * 4;
  return `\`${isCut ? `${signs.slice(0, longest - 1).join('')}…` : safe}\``;
}
