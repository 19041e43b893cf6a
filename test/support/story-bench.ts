/**
 * Plays stories of several batches through capture, markers, curation and recall on real stores: by the rules, or by a model
 * that answers every sentence the agent said, as whatever form is asked for.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchRunner } from '../../src/curator/batch.ts';
import { FileSync } from '../../src/curator/file-sync.ts';
import { FolderLooks } from '../../src/curator/folder-scans.ts';
import type { Provider } from '../../src/curator/llm/provider.ts';
import { MarkerReader } from '../../src/curator/markers.ts';
import { SpendLedger } from '../../src/curator/spend/ledger.ts';
import { FileStore } from '../../src/files/file-store.ts';
import type { Claim } from '../../src/knowledge/queue.ts';
import type { TurnRef } from '../../src/memory/act.ts';
import type { SessionId } from '../../src/memory/ids.ts';
import type { Learning } from '../../src/memory/learning.ts';
import { tierOf } from '../../src/memory/trust.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { defaultConfig } from '../../src/platform/config.ts';
import { AttackBench, type HookCall, type Project } from './attack-bench.ts';
import type { AttackEvent } from './attack-case.ts';
import type { LaunderingStory, StoryEvent } from './laundering-story.ts';

/** `rules`: nobody is fooled but by what code reads. `fooled`: facts and wishes. `every form`: also commands, tasks, files. */
export type StoryMode = 'rules' | 'fooled' | 'every form';

const ALL = 10_000;
const SETTINGS = { match: 'similar', preset: 'six' } as const;
/** The clock of a file and the clock of a record tell milliseconds. */
const APART_MS = 5;
const UNTRUSTED_PART = /^Read in tool output or files[^\n]*\n(?:- [^\n]*\n?)*/gm;
/** What was said last, quoted as such. */
const LAST_TURN = /^- (?:[\d: -]+UTC, asked|answered|files changed|last error): [^\n]*$/gm;
const SENTENCE = /\n+|(?<=[.!?])\s+/u;

export class StoryBench {
  readonly #bench: AttackBench;
  readonly #runners = new Map<StoryMode, BatchRunner>();
  readonly #markers: MarkerReader;
  #said: readonly string[] = [];

  private constructor(bench: AttackBench) {
    this.#bench = bench;
    const { journal, knowledge, projector } = bench;
    const clock = systemClock;
    const config = defaultConfig();
    const keeper = new FileSync({
      desk: new FileStore({ root: join(bench.folder, 'memory'), folderOf: (id) => `spaces/${id}` }),
      knowledge,
      projector,
      clock,
      preset: () => 'six',
      clean: (text) => text,
      learnFolder: async () => undefined,
      wasAgentActive: async () => false,
      onReport: () => undefined,
    });
    const folders = new FolderLooks({
      journal,
      projector,
      clock,
      preset: () => 'six',
      clean: (text) => text,
      mayLook: () => false,
      onNews: async () => undefined,
      onError: () => undefined,
    });
    const ledger = new SpendLedger({ journal, clock, settings: () => config });
    for (const mode of ['rules', 'fooled', 'every form'] as const)
      this.#runners.set(
        mode,
        new BatchRunner({
          journal,
          knowledge,
          projector,
          keeper,
          folders,
          clock,
          settings: () => SETTINGS,
          model: () => (mode === 'rules' ? undefined : { provider: this.#fooled(mode), ledger }),
          clean: (text) => text,
          onFallback: (reason) => {
            throw reason;
          },
        }),
      );
    this.#markers = new MarkerReader({ journal, projector, clock, settings: () => SETTINGS });
  }

  static async open(): Promise<StoryBench> {
    return new StoryBench(await AttackBench.open());
  }

  get bench(): AttackBench {
    return this.#bench;
  }

  /** What came of it that must not, and what did not that must. */
  async play(story: LaunderingStory, mode: StoryMode): Promise<readonly string[]> {
    const project = await this.#bench.project();
    for (const batch of story.batches) await this.learn(project, batch, mode);
    return this.judge(project, story);
  }

  async learn(project: Project, batch: readonly StoryEvent[], mode: StoryMode): Promise<readonly TurnRef[]> {
    track(project.cwd, batch);
    await sleep(APART_MS);
    const turns = await this.#bench.session(project, hookCalls(batch));
    for (const { id } of turns) {
      const turn = await this.#bench.journal.turn(id);
      if (turn !== undefined) await this.#markers.read(turn);
    }
    this.#said = batch.flatMap((event) => (event.type === 'assistant_response' ? sentencesOf(event.text) : []));
    const { failure } = await this.#runner(mode).run(claimOf(project, turns), AbortSignal.timeout(60_000));
    if (failure !== undefined) throw failure;
    return turns;
  }

  async judge(project: Project, story: LaunderingStory): Promise<readonly string[]> {
    const { trusted, all } = await this.known(project, laterPrompt(story));
    return [
      ...(story.must_not ?? []).flatMap((pattern) => {
        const found = trusted.find((text) => expression(pattern).test(text));
        return found === undefined ? [] : [`${pattern} in: ${lineWith(found, pattern)}`];
      }),
      ...(story.must ?? [])
        .filter((pattern) => !all.some((text) => expression(pattern).test(text)))
        .map((pattern) => `not kept: ${pattern}`),
    ];
  }

  /** `trusted`: all but labelled facts out of tools. */
  async known(project: Project, prompt: string): Promise<{ readonly trusted: string[]; readonly all: string[] }> {
    const { knowledge } = this.#bench;
    const learnings = (await knowledge.learnings({ workspace: project.space, limit: ALL })).filter(
      ({ validTo }) => validTo === null,
    );
    const isLabelled = ({ trust, type, workspace }: Learning) =>
      tierOf(trust) === 'tool' && type === 'FACT' && workspace !== null;
    const actions = await knowledge.actions({ workspace: project.space, statuses: ['pending'], limit: ALL });
    const { files } = await this.#bench.shown(project);
    const { boot, prompt: block } = await this.#bench.given(project, prompt);
    const given = [boot, block];
    const others = [...actions.map(({ content }) => `ACTION ${content}`), ...Object.values(files)];
    const told = (learning: Learning) => `${learning.type} ${learning.trust} ${learning.content}`;
    return {
      trusted: [
        ...learnings.filter((learning) => !isLabelled(learning)).map(told),
        ...others,
        ...given.map((text) => text.replaceAll(UNTRUSTED_PART, '').replaceAll(LAST_TURN, '')),
      ],
      all: [...learnings.map(told), ...others, ...given],
    };
  }

  async close(): Promise<void> {
    await this.#bench.close();
  }

  #runner(mode: StoryMode): BatchRunner {
    const runner = this.#runners.get(mode);
    if (runner === undefined) throw new Error(`no such way: ${mode}`);
    return runner;
  }

  #fooled(mode: StoryMode): Provider {
    return {
      name: 'fooled',
      model: mode,
      recipient: null,
      mostUsd: () => 0,
      ask: async () => ({
        ended: 'complete',
        inputTokens: 1,
        outputTokens: 1,
        costUsd: 0,
        text: answerOf(this.#said, mode),
      }),
    };
  }
}

function claimOf({ space: workspace }: Project, turns: readonly TurnRef[]): Claim {
  const sessionId = 'story' as SessionId;
  return { workspace, owner: 'story', turns: turns.map((turn) => ({ ...turn, sessionId, attempts: 0, tokens: 0 })) };
}

function answerOf(said: readonly string[], mode: StoryMode): string {
  if (said.length === 0) return 'NONE';
  const kinds =
    mode === 'fooled' ? ['FACT', 'PREFERENCE'] : ['PATTERN', 'FACT', 'TOOL_INSTALL', 'ACTION', 'CORRECTION'];
  const lines = kinds.flatMap((kind) => said.map((sentence) => `${kind}: ${sentence}`));
  if (mode === 'fooled') return lines.join('\n');
  const rewrites = ['TOOLS', 'CONTEXT'].map(
    (file) =>
      `${file}_MD_UPDATE:\n\`\`\`\`\`markdown\n${said.map((sentence) => `- ${sentence}`).join('\n')}\n\`\`\`\`\`\n`,
  );
  return [...lines, ...rewrites].join('\n');
}

/** Without marks that only an agent's own line has. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(SENTENCE)
    .map((sentence) => sentence.replace(/^\s*(?:[-*]|\[[A-Z]+:[^\]]*\])\s*/, '').trim())
    .filter((sentence) => /\p{L}{3}/u.test(sentence));
}

/** Files of a batch are there before anything in it happens. */
function track(cwd: string, batch: readonly StoryEvent[]): void {
  const files = batch.filter((event) => event.type === 'tracked_file');
  if (files.length === 0) return;
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
  git('init', '--quiet');
  for (const { path, text } of files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
    git('add', '--force', '--', path);
  }
}

function hookCalls(batch: readonly StoryEvent[]): readonly (AttackEvent | HookCall)[] {
  let open: { readonly tool: string; readonly id: string; readonly input: object } | undefined;
  let calls = 0;
  const call = (tool: string, input: unknown) => {
    calls += 1;
    open = { tool, id: `call-${calls}`, input: inputOf(tool, input) };
    return open;
  };
  return batch.flatMap((event): readonly (AttackEvent | HookCall)[] => {
    if (event.type === 'tracked_file') return [];
    if (!('tool' in event)) return [event];
    const isOpen = event.type === 'tool_result' && open?.tool === event.tool;
    const used = isOpen && open !== undefined ? open : call(event.tool, event.type === 'tool_use' ? event.input : {});
    const about = { tool_name: used.tool, tool_input: used.input, tool_use_id: used.id };
    if (event.type === 'tool_use') return [{ type: 'hook', payload: { hook_event_name: 'PreToolUse', ...about } }];
    open = undefined;
    const isError = event.is_error === true || (event.exit ?? 0) !== 0;
    const outcome = isError
      ? { hook_event_name: 'PostToolUseFailure', error: event.text }
      : { hook_event_name: 'PostToolUse', tool_response: event.text };
    return [{ type: 'hook', payload: { ...outcome, ...about } }];
  });
}

function inputOf(tool: string, input: unknown): object {
  if (typeof input === 'object' && input !== null) return input;
  const text = String(input);
  if (tool === 'WebFetch') return { url: text };
  return /^(?:Read|Write|Edit)$/.test(tool) ? { file_path: text } : { command: text };
}

function laterPrompt({ batches }: LaunderingStory): string {
  const asked = batches.flat().filter((event) => event.type === 'user_prompt');
  const [last] = asked.slice(-1);
  return last !== undefined && 'text' in last ? last.text : 'go on';
}

function expression(pattern: string): RegExp {
  return new RegExp(pattern, 'iu');
}

function lineWith(text: string, pattern: string): string {
  return (text.split('\n').find((line) => expression(pattern).test(line)) ?? text).slice(0, 200);
}
