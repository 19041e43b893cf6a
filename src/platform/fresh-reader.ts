/** Reads a small file anew when it changed, for processes that live long. Loads nothing else: workers and hooks use it too. */
import { statSync } from 'node:fs';

/** Reads again whenever the file changed; as long as there never was one, it is what `absent` says. */
export function createFreshReader<Content>(path: string, absent: Content, read: () => Content): () => Content {
  let seen = '';
  let content = absent;
  return () => {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    const version = stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    if (version !== seen) {
      content = read();
      seen = version;
    }
    return content;
  };
}
