/** A home with a daemon that was told a few written-down sessions just now, one after the other. */
import { makeHome, type TestHome } from './home.ts';
import type { LivedSession } from './lived-in/session.ts';
import { tellSession } from './lived-in/tell-session.ts';
import { serveReady } from './serve.ts';
import { makeFolder } from './workspace.ts';

export async function makeToldHome(sessions: readonly LivedSession[]): Promise<TestHome> {
  const home = await makeHome();
  const folder = makeFolder('code');
  const clock = { env: {}, now: Date.now, moveTo: () => undefined };
  try {
    await serveReady(home);
    for (const told of sessions) await tellSession({ home, clock, folderOf: () => folder }, told, Date.now());
  } catch (cause) {
    await home[Symbol.asyncDispose]();
    throw cause;
  }
  return home;
}
