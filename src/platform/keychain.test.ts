import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInKeychain, type KeychainTool, keychainTool, readKeychain, removeFromKeychain } from './keychain.ts';

/** Speaks the arguments of the real ones, keeps entries as files, and notes how it was called. */
const STAND_IN = `#!/bin/sh
echo "$0 $*" >> "$STORE/calls"
case "$(basename "$0") $1" in
  "secret-tool store") cat > "$STORE/$6" ;;
  "secret-tool lookup") cat "$STORE/$5" ;;
  "secret-tool clear") rm "$STORE/$5" ;;
  "security -i") read -r line; set -- $line; printf %s "$8" > "$STORE/$6" ;;
  "security find-generic-password") cat "$STORE/$5"; echo ;;
  "security delete-generic-password") rm "$STORE/$5" ;;
  *) echo "usage" >&2; exit 2 ;;
esac
`;
let folder = '';
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-keychain-'));
  env = { PATH: `${folder}:/usr/bin:/bin`, STORE: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function putStandIn(tool: KeychainTool): void {
  writeFileSync(join(folder, tool), STAND_IN);
  chmodSync(join(folder, tool), 0o755);
}

describe('the keychain of the system', () => {
  it('is the one that comes with it', () => {
    expect((['linux', 'darwin', 'win32'] as const).map(keychainTool)).toEqual(['secret-tool', 'security', 'dpapi']);
  });

  it.each(['secret-tool', 'security'] as const)('%s keeps a secret that no list of processes shows', (tool) => {
    putStandIn(tool);
    const entry = createInKeychain(tool, env);
    const secret = readKeychain(entry, env).toString('utf8');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).not.toContain(secret);
    removeFromKeychain(entry, env);
    expect(() => readKeychain(entry, env)).toThrow(expect.objectContaining({ code: 'keychain-refused' }));
  });

  it('that is not there, or gives back something else, is said before anything is encrypted', () => {
    expect(() => createInKeychain('secret-tool', { PATH: folder })).toThrow(
      expect.objectContaining({ code: 'no-keychain', hint: expect.stringContaining('--key-file') }),
    );
    writeFileSync(join(folder, 'secret-tool'), '#!/bin/sh\ncat > /dev/null; echo another\n', { mode: 0o755 });
    expect(() => createInKeychain('secret-tool', env)).toThrow(/did not give back/);
  });
});

const NEEDED = ['secret-tool', 'gnome-keyring-daemon', 'dbus-run-session'];
const hasRealOne = NEEDED.every((name) => spawnSync('which', [name]).status === 0);
const IN_SESSION = `
printf 'x\\n' | gnome-keyring-daemon --unlock --components=secrets > "$HOME/keyring"
"$NODE" --input-type=module -e '
  const { createInKeychain, readKeychain, removeFromKeychain } = await import(process.env.MODULE);
  const entry = createInKeychain("secret-tool", process.env);
  const length = readKeychain(entry, process.env).length;
  removeFromKeychain(entry, process.env);
  let after = "still there";
  try { readKeychain(entry, process.env); } catch (error) { after = error.code; }
  console.log(length, after);'
`;

describe.runIf(hasRealOne)('the real secret-tool, with a keyring of its own', () => {
  it('keeps, gives back and forgets', () => {
    const { stdout } = spawnSync('dbus-run-session', ['--', 'sh', '-c', IN_SESSION], {
      encoding: 'utf8',
      timeout: 20_000,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        NODE: process.execPath,
        MODULE: fileURLToPath(new URL('./keychain.ts', import.meta.url)),
      },
    });
    expect(stdout.trim()).toBe('64 keychain-refused');
  });
});
