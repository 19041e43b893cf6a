/** The folder of a space's files: readable by its name, its own by the end of its id. Relative to the memory folder. */
import type { Space } from '../memory/space.ts';

const NAME_CHARACTERS = 40;
const ID_CHARACTERS = 8;

export function spaceFolder({ id, name }: Pick<Space, 'id' | 'name'>): string {
  const readable = slugOf(name).slice(0, NAME_CHARACTERS).replace(/-$/, '');
  return `spaces/${[readable, slugOf(id).slice(-ID_CHARACTERS)].filter((part) => part !== '').join('-')}`;
}

function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
