/** Answers «where does the next such text begin?» for places that only go forward: each part of the text is searched once. */
export function nextPlaceFinder(text: string, pattern: RegExp): (from: number) => number {
  const search = new RegExp(pattern, 'g');
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    search.lastIndex = from;
    found = search.exec(text)?.index ?? text.length;
    return found;
  };
}
