/** Fence lines of Markdown, as far as an answer needs them: three or more backticks or tildes, and what stands behind. */

export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  /** True when nothing stands behind the marks: only such a line can close a block. */
  readonly bare: boolean;
}

const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const SHORTEST_FENCE = 3;

export function fenceOf(line: string): Fence | null {
  const [, marks, info] = FENCE_LINE.exec(line) ?? [];
  if (marks === undefined || info === undefined) return null;
  return { mark: marks.startsWith('~') ? '~' : '`', length: marks.length, bare: info.trim() === '' };
}

/** Whether `inner` is strong enough to end, or to be mistaken for the end of, a block that `outer` opened. */
export function reaches(inner: Fence, outer: Fence): boolean {
  return inner.mark === outer.mark && inner.length >= outer.length;
}

/** Backticks longer than any run of them in the content, so that nothing in it can close the block. */
export function fenceAround(content: string): string {
  let longest = SHORTEST_FENCE - 1;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
