/**
 * The campaign: agents, programs and starting sessions in three projects, and beside them kills, freezes, wrong clocks,
 * huge outputs, a folder that claims to be another project, and a line planted into a memory file. Ends with what became of
 * all that was acknowledged. Not part of the test suite: it runs for as long as it is told.
 *
 *   npm run campaign -- [--minutes 20]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callApi } from '../support/api.ts';
import { runCli, stopDaemon, waitForDaemon } from '../support/home.ts';
import { exportRows } from '../support/journal.ts';
import { agent, type Campaign, clockmaker, killer, planter, recorder, searcher, starter } from './actors.ts';
import { CampaignLedger } from './ledger.ts';
import { makeWorld } from './world.ts';

const SHOWN = 20;
/** The spool is drained and transcripts are looked at. */
const SETTLE_MS = 15_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const world = await makeWorld();
const ledger = new CampaignLedger();
const campaign: Campaign = { world, ledger, isOver: () => Date.now() > endsAt };
try {
  await world.start();
  await Promise.all([
    ...[...world.projects, world.impostor].flatMap((project) => [
      agent(campaign, project, 1),
      agent(campaign, project, 2),
      starter(campaign, project),
    ]),
    recorder(campaign, 1),
    recorder(campaign, 2),
    killer(campaign),
    clockmaker(campaign),
    planter(campaign),
    searcher(campaign),
  ]);
  world.clock.moveTo(Date.now());
  await waitForDaemon(world.home);
  await sleep(SETTLE_MS);
  const { lost, doubled, destroyed } = ledger.compare((await exportRows(world.home)).records);
  const status = (await callApi(world.home, '/memory/status')).body as { state: string; problems: unknown[] };
  const verified = await runCli(world.home, ['verify'], { timeoutMs: 300_000 });
  const block = world.longestBlock();
  const acknowledged = [...ledger.acknowledged.values()].reduce((sum, count) => sum + count, 0);
  const rows: readonly (readonly [string, string | number, (readonly unknown[])?])[] = [
    ['minutes', values.minutes],
    ['acknowledged', acknowledged],
    ['lost', lost.length, lost],
    ['doubled', doubled.length, doubled],
    ['destroyed', destroyed.length, destroyed],
    ['leaked across projects', ledger.leaks.length, ledger.leaks],
    ['planted lines given', ledger.planted.length, ledger.planted],
    ['hooks that failed', ledger.broken.length, ledger.broken],
    ['longest stall', `${block.ms} ms at ${block.at}`],
    ['starts, of which without memory', `${ledger.counts.starts}, ${ledger.counts.blindStarts}`],
    ['kills, freezes, clocks set wrong', `${ledger.counts.kills}, ${ledger.counts.pauses}, ${ledger.counts.clocks}`],
    ['large outputs, requests not acknowledged', `${ledger.counts.large}, ${ledger.counts.refused}`],
    ['verify', verified.code === 0 ? 'ok' : `exit ${verified.code}: ${verified.stdout.slice(-500)}`],
    ['status at the end', status.state, status.problems],
  ];
  for (const [what, value, list = []] of rows) {
    process.stdout.write(`${what.padEnd(44)}${value}\n`);
    for (const item of list.slice(0, SHOWN))
      process.stdout.write(`    ${typeof item === 'string' ? item : JSON.stringify(item)}
`);
  }
  const failed = lost.length + doubled.length + destroyed.length + ledger.leaks.length + ledger.planted.length;
  process.exitCode = failed + ledger.broken.length === 0 && verified.code === 0 ? 0 : 1;
  await stopDaemon(world.home);
} finally {
  await world.home[Symbol.asyncDispose]();
}
