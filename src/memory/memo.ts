/**
 * Remembers what a pure function said of short texts. The same lines are looked at again with every act that touches their
 * file, so most of the work of a replay would be done many times. Bounded in number and length; what is oldest goes first.
 */
export function memo<Answer>(
  compute: (text: string) => Answer,
  { most = 4_000, longest = 500 }: { readonly most?: number; readonly longest?: number } = {},
): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    if (text.length > longest) return compute(text);
    const found = known.get(text);
    if (found !== undefined) return found.answer;
    const answer = compute(text);
    const [oldest] = known.keys();
    if (known.size >= most && oldest !== undefined) known.delete(oldest);
    known.set(text, { answer });
    return answer;
  };
}
