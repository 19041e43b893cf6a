/**
 * Under which names a space stands in the index. Facts stand apart from records: they change, and whoever holds the columns of
 * a space reads all of them again when something is taken out of it.
 */
import type { SpaceId } from '../../memory/ids.ts';

/** What is known of the person; seen beside every space. */
export const USER_SPACE = '';
/** Records that belong to no project; seen only by who looks everywhere. */
const NO_PROJECT = '-';
const FACTS = '#facts';

export function recordSpace(workspace: SpaceId | null): string {
  return workspace ?? NO_PROJECT;
}

/** The space of records that it stands for. */
export function workspaceOfRecords(name: string): SpaceId | null {
  return name === NO_PROJECT ? null : (name as SpaceId);
}

export function factSpace(workspace: SpaceId | null): string {
  return workspace === null ? USER_SPACE : `${workspace}${FACTS}`;
}

/** Those that are seen from a workspace, or from none; with it those that were linked to it. */
export function spacesSeenFrom(workspace: SpaceId | null, linked: readonly SpaceId[] = []): readonly string[] {
  if (workspace === null) return [USER_SPACE];
  return [...[workspace, ...linked].flatMap((space) => [recordSpace(space), factSpace(space)]), USER_SPACE];
}

/** Whether it holds facts, and nothing else. */
export function isOfFacts(name: string): boolean {
  return name === USER_SPACE || name.endsWith(FACTS);
}
