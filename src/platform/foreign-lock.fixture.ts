/** Another process that holds a database's write lock for as long as a test wants. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const HOLDER = fileURLToPath(new URL('./hold-lock.fixture.ts', import.meta.url));

/** Resolves when the lock is held; the function it gives lets go and waits until the process is gone. */
export async function holdForeignLock(path: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [HOLDER, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await gone;
  };
}
