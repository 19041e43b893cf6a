/**
 * The search of a forgetting, by a process of its own, which stays for a while: what a preview has found is not looked for
 * again when the person then agrees. Each piece of work has a process for itself, so that a preview does not wait for a
 * deed under way.
 */
import type { ForgetPreview } from '../../memory/forgetting.ts';
import type { ScopeState } from '../../memory/scope-state.ts';
import { ListParts } from '../process/list-parts.ts';
import { type Listening, TaskProcess } from '../process/task-process.ts';
import type { TaskName, Tasks } from '../process/tasks.ts';
import type { Needles } from '../traces/search-terms.ts';
import type { Places } from '../traces/trace.ts';
import type {
  CleanseInput,
  Cleansing,
  ForgetPlace,
  ForgetSearch,
  OnProgress,
  Proof,
  ProveInput,
  Touched,
  Wish,
} from './forget-tasks.ts';
import type { Erasing, SealedPlan } from './plan.ts';

/** As long as a person takes to read a preview. */
const IDLE_MS = 120_000;

export interface ForgetProcessOptions {
  /** The bundled worker. */
  readonly program: string;
  readonly place: ForgetPlace;
}

export class ForgetProcess implements ForgetSearch {
  readonly #options: ForgetProcessOptions;
  readonly #busy = new Set<TaskProcess>();
  #idle: TaskProcess | undefined;
  #leaving: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ForgetProcessOptions) {
    this.#options = options;
  }

  preview(wish: Wish): Promise<ForgetPreview> {
    return this.#ask('preview', { place: this.#options.place, ...wish });
  }

  touched(wish: Wish): Promise<Touched> {
    return this.#ask('touched', { place: this.#options.place, ...wish });
  }

  async plan(planning: Wish & Touched & { readonly sealed: SealedPlan }, onProgress?: OnProgress): Promise<Erasing> {
    const lists = new ListParts();
    const onPart = lists.take.bind(lists);
    const listening = onProgress === undefined ? { onPart } : { onPart, onProgress };
    return lists.whole(await this.#ask('plan', { place: this.#options.place, ...planning }, listening));
  }

  async planned(sealed: SealedPlan): Promise<Erasing> {
    const lists = new ListParts();
    const onPart = lists.take.bind(lists);
    return lists.whole(await this.#ask('planned', { place: this.#options.place, sealed }, { onPart }));
  }

  async cleanse(cleansing: CleanseInput): Promise<Cleansing> {
    const lists = { erasing: new ListParts(), state: new ListParts() };
    const { erasing, scopes, state } = await this.#ask(
      'cleanse',
      { place: this.#options.place, ...cleansing },
      { onPart: (part) => lists[part.of].take(part) },
    );
    return { erasing: lists.erasing.whole(erasing), scopes, state: lists.state.whole<ScopeState>(state) };
  }

  prove(proving: ProveInput, onProgress?: OnProgress): Promise<Proof> {
    const listening = onProgress === undefined ? {} : { onProgress };
    return this.#ask('prove', { place: this.#options.place, ...proving }, listening);
  }

  /** Where any of the needles stand: for whoever erases without forgetting. */
  traces(needles: Needles): Promise<Places> {
    return this.#ask('traces', { home: this.#options.place.home, needles });
  }

  /** What is under way fails with `stopped`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#leaving);
    const all = [...this.#busy, ...(this.#idle === undefined ? [] : [this.#idle])];
    for (const child of all) child.stop();
    await Promise.allSettled(all.map((child) => child.end()));
  }

  async #ask<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]['input'],
    listening: Listening<Name> = {},
  ): Promise<Tasks[Name]['result']> {
    const child = this.#take();
    try {
      return await child.ask(name, input, listening);
    } finally {
      this.#giveBack(child);
    }
  }

  #take(): TaskProcess {
    clearTimeout(this.#leaving);
    const idle = this.#idle?.hasEnded === false ? this.#idle : undefined;
    this.#idle = undefined;
    const child = idle ?? new TaskProcess(this.#options.program);
    this.#busy.add(child);
    return child;
  }

  #giveBack(child: TaskProcess): void {
    this.#busy.delete(child);
    if (this.#isClosed || this.#idle !== undefined) return void child.end();
    this.#idle = child;
    this.#leaving = setTimeout(() => {
      this.#idle = undefined;
      void child.end();
    }, IDLE_MS).unref();
  }
}
