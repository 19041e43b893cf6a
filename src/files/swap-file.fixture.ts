/** Until its input ends, makes the path given first a link to the file given second, then nothing, then a file again. */
import { renameSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';

const [path = '', outside = ''] = process.argv.slice(2);
const steps = [
  () => symlinkSync(outside, `${path}.link`),
  () => renameSync(`${path}.link`, path),
  () => rmSync(path),
  () => writeFileSync(path, 'swapped\n', { flag: 'wx' }),
];
let ended = false;
process.stdin.on('end', () => {
  ended = true;
});
process.stdin.resume();

function swap(): void {
  for (const step of steps) {
    try {
      step();
    } catch (cause) {
      // The other process has the path in its hands at the same time: which step meets nothing is a matter of luck.
      if (!(cause instanceof Error && 'code' in cause)) throw cause;
    }
  }
  if (!ended) setImmediate(swap);
}

writeSync(1, 'swapping\n');
swap();
