/**
 * Remembers what a pure function said of short texts. The same lines are looked at again with every act that touches their
 * file, so most of the work of a replay would be done many times. Bounded in number and length: what was not asked for
 * since half as many others came is forgotten. Two maps, because taking the oldest out of one gets slower with each taken.
 */
export function memo<Answer>(
  compute: (text: string) => Answer,
  { most = 4_000, longest = 500 }: { readonly most?: number; readonly longest?: number } = {},
): (text: string) => Answer {
  let recent = new Map<string, { readonly answer: Answer }>();
  let before = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    if (text.length > longest) return compute(text);
    const found = recent.get(text);
    if (found !== undefined) return found.answer;
    const kept = before.get(text) ?? { answer: compute(text) };
    if (recent.size >= most / 2) {
      before = recent;
      recent = new Map();
    }
    recent.set(text, kept);
    return kept.answer;
  };
}
