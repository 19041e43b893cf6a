/** Remembers answers about strings: names and values repeat within a text, and judging one costs more than looking it up. */
const MOST_REMEMBERED = 1000;
/** Longer ones hardly repeat, and would be held for nothing. */
const LONGEST_REMEMBERED = 200;

export function remembered<Answer>(judge: (value: string) => Answer): (value: string) => Answer {
  const known = new Map<string, Answer>();
  return (value) => {
    if (value.length > LONGEST_REMEMBERED) return judge(value);
    const answer = known.get(value);
    if (answer !== undefined || known.has(value)) return answer as Answer;
    const judged = judge(value);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(value, judged);
    return judged;
  };
}
