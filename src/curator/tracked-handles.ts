/**
 * What an answer names to run or to reach and a tracked file of the project names, too: looked up when the answer is there,
 * and kept with its act, so that a replay needs no disk.
 */
import { isAbsolute } from 'node:path';
import { trackedWords } from '../files/tracked-words.ts';
import type { Journal } from '../journal/journal.ts';
import type { CurationSettings } from '../memory/act.ts';
import { handlesIn } from '../memory/handles.ts';
import type { SpaceId } from '../memory/ids.ts';
import { originTokens } from '../memory/origin-tokens.ts';
import { trackedDigest } from '../memory/origins.ts';

const MOST_LINES = 400;
const MOST_WORDS = 600;

/** Null when there is no folder: a space may be nothing but a name. */
export async function rootOf(journal: Pick<Journal, 'space'>, workspace: SpaceId | null): Promise<string | null> {
  const space = workspace === null ? undefined : await journal.space(workspace);
  return space !== undefined && isAbsolute(space.root) ? space.root : null;
}

export async function trackedHandles(
  root: string | null,
  workspace: SpaceId | null,
  answers: readonly string[],
): Promise<Pick<CurationSettings, 'tracked'>> {
  if (root === null) return {};
  const lines = answers.flatMap((answer) => answer.split('\n')).slice(0, MOST_LINES);
  // Handles first; any other word may turn out to be the name of a package.
  const named = [...lines.flatMap((line) => handlesIn(line).words), ...lines.flatMap(tokensOf)];
  const words = new Set([...new Set(named)].slice(0, MOST_WORDS));
  const found = [...(await trackedWords(root, words))];
  if (found.length === 0) return {};
  return { tracked: Object.fromEntries(found.map(([word, since]) => [trackedDigest(workspace, word), since])) };
}

function tokensOf(line: string): readonly string[] {
  return originTokens(line).map(({ text }) => text);
}
