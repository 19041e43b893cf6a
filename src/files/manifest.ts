/**
 * Which memory files there are: who owns them, where they belong, how long they may be and how they are built (A-010 …
 * A-014, B-021 … B-028). Everything that treats one file differently from another reads it here.
 */
import type { FilePreset } from '../memory/act.ts';
import type { SpaceId } from '../memory/ids.ts';
import { MEMORY_FILE_NAMES, type MemoryFileName, type MemoryFileRef } from '../memory/memory-file.ts';

export interface FileSpec {
  readonly name: MemoryFileName;
  /** Who may write it. A person may edit what the curator owns; what deploy owns is put back. */
  readonly owner: 'deploy' | 'curator';
  readonly scope: 'user' | 'space';
  readonly limitLines: number;
  /** The fraction of its lines that one rewrite may lose. */
  readonly lossBudget: number | 'free';
  readonly title: string;
  /** In the order they stand in the file, which is their worth: when it gets too long, the last loses lines first. */
  readonly sections: readonly string[];
}

const SLOW_TURNOVER = 0.3;

const SPECS: Readonly<Record<MemoryFileName, Omit<FileSpec, 'name'>>> = {
  'soul.md': { owner: 'deploy', scope: 'user', limitLines: 200, lossBudget: 0, title: 'Soul', sections: [] },
  'os.md': { owner: 'deploy', scope: 'user', limitLines: 200, lossBudget: 0, title: 'System rules', sections: [] },
  'tools.md': {
    owner: 'curator',
    scope: 'space',
    limitLines: 150,
    lossBudget: SLOW_TURNOVER,
    title: 'Tools',
    sections: ['Commands', 'Fixes', 'Installed'],
  },
  'files.md': {
    owner: 'curator',
    scope: 'space',
    limitLines: 200,
    lossBudget: SLOW_TURNOVER,
    title: 'Files of this project',
    sections: ['Folders', 'Files'],
  },
  'user.md': {
    owner: 'curator',
    scope: 'user',
    limitLines: 200,
    lossBudget: SLOW_TURNOVER,
    title: 'User',
    sections: ['Corrections', 'Preferences', 'Facts'],
  },
  'context.md': {
    owner: 'curator',
    scope: 'space',
    limitLines: 200,
    lossBudget: 'free',
    title: 'Context',
    sections: ['Corrections', 'Open tasks', 'Preferences', 'Decisions', 'Facts'],
  },
};

const PRESETS: Readonly<Record<FilePreset, readonly MemoryFileName[]>> = {
  six: MEMORY_FILE_NAMES,
  three: ['os.md', 'tools.md', 'user.md'],
  app: ['soul.md', 'os.md', 'user.md'],
};

export function fileSpec(name: MemoryFileName): FileSpec {
  return { name, ...SPECS[name] };
}

/** In boot order. */
export function filesOfPreset(preset: FilePreset): readonly FileSpec[] {
  return PRESETS[preset].map(fileSpec);
}

/** The files a session in this space boots with, in boot order; without a space, those of the user alone. */
export function refsOf(preset: FilePreset, workspace: SpaceId | null): readonly MemoryFileRef[] {
  return filesOfPreset(preset)
    .filter(({ scope }) => scope === 'user' || workspace !== null)
    .map(({ name, scope }) => ({ name, workspace: scope === 'user' ? null : workspace }));
}
