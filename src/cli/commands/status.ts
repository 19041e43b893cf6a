/** `carryover status`: honest about what is captured, what waits, and what is wrong. Exit code 1 unless all is well. */

import { readSpool } from '../../capture/spool.ts';
import { isRunning } from '../../daemon/connect.ts';
import { lastFailure } from '../../daemon/last-failure.ts';
import { isLocked, type WireLockedStatus } from '../../http/locked-status.ts';
import type { WireSpaceStatus } from '../../http/space-status.ts';
import type { WireStatus } from '../../http/wire.ts';
import { systemClock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import { curatorName } from '../answers.ts';
import { embeddingSetupProblem } from '../embedding-setup.ts';
import { currentHome, runningDaemon } from '../home.ts';
import { lockedLines } from '../locked-lines.ts';
import { injectionOff } from '../memory-checks.ts';
import { ownCommand } from '../own-command.ts';
import { searchLine } from '../search-line.ts';
import { spaceNames } from '../space-names.ts';
import { ago, count, dollars, megabytes, paint, safe, say, sayJson, table } from '../terminal.ts';
import { turnOnHints } from './injection.ts';
import { linkLines } from './link.ts';

export async function runStatus({ json }: { json?: unknown }): Promise<number> {
  const paths = currentHome();
  if (!(await isRunning(paths))) {
    const spool = readSpool(paths.spool);
    const failure = lastFailure(paths);
    const problems =
      failure === undefined ? [] : [{ code: failure.code, message: failure.message, hint: failure.hint }];
    if (json === true)
      sayJson({ state: 'stopped', problems, spool: { files: spool.files.length, bytes: spool.bytes } });
    else {
      say('Carryover is not running.');
      for (const { message, hint } of problems)
        say(`${paint('yellow', '!')} ${message}${hint === undefined ? '' : `\n  ${hint}`}`);
      if (spool.files.length > 0)
        say(`${count(spool.files.length, 'event')} waiting in the spool, to be taken in when it starts.`);
      say(`Start it: ${ownCommand()} daemon start`);
    }
    return 1;
  }
  const answer = await runningDaemon(paths).request('GET', '/memory/status');
  if (isOfSpace(answer)) return showSpace(answer, json === true);
  const status = answer as WireStatus | WireLockedStatus;
  const links = loadConfig(paths.config, process.env)['spaces.links'];
  if (json === true) sayJson({ ...status, links });
  else if (isLocked(status)) {
    say(head(status));
    for (const line of lockedLines(status)) say(line);
  } else {
    const config = loadConfig(paths.config, process.env);
    show(status, embeddingSetupProblem(config, process.env)?.message);
    if (links.length > 0) for (const line of linkLines(links, await spaceNames(runningDaemon(paths)))) say(line);
    const off = injectionOff(config);
    if (off !== undefined)
      for (const line of [`${paint('yellow', '!')} injection is ${off}`, ...turnOnHints(config)]) say(line);
  }
  return status.state === 'ok' ? 0 : 1;
}

/** What an app is told: how memory does in its own space. */
function isOfSpace(answer: unknown): answer is WireSpaceStatus {
  return typeof answer === 'object' && answer !== null && 'workspace' in answer;
}

function showSpace(status: WireSpaceStatus, json: boolean): number {
  const { state, version, learnings, pending_actions, search } = status;
  if (json) sayJson(status);
  else {
    const known = `${count(learnings, 'learning')} · ${count(pending_actions, 'open action')} here`;
    say(`${state}  Carryover ${version}, ${known}, search ${search}`);
  }
  return state === 'ok' ? 0 : 1;
}

function head({ state, version, port, pid }: WireStatus | WireLockedStatus): string {
  return `${paint(state === 'ok' ? 'green' : 'yellow', state)}  Carryover ${version}, http://127.0.0.1:${port}, pid ${pid}`;
}

function encryptionLine({ state, holder, converting }: WireStatus['encryption']): string {
  if (holder === undefined) return state;
  const by = { passphrase: 'a passphrase', 'key-file': 'a key file', keychain: 'the keychain' }[holder];
  return `${state}, opened with ${by}${converting === undefined ? '' : `; \`carryover ${converting}\` was cut off: run it again`}`;
}

function backupsLine({ copies, bytes, last_at }: WireStatus['backups'], now: number): string {
  if (copies === 0) return 'none yet';
  return `${count(copies, 'copy', 'copies')} of the journal, ${megabytes(bytes)}, the last ${ago(last_at, now)}`;
}

function privacyLine({ injection, prompts, sensitive, model_calls, redacting }: WireStatus['privacy']): string {
  const given = `given to agents ${prompts ? 'at the start and with prompts' : 'at the start'}`;
  return [
    injection ? `${given}, ${sensitive ? 'sensitive things too' : 'nothing sensitive'}` : 'nothing given to agents',
    model_calls ? 'models may be called' : 'no model is called',
    ...(redacting === null ? [] : [`looking for secrets in old rows: ${redacting.rows} of ${redacting.total}`]),
  ].join(' · ');
}

function retentionLine({ days, spaces, ...last }: WireStatus['privacy']['retention'], now: number): string {
  return [
    days === 'off' ? 'text is kept for ever' : `text is kept ${count(days, 'day')}`,
    ...(spaces === 0 ? [] : [`${count(spaces, 'project')} otherwise`]),
    last.swept_at === null ? 'no sweep yet' : `last sweep ${ago(last.swept_at, now)}`,
    ...(last.emptied_at === null ? [] : [`${count(last.emptied, 'record')} emptied ${ago(last.emptied_at, now)}`]),
  ].join(' · ');
}

function show(status: WireStatus, embeddingProblem: string | undefined): void {
  const now = systemClock.now();
  const { journal, capture, spool } = status;
  say(head(status));
  say(
    table([
      ['last event', ago(status.last_event_at, now)],
      [
        'kept',
        `${count(journal.records, 'record')} · ${count(journal.turns, 'turn')} · ${count(journal.sessions, 'session')} · ${count(journal.spaces, 'project')}`,
      ],
      ['active sessions', String(status.active_sessions)],
      [
        'since start',
        `${count(capture.received, 'event')} · ${count(capture.stored, 'new record')} · ${capture.duplicates} known already`,
      ],
      [
        'redacted',
        `${count(capture.redactions, 'secret')}${capture.failed_redactions > 0 ? ` · ${count(capture.failed_redactions, 'text')} dropped` : ''}`,
      ],
      ['dropped', String(capture.dropped)],
      ['encryption', encryptionLine(status.encryption)],
      ['backups', backupsLine(status.backups, now)],
      ['privacy', privacyLine(status.privacy)],
      ['retention', retentionLine(status.privacy.retention, now)],
      [
        'spool',
        spool.files === 0
          ? 'empty'
          : `${count(spool.files, 'event')} waiting, the oldest for ${Math.round((spool.oldest_ms ?? 0) / 1000)} s`,
      ],
      ['errors', String(capture.errors)],
      ...(status.thread === null ? [] : [['longest block', blockLine(status.thread)] as const]),
      ...(capture.late === 0
        ? []
        : [
            [
              'late',
              `${count(capture.late, 'prompt')} went on without memory; \`injection.timeoutMs\` says how long they wait`,
            ] as const,
          ]),
      ...memoryRows(status, now, embeddingProblem),
    ]),
  );
  for (const { message, hint } of status.problems) say(`${paint('yellow', '!')} ${message}\n  ${hint}`);
  for (const { message, hint } of status.questions) say(`${paint('cyan', '?')} ${safe(message)}\n  ${hint}`);
  if (journal.records === 0) say(`Nothing captured yet. Connect a project: ${ownCommand()} init`);
}

export function memoryRows(
  status: Pick<WireStatus, 'curator' | 'queue' | 'knowledge' | 'recall' | 'injected' | 'release' | 'spend'>,
  now: number,
  embeddingProblem?: string,
): readonly (readonly [string, string])[] {
  const { curator, queue, knowledge, recall, injected, release, spend } = status;
  const questions = knowledge.waiting_questions;
  const held = knowledge.waiting_reviews - questions;
  const waiting = [
    ...(held === 0 ? [] : [`${held} held back`]),
    ...(questions === 0 ? [] : [`${count(questions, 'question')} for you: which of two holds`]),
  ];
  const reviews = waiting.length === 0 ? '' : ` · ${waiting.join(' · ')}, see \`carryover review\``;
  const former = knowledge.learnings_ever - knowledge.learnings;
  const learnings = `${count(knowledge.learnings, 'learning')}${former === 0 ? '' : ` and ${former} that hold no more`}`;
  const marks = [
    ...(knowledge.pinned === 0 ? [] : [` · ${knowledge.pinned} pinned`]),
    ...(knowledge.sensitive === 0 ? [] : [` · ${knowledge.sensitive} sensitive`]),
  ].join('');
  return [
    [
      'curator',
      `${curatorName(curator)}, ${curator.profile}, last ${ago(curator.last_curated_at, now)}${curator.fallback === null ? '' : ` · rules instead: ${safe(curator.fallback)}`}`,
    ],
    ['to be read', `${count(queue.waiting, 'turn')}${queue.parked === 0 ? '' : ` · ${queue.parked} parked`}`],
    ['known', `${learnings}${marks} · ${count(knowledge.pending_actions, 'open action')}${reviews}`],
    ['search', searchLine(recall, embeddingProblem)],
    ['given', givenLine(injected)],
    ...(release === null ? [] : [['deployed', `release ${safe(release)}`] as const]),
    ['spent', `${dollars(spend.day_usd)} of ${dollars(spend.daily_usd)} in 24 h`],
  ];
}

/** The share of injected items that were used. */
function givenLine({ given, used, ignored }: WireStatus['injected']): string {
  const judged = used + ignored;
  if (given === 0) return 'nothing with prompts in 30 days';
  const share = judged === 0 ? 'none judged yet' : `${Math.round((100 * used) / judged)} % used`;
  return `${count(given, 'item')} with prompts in 30 days · ${share}`;
}

function blockLine({ longest_ms, during }: NonNullable<WireStatus['thread']>): string {
  return `${longest_ms} ms in the last hour${during.length === 0 ? '' : `, during ${during.join(', ')}`}`;
}
