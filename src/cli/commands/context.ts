/**
 * `carryover context`: the block a session here would start with, how it is split, and why there may be none. With `--prompt`
 * what would be given with that prompt, item by item.
 */
import type { DaemonClient } from '../../http/client.ts';
import type { preview } from '../../http/injections.ts';
import type { WireStatus } from '../../http/wire.ts';
import { loadConfig } from '../../platform/config.ts';
import { currentHome, daemonClient } from '../home.ts';
import { injectionOff } from '../memory-checks.ts';
import { type Options, textOf, workspaceOf } from '../options.ts';
import { shortIds } from '../short-ids.ts';
import { columns, count, moment, paint, safe, safeLines, say, sayJson } from '../terminal.ts';

export type PreviewAnswer = Awaited<ReturnType<typeof preview>>;

export async function runContext({ space, parts, prompt, json }: Options): Promise<number> {
  const paths = currentHome();
  const client = await daemonClient(paths);
  const query = { workspace: workspaceOf(space) ?? process.cwd(), prompt: textOf(prompt) };
  const answer = (await client.request('GET', '/memory/context', { query })) as ContextAnswer | PreviewAnswer;
  if (json === true) {
    sayJson(answer);
    return 0;
  }
  const config = loadConfig(paths.config, process.env);
  const off = prompt === undefined ? offAtStart(config['injection.enabled']) : injectionOff(config);
  if (off !== undefined) say(`${paint('yellow', '!')} Injection is ${off}. This is what it would be.`);
  if (answer.block === '') say(await whyEmpty(client, prompt !== undefined));
  else if ('tokens' in answer) for (const line of previewLines(answer)) say(line);
  else for (const line of parts === true ? partLines(answer.parts) : [safeLines(answer.block)]) say(line);
  return 0;
}

interface ContextAnswer {
  readonly block: string;
  readonly parts: readonly string[];
}

function offAtStart(enabled: boolean): string | undefined {
  return enabled ? undefined : 'off: sessions are given nothing';
}

export function previewLines({ block, tokens, items }: PreviewAnswer): readonly string[] {
  const ids = shortIds(items.map(({ id }) => id));
  return [
    safeLines(block),
    '',
    `${count(items.length, 'item')}, ${tokens} tokens`,
    ...columns(
      items.map(({ id, type, source, ts, score }) => [
        `  ${paint('cyan', safe(ids.get(id) ?? id))}`,
        score === null ? '–' : score.toFixed(2),
        ts === null ? '–' : moment(ts).slice(0, 10),
        safe(source === null ? type : `${type}, ${source}`),
      ]),
    ),
  ];
}

export function partLines(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part, index) => [
    paint('bold', `part ${index + 1} of ${parts.length}, ${part.length} characters`),
    safeLines(part),
  ]);
}

async function whyEmpty(client: DaemonClient, isForPrompt: boolean): Promise<string> {
  const { journal } = (await client.request('GET', '/memory/status')) as WireStatus;
  if (journal.records === 0) return 'Nothing yet: nothing has been captured. `carryover init` connects a project.';
  return isForPrompt
    ? 'Nothing: none of what is known is close enough to this prompt to be worth its place. `carryover search` shows what comes near.'
    : 'Nothing of this project yet: no turn of it has been captured.';
}
