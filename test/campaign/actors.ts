/** Those who act in a campaign, each in a loop of its own until it is over, each with choices that its seed repeats. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRunFile } from '../../src/daemon/run-file.ts';
import { callApi } from '../support/api.ts';
import { daemonProcesses } from '../support/daemon-processes.ts';
import { postHook, postRecords, promptEvent, runHook, startEvent, toolEvent } from '../support/hooks.ts';
import { signal } from '../support/processes.ts';
import type { SeededRandom } from '../support/random.ts';
import { foundOfOthers } from './examination.ts';
import { type CampaignLedger, PLANTED } from './ledger.ts';
import type { ClientStarts } from './starts.ts';
import { addLine, type Project, type World } from './world.ts';

export interface Campaign {
  readonly world: World;
  readonly ledger: CampaignLedger;
  /** Choices of whoever has this name. */
  random(name: string): SeededRandom;
  isOver(): boolean;
}

const DAY_MS = 24 * 60 * 60_000;

/** Sends until it is acknowledged, as a client does that repeats what failed; false when the campaign ends before. */
async function untilAcknowledged(
  { isOver, ledger }: Campaign,
  send: () => Promise<{ readonly status: number }>,
): Promise<boolean> {
  while (!isOver()) {
    const answer = await send().catch(() => undefined);
    if (answer !== undefined && answer.status >= 200 && answer.status < 300) return true;
    ledger.counts.refused += 1;
    // Refused for good: nothing was acknowledged, so nothing has to be there.
    if (answer !== undefined && answer.status >= 400 && answer.status < 500) return false;
    await sleep(100);
  }
  return false;
}

/** Works in a project by http hooks: prompts (often the same words), calls, outputs of every size, answers. */
export async function agent(campaign: Campaign, project: Project, index: number): Promise<void> {
  const { world, ledger, isOver } = campaign;
  const random = campaign.random(`agent ${project.name} ${index}`);
  for (let session = 0; !isOver(); session += 1) {
    const id = `agent-${project.name}-${index}-${session}`;
    await untilAcknowledged(campaign, () => postHook(world.home, { ...startEvent(id), cwd: project.folder }));
    for (let turn = 0; turn < 8 && !isOver(); turn += 1) {
      // The last ones come while a turn runs: the client says the same prompt id with each of them.
      const base = { cwd: project.folder, prompt_id: `${id}-${Math.min(turn, 5)}` };
      const text = saidIn(project, turn);
      // Not repeated when it fails: equal words again would be another prompt.
      const prompt = await postHook(world.home, promptEvent(id, text, base)).catch(() => undefined);
      if (prompt?.status === 200) ledger.acknowledge(`prompt ${id} ${text}`, text);
      else ledger.notAnswered(`prompt ${id} ${text}`);
      if (prompt !== undefined) ledger.given(project, prompt.body, 'the answer to a prompt');
      for (let call = 0; call < 3 && !isOver(); call += 1) {
        const toolUseId = `${id}-${turn}-${call}`;
        const output = outputOf(`output of ${toolUseId} about ${project.word}`, random, ledger);
        const event = toolEvent(id, toolUseId, { ...base, tool_response: output.response });
        if (await untilAcknowledged(campaign, () => postHook(world.home, event))) {
          ledger.acknowledge(`tool_use ${toolUseId}`, `echo ${toolUseId}`);
          ledger.acknowledge(`tool_result ${toolUseId}`, output.text);
        }
        await sleep(random.between(5, 60));
      }
      const stop = { ...promptEvent(id, '', base), hook_event_name: 'Stop', last_assistant_message: 'Done.' };
      if ((await postHook(world.home, stop).catch(() => undefined))?.status === 200)
        ledger.acknowledge(`assistant ${id} Done.`, 'Done.');
      else ledger.notAnswered(`assistant ${id} Done.`);
    }
    const end = { ...promptEvent(id, ''), cwd: project.folder, hook_event_name: 'SessionEnd', reason: 'other' };
    await postHook(world.home, end).catch(() => undefined);
  }
}

function saidIn({ word, rule }: Project, turn: number): string {
  if (turn === 0) return `Look at the module ${word} of this project.`;
  return turn === 4 ? `Remember that nobody may touch the ${rule}/ folder.` : 'continue';
}

/** Mostly small; now and then what stalls a parser that trusts sizes. `text` is what must be kept of it. */
function outputOf(
  text: string,
  random: SeededRandom,
  { counts }: CampaignLedger,
): { readonly text: string; readonly response: unknown } {
  const small = `${text}\n${`line ${random.next()}\n`.repeat(random.between(1, 40))}`;
  if (random.next() > 0.02) return { text, response: { stdout: small, stderr: '' } };
  counts.large += 1;
  return random.pick([
    () => ({ text, response: { stdout: `${text}\n${'x'.repeat(3_000_000)}`, stderr: '' } }),
    () => ({ text: '', response: { rows: Array.from({ length: 60_000 }, () => ({})) } }),
    () => ({ text: '', response: { rows: Array.from({ length: 200_000 }, (_, at) => at) } }),
    () => ({ text: '', response: JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) }),
  ])();
}

/** Hands in records by the API, a few at a time, under ids of its own. */
export async function recorder(campaign: Campaign, index: number): Promise<void> {
  const random = campaign.random(`recorder ${index}`);
  for (let round = 0; !campaign.isOver(); round += 1) {
    const ids = Array.from({ length: 1 + (round % 4) }, (_, at) => `campaign-${index}-${round}-${at}`);
    const batch = ids.map((id) => ({
      id,
      type: 'event',
      content: `content of ${id}`,
      session_id: `recorder-${index}`,
    }));
    if (await untilAcknowledged(campaign, () => postRecords(campaign.world.home, batch)))
      for (const id of ids) campaign.ledger.acknowledge(id, `content of ${id}`);
    await sleep(random.between(20, 120));
  }
}

/** Adds to what a project knows, as a person does. Not repeated when it fails: it may be there. */
export async function teller(campaign: Campaign): Promise<void> {
  const { world, ledger, isOver } = campaign;
  const random = campaign.random('teller');
  for (let round = 0; !isOver(); round += 1) {
    const { folder, word } = random.pick(world.projects);
    const observation = `Cabinet ${round} of ${word} holds ${random.between(2, 900)} ${random.pick(['maps', 'valves', 'lamps', 'seeds'])}`;
    if (round % 2 === 0) {
      if (await addLine(world.home, folder, observation).catch(() => false)) ledger.acknowledgeLine(observation);
    } else {
      const wish = { service: null, category: 'FACT', observation, workspace: folder };
      const answer = await callApi(world.home, '/memories', wish).catch(() => undefined);
      const memory = answer?.body.memory as { readonly id: string } | undefined;
      if (answer?.status === 201 && memory !== undefined) ledger.acknowledgeMemory(memory.id, observation);
    }
    await sleep(random.between(4_000, 12_000));
  }
}

/** Hands in sessions and has them forgotten. */
export async function forgetter(campaign: Campaign): Promise<void> {
  const { world, ledger, isOver } = campaign;
  const random = campaign.random('forgetter');
  for (let round = 0; !isOver(); round += 1) {
    await sleep(random.between(5_000, 25_000));
    const session = `forgetter-${round}`;
    const id = `forgotten-${round}`;
    const content = `secret plan number ${round} of the lighthouse`;
    const records = [{ id, type: 'event', content, session_id: session }];
    if (!(await untilAcknowledged(campaign, () => postRecords(world.home, records)))) continue;
    ledger.acknowledge(id, content);
    await sleep(random.between(0, 3_000));
    ledger.release(id);
    const wish = { session_id: session, confirm: true };
    const answer = await callApi(world.home, '/memory/forget', wish).catch(() => undefined);
    if (answer?.status !== 200) continue;
    ledger.counts.forgets += 1;
    ledger.forgot(content);
  }
}

/** Starts sessions by the hook command, and reads what they are given. */
export async function starter(campaign: Campaign, project: Project): Promise<void> {
  const { world, ledger, isOver } = campaign;
  const random = campaign.random(`starter ${project.name}`);
  for (let round = 0; !isOver(); round += 1) {
    const event = { ...startEvent(`starts-${project.name}-${round}`), cwd: project.folder };
    const { code, stdout, stderr } = await runHook(world.home, event);
    ledger.counts.hookStarts += 1;
    if (code !== 0 || stderr !== '') ledger.broken.push(`hook ended with ${code}: ${stderr.slice(0, 200)}`);
    if (project !== world.impostor && !stdout.includes(project.memory))
      ledger.broken.push(`no memory of ${project.name} at its start ${round}, ${new Date().toISOString()}`);
    ledger.given(project, stdout, 'a start');
    await sleep(random.between(500, 2_500));
  }
}

/** Starts the real client, one after the other. */
export async function client(campaign: Campaign, starts: ClientStarts): Promise<void> {
  const random = campaign.random('client');
  while (!campaign.isOver()) {
    await starts.one(random.pick(campaign.world.projects));
    await sleep(random.between(1_000, 8_000));
  }
}

/** Kills and freezes the daemon, and now and then who watches over it too. */
export async function killer(campaign: Campaign): Promise<void> {
  const { world, ledger, isOver } = campaign;
  const random = campaign.random('killer');
  while (!isOver()) {
    await sleep(random.between(8_000, 30_000));
    const pid = readRunFile(world.home.paths.runFile)?.pid;
    const [kind, frozenMs] = [random.next(), random.between(500, 5_000)];
    if (pid === undefined || isOver()) continue;
    if (kind < 0.7) {
      ledger.counts.kills += 1;
      const alone = kind < 0.2 ? daemonProcesses(world.home).supervisors : [];
      for (const each of [...alone, pid]) signal(each, 'SIGKILL');
      if (alone.length > 0) world.launch();
    } else {
      const from = Date.now();
      signal(pid, 'SIGSTOP');
      await sleep(frozenMs);
      signal(pid, 'SIGCONT');
      ledger.freezes.push([from, Date.now()]);
    }
  }
}

/** Sets the time of day wrong, and right again. */
export async function clockmaker(campaign: Campaign): Promise<void> {
  const { world, ledger, isOver } = campaign;
  const random = campaign.random('clockmaker');
  while (!isOver()) {
    await sleep(random.between(5_000, 20_000));
    ledger.counts.clocks += 1;
    const days = random.pick([150, -3_650, 1 / 24, -1 / 24, 31, 0]);
    world.clock.moveTo(Date.now() + days * DAY_MS);
  }
  world.clock.moveTo(Date.now());
}

/** What a test run that misbehaves would do: writes a rule into the person's file while agents are at work. */
export async function planter(campaign: Campaign): Promise<void> {
  const random = campaign.random('planter');
  while (!campaign.isOver()) {
    await sleep(random.between(10_000, 40_000));
    try {
      appendFileSync(join(campaign.world.home.paths.memory, 'user.md'), `- ${PLANTED}\n`);
    } catch {
      // There is no file yet, or it is being replaced: the next time.
    }
  }
}

/** Looks for words of other projects as an agent would. */
export async function searcher(campaign: Campaign): Promise<void> {
  const { world, ledger, isOver } = campaign;
  const random = campaign.random('searcher');
  while (!isOver()) {
    const [project, other] = [random.pick(world.projects), random.pick(world.projects)];
    if (project !== other) ledger.leaks.push(...((await foundOfOthers(world.home, project, [other])) ?? []));
    await sleep(random.between(200, 900));
  }
}
