/**
 * The campaign. First the real client is started many times, three at once, in projects that have a memory, on a busy
 * machine. Then agents, programs, people and starting sessions are at work in those projects, and beside them kills,
 * freezes, wrong clocks, huge outputs, a folder that claims to be another project, forgetting, and a line planted into a
 * memory file. It ends with what became of all that was acknowledged; with exit code 1 when something is not as it must be.
 * Not part of the test suite: it takes the machine for as long as it is told. The seed repeats every choice, not the moment
 * at which the machine comes to it.
 *
 *   npm run campaign -- [--minutes 20] [--starts 200] [--seed NUMBER] [--json]
 */
import { createHash, randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { callApi } from '../support/api.ts';
import { installClaude } from '../support/claude-binary.ts';
import { runCli, stopDaemon, waitForDaemon } from '../support/home.ts';
import { randomFrom } from '../support/random.ts';
import {
  agent,
  type Campaign,
  client,
  clockmaker,
  forgetter,
  killer,
  planter,
  recorder,
  searcher,
  starter,
  teller,
} from './actors.ts';
import { examine, settled } from './examination.ts';
import { CampaignLedger } from './ledger.ts';
import { asJson, asLines, count, type Figure, told, wrongIn } from './report.ts';
import { ClientStarts } from './starts.ts';
import { makeWorld, type Stall, type World } from './world.ts';

const AT_ONCE = 3;
const VERIFY_MS = 300_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    starts: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    json: { type: 'boolean', default: false },
  },
});

/** What goes on, beside the figures. */
function say(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}

function randomOf(name: string) {
  return randomFrom(createHash('sha256').update(`${values.seed} ${name}`).digest().readInt32LE());
}

async function statusFigure(world: World, key: string, when: string): Promise<Figure> {
  const { body } = await callApi(world.home, '/memory/status');
  const details = body.problems as readonly unknown[];
  return { key, what: `status ${when}`, value: String(body.state), details, isWrong: body.state !== 'ok' };
}

/** A daemon that the campaign itself stopped did not keep anybody waiting. */
function stallsOf(world: World, { freezes }: CampaignLedger): readonly Stall[] {
  return world.stalls().filter(({ ms, at }) => !freezes.some(([from, until]) => at - ms < until && at > from));
}

function longest(key: string, what: string, stalls: readonly Stall[], of: 'ms' | 'computedMs'): Figure {
  const [first] = stalls.toSorted((a, b) => b[of] - a[of]);
  return told(
    key,
    what,
    first === undefined ? 'none above 50 ms' : `${first[of]} ms at ${new Date(first.at).toISOString()}`,
  );
}

async function storm(campaign: Campaign, starts: ClientStarts): Promise<void> {
  const { world } = campaign;
  await Promise.all([
    ...[...world.projects, world.impostor].flatMap((project) => [
      agent(campaign, project, 1),
      agent(campaign, project, 2),
      starter(campaign, project),
    ]),
    recorder(campaign, 1),
    recorder(campaign, 2),
    teller(campaign),
    forgetter(campaign),
    client(campaign, starts),
    killer(campaign),
    clockmaker(campaign),
    planter(campaign),
    searcher(campaign),
  ]);
  world.clock.moveTo(Date.now());
  await waitForDaemon(world.home);
}

async function run(world: World): Promise<readonly Figure[]> {
  const all = [...world.projects, world.impostor];
  const ledger = new CampaignLedger(all);
  const [calm, stormy] = [new ClientStarts(world, ledger), new ClientStarts(world, ledger)];
  await world.begin();
  say(`${values.starts} starts of the client`);
  const startedAt = Date.now();
  await calm.many(Number(values.starts), AT_ONCE);
  const startsTook = Math.round((Date.now() - startedAt) / 1_000);
  const waitsAfterStarts = await settled(world.home);
  const statusAfterStarts = await statusFigure(world, 'statusAfterStarts', 'after the starts');
  say(`${values.minutes} minutes of everything else`);
  const endsAt = Date.now() + Number(values.minutes) * 60_000;
  await storm({ world, ledger, random: randomOf, isOver: () => Date.now() > endsAt }, stormy);
  say('over; waiting until nothing waits');
  const waits = [...waitsAfterStarts, ...(await settled(world.home))];
  const examination = await examine(world.home, ledger, all);
  const verified = await runCli(world.home, ['verify'], { timeoutMs: VERIFY_MS });
  const stalls = stallsOf(world, ledger);
  const { counts } = ledger;
  const figures: readonly Figure[] = [
    told('seed', 'seed', Number(values.seed)),
    told('minutes', 'minutes', Number(values.minutes)),
    told('acknowledged', 'acknowledged', ledger.acknowledged),
    count('lost', 'lost', examination.lost),
    count('doubled', 'doubled', examination.doubled),
    count('destroyed', 'destroyed', examination.destroyed),
    count('leaked', 'leaked across projects', examination.leaks),
    told('memories', 'memories accepted', ledger.memories),
    told('blocks', 'blocks looked at', counts.blocks),
    count('blindSearches', 'projects that do not find their own words', examination.blindSearches),
    told('sharedRules', 'told to remember, given in another project (known: L-04)', examination.sharedRules.length),
    count('planted', 'planted lines given', examination.planted),
    told('forgotten', 'forgotten with a receipt', counts.forgets),
    count('returned', 'forgotten, and there again', examination.returned),
    longest('stallProcessor', 'longest stall by processor time', stalls, 'computedMs'),
    longest('stallClock', 'longest stall by the clock', stalls, 'ms'),
    told('starts', 'starts of the client', calm.count),
    told('startsSeconds', 'seconds they took', startsTook),
    count('startsWithoutMemory', 'of them without memory', calm.withoutMemory),
    count('startErrors', 'errors shown by the client', calm.errors),
    statusAfterStarts,
    told('stormStarts', 'starts of the client beside kills', stormy.count),
    count('stormStartsWithoutMemory', 'of them without memory', stormy.withoutMemory),
    {
      ...count('stormStartErrors', 'errors shown by the client (a daemon that is gone is one)', stormy.errors),
      isWrong: false,
    },
    told('hookStarts', 'starts by the hook command', counts.hookStarts),
    count('brokenHooks', 'hooks that failed, or gave no memory', ledger.broken),
    told(
      'disturbances',
      'kills, freezes, clocks set wrong',
      `${counts.kills}, ${ledger.freezes.length}, ${counts.clocks}`,
    ),
    told('large', 'large outputs', counts.large),
    told('refused', 'requests not acknowledged', counts.refused),
    {
      ...told('verify', 'verify', verified.code === 0 ? 'ok' : `exit ${verified.code}: ${verified.stdout.slice(-500)}`),
      isWrong: verified.code !== 0,
    },
    count('waits', 'what waits and does not come to its end', waits),
    await statusFigure(world, 'status', 'at the end'),
  ];
  await stopDaemon(world.home);
  return figures;
}

say(`replay with --seed ${values.seed}`);
installClaude();
await using world = await makeWorld(randomOf('words'));
// Whoever ends it early leaves no daemon behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await world[Symbol.asyncDispose]();
    process.exit(1);
  });
const figures = await run(world);
process.stdout.write(values.json ? asJson(figures) : asLines(figures));
const wrong = wrongIn(figures);
if (wrong.length > 0) {
  say(`wrong: ${wrong.join(', ')}`);
  process.exitCode = 1;
}
