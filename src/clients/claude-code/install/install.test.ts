import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHookTokens } from '../../../platform/hook-tokens.ts';
import { makePlace, type Place } from './install.fixture.ts';
import { installClaudeCode } from './install.ts';
import { uninstallClaudeCode } from './uninstall.ts';

const SETTINGS = 'home/.claude/settings.json';
const CONFIG = 'home/.claude.json';
const LOCAL = 'project/.claude/settings.local.json';
const EXCLUDE = 'project/.git/info/exclude';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place[Symbol.dispose]());

describe('installing and removing', () => {
  it('leaves no trace in a home where the client was never started', () => {
    const before = place.snapshot();
    expect(installClaudeCode(place.options()).applied).toBe(true);
    expect(place.mode(SETTINGS)).toBe(0o600);
    expect(place.tokens()).toBe(1);
    expect(uninstallClaudeCode(place.options()).applied).toBe(true);
    expect(place.snapshot()).toEqual(before);
    expect(place.tokens()).toBe(0);
    expect(place.receipts()).toEqual([]);
  });

  it('gives any settings file back byte for byte, with its mode, when nobody touched it since', () => {
    const json = fc.oneof(
      fc.dictionary(fc.constantFrom('model', 'env', 'é', 'permissions', 'hooks'), fc.constant({})),
      fc.dictionary(fc.string(), fc.jsonValue()).filter((data) => !('hooks' in data) && !('permissions' in data)),
    );
    const space = fc.constantFrom(undefined, 2, '\t');
    const frame = fc.constantFrom(['', ''], ['\uFEFF', ''], ['', '\n'], ['// note\n', '\n\n']);
    fc.assert(
      fc.property(json, space, frame, fc.boolean(), (data, indent, [head, tail], windows) => {
        const text = `${head}${JSON.stringify(data, null, indent)}${tail}`;
        place.write(SETTINGS, windows ? text.replaceAll('\n', '\r\n') : text);
        const before = place.snapshot();
        installClaudeCode(place.options({ disableAutoMemory: true }));
        installClaudeCode(place.options({ port: 8766, bootParts: 4 }));
        installClaudeCode(place.options({ bootParts: 1 }));
        uninstallClaudeCode(place.options());
        expect(place.snapshot()).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what the person changed since and removes exactly its own entries', () => {
    const key = fc.string().filter((name) => !['hooks', 'permissions', 'autoMemoryEnabled'].includes(name));
    const original = fc.dictionary(key, fc.jsonValue());
    fc.assert(
      fc.property(
        original,
        key,
        fc.jsonValue(),
        fc.boolean(),
        fc.boolean(),
        (data, name, value, withReceipt, atFront) => {
          place.write(SETTINGS, `${JSON.stringify(data, null, 2)}\n`);
          installClaudeCode(place.options());
          const installed: object = JSON.parse(place.read(SETTINGS) ?? '');
          const edited = atFront ? { [name]: value, ...installed, [name]: value } : { ...installed, [name]: value };
          place.write(SETTINGS, `${JSON.stringify(edited, null, 2)}\n`);

          if (!withReceipt) for (const receipt of place.receipts()) rmSync(join(place.root, receipt));
          uninstallClaudeCode(place.options());
          const kept = Object.fromEntries(
            Object.entries(edited).filter(([entry]) => entry !== 'hooks' && entry !== 'permissions'),
          );
          expect(place.read(SETTINGS)).toBe(`${JSON.stringify(kept, null, 2)}\n`);
          expect(place.tokens()).toBe(0);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('installing', () => {
  it('does not change, issue or keep anything in a dry run, and shows no token', () => {
    place.write(SETTINGS, '{\n  "model": "opus"\n}\n');
    const before = place.snapshot();
    const { changes, applied } = installClaudeCode(place.options({ dryRun: true }));
    expect(applied).toBe(false);
    expect(place.snapshot()).toEqual(before);
    expect(existsSync(join(place.home, '.carryover'))).toBe(false);
    expect(changes.map(({ purpose, action }) => `${action} ${purpose}`)).toEqual(['change settings', 'create mcp']);
    expect(changes[0]?.diff).toContain('+              "Authorization": "Bearer ****",');
  });

  it('changes nothing the second time and keeps the token that running sessions use', () => {
    installClaudeCode(place.options());
    const before = place.snapshot();
    expect(installClaudeCode(place.options())).toMatchObject({ changes: [], applied: false });
    expect(installClaudeCode(place.options({ port: 9000, bootParts: 3 })).changes).toHaveLength(1);
    expect(place.tokens()).toBe(1);
    installClaudeCode(place.options());
    expect(place.snapshot()).toEqual(before);
  });

  it('takes what the person wrote since the first installation for the original at the second', () => {
    installClaudeCode(place.options());
    const edited = (place.read(SETTINGS) ?? '').replace('{\n', '{\n  "model":   "opus",\n');
    place.write(SETTINGS, edited);
    installClaudeCode(place.options({ port: 9000 }));
    uninstallClaudeCode(place.options());
    expect(place.read(SETTINGS)).toBe('{\n  "model":   "opus"\n}\n');
  });

  it('replaces a token that was revoked, and revokes the one it replaces', () => {
    installClaudeCode(place.options());
    const [first] = readHookTokens(place.tokensFile);
    place.options().revokeHookToken(first?.id ?? '');
    installClaudeCode(place.options());
    expect(place.tokens()).toBe(1);
    expect(readHookTokens(place.tokensFile)[0]?.id).not.toBe(first?.id);
  });

  it('writes nothing at all when one of the files cannot be written, and takes the token back', () => {
    place.write(SETTINGS, '{}');
    place.write(CONFIG, '{ broken');
    const before = place.snapshot();
    expect(() => installClaudeCode(place.options())).toThrow(expect.objectContaining({ code: 'settings-not-json' }));
    expect(place.snapshot()).toEqual(before);

    place.write(CONFIG, '{}');
    // A lock that cannot be taken: the settings are written first, then this fails.
    place.write(`${CONFIG}.lock/held`, '');
    utimesSync(join(place.root, `${CONFIG}.lock`), 0, 0);
    const locked = place.snapshot();
    expect(() => installClaudeCode(place.options())).toThrow(expect.objectContaining({ code: 'file-locked' }));
    expect(place.snapshot()).toEqual(locked);
    expect(place.tokens()).toBe(0);
    expect(place.receipts()).toEqual([]);
  });

  it('plans again when a file changed between reading and writing', () => {
    place.write(SETTINGS, '{"model": "opus"}');
    const options = place.options();
    const issueHookToken = () => {
      place.write(SETTINGS, '{"model": "sonnet"}');
      return options.issueHookToken(null);
    };
    installClaudeCode({ ...options, issueHookToken });
    expect(JSON.parse(place.read(SETTINGS) ?? '')).toMatchObject({ model: 'sonnet', hooks: {} });
    uninstallClaudeCode(options);
    expect(place.read(SETTINGS)).toBe('{"model": "sonnet"}');
  });

  it('follows a link to the settings and leaves it a link', () => {
    place.write('dotfiles/settings.json', '{}');
    mkdirSync(join(place.home, '.claude'));
    symlinkSync(join(place.root, 'dotfiles/settings.json'), join(place.root, SETTINGS));
    installClaudeCode(place.options());
    expect(lstatSync(join(place.root, SETTINGS)).isSymbolicLink()).toBe(true);
    expect(place.read('dotfiles/settings.json')).toContain('/hooks/claude-code');
    uninstallClaudeCode(place.options());
    expect(place.read('dotfiles/settings.json')).toBe('{}');
  });

  it('refuses a link into nowhere and bytes that are not text', () => {
    place.write(SETTINGS, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(() => installClaudeCode(place.options())).toThrow(expect.objectContaining({ code: 'settings-unreadable' }));
    symlinkSync('/nowhere/settings.json', join(place.root, 'home/link'));
    const env = { ...place.options().env, CLAUDE_CONFIG_DIR: join(place.home, 'moved') };
    mkdirSync(env.CLAUDE_CONFIG_DIR);
    symlinkSync('/nowhere/settings.json', join(env.CLAUDE_CONFIG_DIR, 'settings.json'));
    expect(() => installClaudeCode(place.options({ env }))).toThrow(
      expect.objectContaining({ code: 'settings-broken-link' }),
    );
  });

  it('says whether the client keeps a memory of its own, and gives that setting back', () => {
    place.write(SETTINGS, '{"autoMemoryEnabled": true}');
    expect(installClaudeCode(place.options()).autoMemory).toBe(true);
    expect(installClaudeCode(place.options({ disableAutoMemory: true })).autoMemory).toBe(false);
    const edited = { ...JSON.parse(place.read(SETTINGS) ?? ''), model: 'opus' };
    place.write(SETTINGS, JSON.stringify(edited));
    uninstallClaudeCode(place.options());
    expect(JSON.parse(place.read(SETTINGS) ?? '')).toEqual({ autoMemoryEnabled: true, model: 'opus' });
  });
});

describe('installing for one project', () => {
  const project = (changes = {}) => place.options({ scope: 'project', ...changes });

  it('writes private files only and hides the one with the token from git, in every worktree', () => {
    place.git('project', 'init', '--quiet');
    place.git('project', 'commit', '--quiet', '--allow-empty', '-m', 'first');
    place.git('project', 'worktree', 'add', '--quiet', join(place.root, 'tree'));
    const before = place.snapshot();
    installClaudeCode(project({ projectDir: join(place.root, 'tree') }));
    expect(place.mode(LOCAL)).toBe(0o600);
    expect(place.git('project', 'status', '--porcelain')).toBe('');
    expect(place.git('project', 'add', '--all', '--dry-run')).toBe('');
    const config = JSON.parse(place.read(CONFIG) ?? '');
    expect(Object.keys(config.projects)).toEqual([place.project]);
    expect(config.projects[place.project].mcpServers.carryover.args.at(-1)).toBe('mcp');
    uninstallClaudeCode(project({ projectDir: join(place.root, 'tree') }));
    expect(place.snapshot()).toEqual(before);
  });

  it('takes its line out of info/exclude again, and only its line', () => {
    place.git('project', 'init', '--quiet');
    installClaudeCode(project());
    const original = place.read(EXCLUDE) ?? '';
    writeFileSync(join(place.root, EXCLUDE), `${original}*.bak\n`);
    uninstallClaudeCode(project());
    expect(place.read(EXCLUDE)).toMatch(/\n\*\.bak\n$/);
    expect(place.read(EXCLUDE)).not.toContain('settings.local.json');
  });

  it('leaves git alone where the file is ignored already', () => {
    place.git('project', 'init', '--quiet');
    place.write('project/.gitignore', '.claude/*.local.json\n');
    expect(installClaudeCode(project()).changes.map(({ purpose }) => purpose)).toEqual(['settings', 'mcp']);
  });

  it('refuses a settings file that is tracked, or that the project insists on keeping', () => {
    place.git('project', 'init', '--quiet');
    place.write('project/.gitignore', '!.claude/settings.local.json\n');
    const refusal = expect.objectContaining({ code: 'settings-tracked' });
    expect(() => installClaudeCode(project())).toThrow(refusal);
    place.write('project/.gitignore', '');
    place.write(LOCAL, '{}');
    place.git('project', 'add', '--force', '.claude/settings.local.json');
    const before = place.snapshot();
    expect(() => installClaudeCode(project())).toThrow(refusal);
    expect(place.snapshot()).toEqual(before);
    expect(place.tokens()).toBe(0);
  });

  it('refuses user settings that are tracked as dotfiles', () => {
    place.git('home', 'init', '--quiet');
    place.write(SETTINGS, '{}');
    place.git('home', 'add', '.claude/settings.json');
    expect(() => installClaudeCode(place.options())).toThrow(/tracked by git/);
  });

  it('keeps the exclusion while another worktree of a bare repository lives from it', () => {
    place.git('project', 'init', '--quiet');
    place.git('project', 'commit', '--quiet', '--allow-empty', '-m', 'first');
    place.git('.', 'clone', '--quiet', '--bare', 'project', 'bare.git');
    for (const name of ['one', 'two']) place.git('bare.git', 'worktree', 'add', '--quiet', '-b', name, `../${name}`);
    const one = project({ projectDir: join(place.root, 'one') });
    const two = project({ projectDir: join(place.root, 'two') });
    installClaudeCode(one);
    installClaudeCode(two);
    uninstallClaudeCode(one);
    expect(place.git('two', 'status', '--porcelain')).toBe('');
    uninstallClaudeCode(two);
    expect(place.read('bare.git/info/exclude')).not.toContain('carryover');
  });

  it('lives beside an installation for the user, and each goes without the other', () => {
    installClaudeCode(place.options());
    installClaudeCode(project());
    expect(place.tokens()).toBe(2);
    uninstallClaudeCode(place.options());
    expect(place.read(LOCAL)).toContain('/hooks/claude-code');
    expect(place.tokens()).toBe(1);
    uninstallClaudeCode(project());
    expect(place.read(LOCAL)).toBe(null);
    expect(place.read(CONFIG)).toBe('{}\n');
  });
});
