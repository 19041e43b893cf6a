/**
 * What tests of recall share: a home whose sessions start with nothing to the point, so that whatever a prompt is given
 * comes from recall; the state of its index; and the blocks that stand beside a prompt in a request to the model.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from './api.ts';
import type { FakeAnthropic } from './fake-anthropic.ts';
import { plain } from './fake-anthropic-script.ts';
import { makeHome, startDaemon, type TestHome } from './home.ts';
import { allCurated } from './stores.ts';
import { type ToldTurn, tell } from './talk.ts';
import { waitFor } from './wait.ts';

/** The least there may be; what a person wrote takes all of it. */
const BOOT_CHARS = 500;
const FILLER = Array.from({ length: 40 }, (_, index) => `- Painting ${index} hangs in the long corridor upstairs.`);
/** What is given does not depend on how busy the machine is. */
const PATIENT_MS = 1_000;
const BLOCK = /<carryover-memory id="([0-9a-f]{12})">\n(From earlier sessions, [^\n]*)\n([^<]*)\n<\/carryover-memory>/g;

interface Status {
  readonly journal: { readonly records: number };
  readonly recall: { readonly waiting: number; readonly records: number; readonly facts: number } | null;
  readonly problems: readonly { readonly code: string }[];
}

interface GivenBlock {
  readonly id: string;
  readonly heading: string;
  readonly lines: readonly string[];
}

export async function makeRecallHome(config: object = {}): Promise<TestHome> {
  const home = await makeHome({
    config: { 'boot.budgetChars': BOOT_CHARS, 'injection.timeoutMs': PATIENT_MS, ...config },
  });
  await startDaemon(home);
  writeFileSync(join(home.paths.memory, 'user.md'), `# User\n${FILLER.join('\n')}\n`);
  return home;
}

/** An earlier session that said this and ended; resolves when it can be found. */
export async function tellBefore(home: TestHome, cwd: string, turns: readonly ToldTurn[]): Promise<void> {
  const { journal } = await statusOf(home);
  await tell(home, { session: `earlier-${journal.records}`, cwd, ends: true }, turns);
  await allCurated(home, turns.length);
  await indexed(home);
}

export async function statusOf(home: TestHome): Promise<Status> {
  return (await callApi(home, '/memory/status')).body as unknown as Status;
}

/** Resolves when the index holds all that is stored, and so many facts. */
export async function indexed(home: TestHome, facts = 0): Promise<void> {
  await waitFor(
    async () => {
      const { recall } = await statusOf(home);
      return recall !== null && recall.waiting === 0 && recall.facts >= facts;
    },
    { what: 'the index to be filled' },
  );
}

export interface Given {
  /** The last line of the prompt or of the tool's output. */
  readonly asked: string;
  readonly blocks: readonly GivenBlock[];
}

/** What came with each request of the conversation since then. */
export function givenSince(api: FakeAnthropic, from: number): readonly Given[] {
  return api
    .turns()
    .filter((request) => api.requests.indexOf(request) >= from)
    .map(({ body: { messages = [] } }) => {
      const last = messages.findLastIndex(({ role }) => role === 'user');
      const texts = messages.slice(last).map(({ content }) => plain(content));
      return { asked: texts[0]?.split('\n').at(-1) ?? '', blocks: blocksIn(texts.join('\n')) };
    });
}

function blocksIn(text: string): readonly GivenBlock[] {
  return [...text.matchAll(BLOCK)].map(([, id = '', heading = '', lines = '']) => ({
    id,
    heading,
    lines: lines.split('\n'),
  }));
}

/** The lines that came with this prompt; undefined when no such prompt reached the model. */
export function linesWith(given: readonly Given[], prompt: string): readonly string[] | undefined {
  const found = given.find(({ asked }) => asked === prompt);
  return found?.blocks.flatMap(({ lines }) => lines);
}
