/**
 * Statements out of a Markdown file that people write for agents: every bullet and every paragraph is one, told under the
 * headings it stands below. What tells somebody to do something is a wish; all else is a fact.
 * Limits: code blocks, tables, comments and links to other files are left out; English words tell a wish.
 */

export interface MarkdownStatement {
  readonly content: string;
  readonly heading: string | null;
  readonly isWish: boolean;
}

/** An answer of a curator keeps this much of a statement. */
const MOST_CHARS = 1_000;
const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const LEFT_OUT = /^\s*(?:\||<!--|-{3,}\s*$|\*{3,}\s*$|@\S+\s*$)/;
const WISH =
  /^(?:\W*)(?:please\s+)?(?:always|never|do not|don't|must|should|prefer|avoid|use|run|write|keep|make|ensure|follow|add|put|name|test|commit|format|ask|answer|read|check|update|remember|only|no|be|import|create|include|document|stick|return|throw|log|call|place|split|treat|explain|start|stop|wait|leave|remove|delete|set|get|prefix|wrap|handle|validate|reference|respect)\b|\b(?:you (?:must|should|may|can)|must (?:not|be|never|always)|should (?:not|be|always|never)|is (?:forbidden|required|mandatory)|are (?:forbidden|required))\b/i;

export function statementsIn(markdown: string): readonly MarkdownStatement[] {
  const found: MarkdownStatement[] = [];
  let heading: string | null = null;
  let open: string[] = [];
  let isFenced = false;
  const close = () => {
    const content = plain(open.join(' '));
    open = [];
    if (content !== '') found.push({ content: content.slice(0, MOST_CHARS), heading, isWish: WISH.test(content) });
  };
  for (const line of markdown.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (FENCE.test(line)) {
      isFenced = !isFenced;
      close();
      continue;
    }
    if (isFenced) continue;
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined || line.trim() === '' || LEFT_OUT.test(line)) close();
    else {
      if (BULLET.test(line)) close();
      open.push(line.replace(BULLET, '').trim());
    }
    if (title !== undefined) heading = plain(title) || null;
  }
  close();
  return found;
}

/** Without emphasis and wiki brackets; code keeps its marks, which tell a name from a word. */
function plain(text: string): string {
  return text
    .replace(/\*\*|__/g, '')
    .replace(/\[\[([^\]]*)\]\]/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
