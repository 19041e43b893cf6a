/** The names of spaces, for filters and labels. Two of the same name are told apart by the end of their id. */
import type { ApiDependencies } from '../http/api.ts';
import type { SpaceId } from '../memory/ids.ts';

export interface NamedSpace {
  readonly id: SpaceId;
  readonly name: string;
}

const ID_CHARS = 4;

export async function namedSpaces(
  journal: Pick<ApiDependencies['journal'], 'spaceIds' | 'space'>,
): Promise<readonly NamedSpace[]> {
  const found = await Promise.all((await journal.spaceIds()).map((id) => journal.space(id)));
  const spaces = found.filter((space) => space !== undefined);
  return spaces
    .map(({ id, name }) => ({ id, name: isTwice(name, spaces) ? `${name} (${id.slice(-ID_CHARS)})` : name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** `everywhere` is the user scope. */
export function spaceName(spaces: readonly NamedSpace[], id: SpaceId | null): string {
  if (id === null) return 'everywhere';
  return spaces.find((space) => space.id === id)?.name ?? 'a space that is gone';
}

/** Choices of a filter: the value is what `workspace` takes in the API. */
export function spaceChoices(spaces: readonly NamedSpace[]): readonly (readonly [string, string])[] {
  return [['', 'All spaces'], ...spaces.map(({ id, name }) => [id, name] as const)];
}

function isTwice(name: string, spaces: readonly { readonly name: string }[]): boolean {
  return spaces.filter((space) => space.name === name).length > 1;
}
