/**
 * How vectors are named. A record and a fact of the same project lie in spaces of their own: so a search for facts is not
 * crowded out by talk, and talk that belongs to no project is not seen from one, as in the index.
 */
import type { LearningId, SpaceId } from '../../memory/ids.ts';
import type { RecallQuery } from '../recall.ts';

export const RECORD = 'r';
export const FACT = 'f';

export function recordKey(seq: number): string {
  return `${RECORD}${seq}`;
}

export function factKey(id: LearningId): string {
  return `${FACT}${id}`;
}

export function vectorSpace(kind: typeof RECORD | typeof FACT, workspace: SpaceId | null): string {
  return `${kind}${workspace ?? ''}`;
}

/** Those a question looks into; undefined for all, when a person asks without naming a project. */
export function spacesOf({ workspace, linked = [], kind, recordTypes }: RecallQuery): readonly string[] | undefined {
  if (workspace === undefined) return undefined;
  // Of the user scope there are facts only: talk that belongs to no project is seen by nobody but the person.
  const spaces = workspace === null ? [] : [workspace, ...linked];
  const records = kind === 'facts' ? [] : spaces.map((space) => vectorSpace(RECORD, space));
  const facts =
    kind === 'records' || recordTypes !== undefined ? [] : [...spaces, null].map((space) => vectorSpace(FACT, space));
  return [...records, ...facts];
}
