import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './install.fixture.ts';
import { type InstallScope, type Locations, locateClientFiles } from './locations.ts';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place[Symbol.dispose]());

function locate(scope: InstallScope, projectDir = place.project, env: NodeJS.ProcessEnv = {}): Locations {
  return locateClientFiles({ scope, projectDir, userHome: place.home, env });
}

/** Where the files of a project are, from the root of the place. */
function projectFiles(folder: string): readonly (string | undefined)[] {
  const { settings, projectKey } = locate('project', join(place.root, folder));
  return [settings, projectKey].map((path) => path?.slice(place.root.length + 1));
}

describe('where Claude Code looks', () => {
  it('finds the files of the user, also where CLAUDE_CONFIG_DIR moved them', () => {
    expect(locate('user')).toEqual({
      settings: join(place.home, '.claude/settings.json'),
      clientConfig: join(place.home, '.claude.json'),
      projectKey: undefined,
    });
    const moved = join(place.root, 'moved');
    expect(locate('user', place.project, { CLAUDE_CONFIG_DIR: moved })).toEqual({
      settings: join(moved, 'settings.json'),
      clientConfig: join(moved, '.claude.json'),
      projectKey: undefined,
    });
    expect(() => locate('user', place.project, { CLAUDE_CONFIG_DIR: '~/x' })).toThrow(/absolute|wherever/);
  });

  it('uses the old name of the config where the client does', () => {
    place.write('home/.claude/.config.json', '');
    expect(locate('user').clientConfig).toBe(join(place.home, '.claude.json'));
    place.write('home/.claude/.config.json', '{}');
    expect(locate('user').clientConfig).toBe(join(place.home, '.claude/.config.json'));
  });

  it('takes a folder without git for itself, under its real name', () => {
    symlinkSync(place.project, join(place.root, 'link'));
    expect(projectFiles('link')).toEqual(['project/.claude/settings.local.json', 'project']);
  });

  it('takes a sub-folder and a worktree for their repository, and a submodule for its own', () => {
    place.git('project', 'init', '--quiet');
    place.git('project', 'commit', '--quiet', '--allow-empty', '-m', 'first');
    mkdirSync(join(place.project, 'sub'));
    place.git('project', 'worktree', 'add', '--quiet', '../tree');
    place.git('project', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', place.project, 'module');
    const main = ['project/.claude/settings.local.json', 'project'];
    expect(projectFiles('project/sub')).toEqual(main);
    expect(projectFiles('tree')).toEqual(main);
    expect(projectFiles('project/module')).toEqual(['project/module/.claude/settings.local.json', 'project/module']);
  });

  it('keeps the settings in the worktree where the repository is bare', () => {
    place.git('project', 'init', '--quiet');
    place.git('project', 'commit', '--quiet', '--allow-empty', '-m', 'first');
    place.git('.', 'clone', '--quiet', '--bare', 'project', 'bare.git');
    place.git('bare.git', 'worktree', 'add', '--quiet', '-b', 'other', '../tree');
    expect(projectFiles('tree')).toEqual(['tree/.claude/settings.local.json', 'bare.git']);
  });
});
