/** Answers «where is the next such character?» for places that only go forward: each part of the text is searched once. */
export function nextPlaceFinder(text: string, pattern: RegExp): (from: number) => number {
  const search = new RegExp(pattern, 'g');
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    search.lastIndex = from;
    found = search.test(text) ? search.lastIndex - 1 : text.length;
    return found;
  };
}
