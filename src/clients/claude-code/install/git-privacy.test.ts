import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { couldBeCommitted } from './git-privacy.ts';
import { makePlace, type Place } from './install.fixture.ts';

let place: Place;
beforeEach(() => {
  place = makePlace();
  place.git('project', 'init', '--quiet');
});
afterEach(() => place[Symbol.dispose]());

describe('asking git whether settings are private', () => {
  it('finds a file that could be added, and not one that is ignored or outside', () => {
    const { env } = place.options();
    expect(couldBeCommitted(join(place.project, '.claude/settings.local.json'), env)).toBe(true);
    expect(couldBeCommitted(join(place.home, '.claude/settings.json'), env)).toBe(false);
    place.write('project/.gitignore', '/.claude/\n');
    expect(couldBeCommitted(join(place.project, '.claude/settings.local.json'), env)).toBe(false);
  });

  it('looks at the repository of the file, whatever GIT_DIR says', () => {
    const env = { ...place.options().env, GIT_DIR: join(place.root, 'elsewhere'), GIT_WORK_TREE: place.home };
    expect(couldBeCommitted(join(place.project, '.claude/settings.local.json'), env)).toBe(true);
  });

  it('has nothing to fear beside a bare repository', () => {
    place.git('project', 'commit', '--quiet', '--allow-empty', '-m', 'first');
    mkdirSync(join(place.root, 'trees'));
    place.git('trees', 'clone', '--quiet', '--bare', '../project', '.git');
    expect(couldBeCommitted(join(place.root, 'trees/.claude/settings.local.json'), place.options().env)).toBe(false);
  });

  it('refuses rather than guesses when git cannot be asked', () => {
    const ask = () => couldBeCommitted(join(place.project, 'x.json'), { PATH: place.root });
    expect(ask).toThrow(expect.objectContaining({ code: 'git-failed' }));
  });
});
