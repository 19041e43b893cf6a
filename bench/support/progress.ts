/** One line on stderr that says how far a long run is: in place on a terminal, now and then in a file. */
const TERMINAL_EVERY_MS = 200;
const FILE_EVERY_MS = 15_000;

export interface Progress {
  at(done: number): void;
  end(): void;
}

export function showProgress(what: string, total: number): Progress {
  const { isTTY } = process.stderr;
  const startedAt = performance.now();
  let shownAt = startedAt;
  return {
    at(done) {
      const now = performance.now();
      if (now - shownAt < (isTTY ? TERMINAL_EVERY_MS : FILE_EVERY_MS)) return;
      shownAt = now;
      process.stderr.write(`${isTTY ? '\r' : ''}${what}: ${done} of ${total}${isTTY ? ' ' : '\n'}`);
    },
    end() {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      process.stderr.write(`${isTTY ? '\r' : ''}${what}: ${total} in ${seconds} s\n`);
    },
  };
}
