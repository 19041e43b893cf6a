/**
 * Gives boot blocks and remembers them: each one given is journalled as an injection, and the newest of each space is
 * kept as a file for sessions that start while the daemon is away.
 */
import { rmSync } from 'node:fs';
import type { SpaceDirectory } from '../capture/space-directory.ts';
import type { BootRequest } from '../clients/claude-code/hook-handler.ts';
import type { Journal } from '../journal/journal.ts';
import { type InjectionId, newId, type SpaceId } from '../memory/ids.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type BootBlock, bootBlock } from '../recall/boot-block.ts';
import { writeLastBlock } from '../recall/last-block.ts';

/** Claude Code hands on 10,000 characters per hook and spills the rest into a file; one hook gives the block. */
const ONE_HOOK_CHARS = 9_500;

export interface BootBlocksOptions {
  readonly journal: Journal;
  readonly spaces: SpaceDirectory;
  readonly clock: Clock;
  readonly folder: string;
  readonly config: Config;
}

export class BootBlocks {
  readonly #options: BootBlocksOptions;

  constructor(options: BootBlocksOptions) {
    this.#options = options;
  }

  /** What `give` would give, without giving it. */
  preview(workspace: SpaceId): Promise<BootBlock | undefined> {
    const { journal, config } = this.#options;
    return bootBlock(journal, workspace, Math.min(config['boot.budgetChars'], ONE_HOOK_CHARS));
  }

  async give({ sessionId, workspace, cwd, source }: BootRequest): Promise<string | undefined> {
    const { journal, spaces, clock, folder, config } = this.#options;
    // A resumed session still has its old block in context.
    if (!config['injection.enabled'] || source === 'resume') return undefined;
    const block = await this.preview(workspace);
    if (block === undefined) return undefined;
    const now = clock.now();
    const id = newId<InjectionId>(now);
    await journal.append({
      injections: [{ id, ts: now, sessionId, workspace, kind: 'boot', items: block.items, text: block.text }],
    });
    writeLastBlock(folder, (await spaces.resolve(cwd)).located.anchor, block.text);
    return block.text;
  }

  /** Something was erased: no rendered copy may stay. They come back with the next session. */
  forgetAll(): void {
    rmSync(this.#options.folder, { recursive: true, force: true });
  }
}
