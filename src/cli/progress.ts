/** How far long work has come, on stderr, so that what is printed stays what was asked for. */

interface Progress {
  update(done: number, total: number): void;
  end(): void;
}

/** A counter on stderr; silent when stderr is a file. */
export function progress(label: string): Progress {
  const visible = process.stderr.isTTY;
  return {
    update(done, total) {
      if (visible) process.stderr.write(`\r${label} ${percentOf(done, total)} %`);
    },
    end() {
      if (visible) process.stderr.write('\r\x1b[K');
    },
  };
}

/** The same where nobody knows how much there is: how many so far. */
export function counter(label: string): { update(done: number): void; end(): void } {
  const visible = process.stderr.isTTY;
  return {
    update(done) {
      if (visible) process.stderr.write(`\r${label} ${done}`);
    },
    end() {
      if (visible) process.stderr.write('\r\x1b[K');
    },
  };
}

const BAR_CELLS = 30;
/** In a file a line every so many percent is enough. */
const PLAIN_STEP_PERCENT = 25;

type Screen = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A bar where stderr is a terminal, else a line now and then. */
export function progressBar(label: string, stream: Screen = process.stderr): Progress {
  let told = 0;
  return {
    update(done, total) {
      if (total === 0) return;
      const percent = percentOf(done, total);
      const numbers = `${label} ${String(percent).padStart(3)} %  ${Math.min(done, total)}/${total}`;
      if (stream.isTTY) {
        const filled = Math.floor((percent / 100) * BAR_CELLS);
        stream.write(`\r\x1b[K[${'#'.repeat(filled)}${'.'.repeat(BAR_CELLS - filled)}] ${numbers}`);
      } else if (percent >= told + PLAIN_STEP_PERCENT) {
        told = percent - (percent % PLAIN_STEP_PERCENT);
        stream.write(`${numbers}\n`);
      }
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

function percentOf(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((Math.min(done, total) / total) * 100);
}
