/**
 * What others rely on, as it is today, in `snapshots/`: the OpenAPI document, every help text, the keys and types of
 * what commands print as JSON, and the order of keys in each kind of exported line. `CARRYOVER_UPDATE_FIXTURES=1` keeps
 * what is found; what it changed is then to be read in the diff.
 */
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { COMMANDS } from '../src/cli/commands.ts';
import { runCommandLine } from '../src/cli/program.ts';
import { callApi } from './support/api.ts';
import { isEncrypted } from './support/encrypted.ts';
import { runCli } from './support/home.ts';
import { type OpenedHome, openFixtureHome } from './support/home-fixtures/opened.ts';
import { shapeOf } from './support/json-shape.ts';
import { expectSnapshot } from './support/snapshot.ts';
import { waitFor } from './support/wait.ts';

/** The space of a project. */
const LEDGERLY = '01a100d1-ec83-772e-b4ad-385a94e6b227';
/** The name of the snapshot, and the command. */
const JSON_COMMANDS: readonly (readonly [name: string, words: string, ...given: string[]])[] = [
  ['status', 'status'],
  ['search', 'search invoice'],
  ['search-explain', 'search invoice --explain'],
  ['files-list', 'files list'],
  ['actions-list', 'actions list'],
  ['review-list', 'review list'],
  ['config-list', 'config list'],
  ['spend', 'spend'],
  ['why', 'why'],
  ['context', 'context --space', LEDGERLY],
  [
    'context-prompt',
    'context --prompt',
    'How many digits do invoice numbers have, and do they restart every year?',
    '--space',
    LEDGERLY,
  ],
  ['doctor', 'doctor'],
];

/** Null or empty until the daemon has come to it, or while the machine is quick. */
const UNSETTLED = /\.(last_at|emptied_at|swept_at|redacting|oldest_ms|problems|thread)$/;

it('every help text is as it was', async () => {
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    for (const words of ['', ...commandNames()]) {
      printed.push(`$ carryover ${[words, '--help'].join(' ').trim()}\n`);
      await runCommandLine(['node', 'carryover', ...words.split(' ').filter(Boolean), '--help']);
      printed.push('\n');
    }
  } finally {
    write.mockRestore();
  }
  expectSnapshot('help.txt', printed.join(''));
});

describe.skipIf(isEncrypted)('of a home that is kept as a fixture', () => {
  let home: OpenedHome;

  beforeAll(async () => {
    home = await openFixtureHome('next-plain');
    const isIndexed = async () => {
      const { recall } = (await callApi(home, '/memory/status')).body as {
        recall: { readonly waiting: number } | null;
      };
      return recall?.waiting === 0;
    };
    await waitFor(isIndexed, { what: 'the index' });
  });

  afterAll(() => home[Symbol.asyncDispose]());

  it('the OpenAPI document is as it was', async () => {
    const { body } = await callApi(home, '/openapi.json');
    expectSnapshot('openapi.json', `${JSON.stringify(sorted(body), null, 1)}\n`);
  });

  it.each(JSON_COMMANDS)('%s: what it prints as JSON has the keys and types it had', async (name, words, ...given) => {
    const { code, stdout, stderr } = await runCli(home, [...words.split(' '), ...given, '--json'], {
      env: home.clock.env,
    });
    if (stdout === '') throw new Error(`${words} ended with ${code}: ${stderr}`);
    expectSnapshot(`json/${name}.txt`, `${shapeOf(JSON.parse(stdout), UNSETTLED).join('\n')}\n`);
  });

  it('exported lines have their keys in the order they had', async () => {
    const orders = (await home.exportLines()).map((line) => {
      const read = JSON.parse(line) as Readonly<Record<string, unknown>>;
      return `${read.kind}: ${Object.keys(read).join(' ')}`;
    });
    expectSnapshot('export-keys.txt', `${[...new Set(orders)].toSorted().join('\n')}\n`);
  });
});

/** As they are typed, without what is given to them. */
function commandNames(): readonly string[] {
  return Object.values(COMMANDS).flatMap((specs) =>
    specs.map(({ usage }) =>
      usage
        .split(' ')
        .slice(0, 2)
        .filter((word) => /^[a-z]/.test(word))
        .join(' '),
    ),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
