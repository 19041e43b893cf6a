/** Who is taken for a person: a table of process lines, from the program that asks up to the first process. */
import { describe, expect, it } from 'vitest';
import { doubtAbout } from './person.ts';
import { processesIn, processTable, type RunningProcess } from './process-table.ts';

type Given = Partial<RunningProcess> & { readonly name: string; readonly served?: true };

const UID = process.getuid?.() ?? 0;
const CLI: Given = { name: 'node', args: ['node', '/opt/carryover/dist/carryover.js', 'remember', 'x'], session: 20 };
const SHELL: Given = { name: 'bash', session: 20 };
const TERMINAL: Given = { name: 'gnome-terminal-', session: 5, hasTerminal: false };
const INIT: Given = { name: 'systemd', session: 1, hasTerminal: false };

/** From the asking process up; each is the child of the next. Those of `served` have memory served to them. */
function doubt(...line: readonly Given[]): string | undefined {
  const processes = line.map((given, index): RunningProcess => {
    const isFirst = index === line.length - 1;
    return {
      pid: isFirst ? 1 : 1_000 - index,
      ppid: isFirst ? 0 : index === line.length - 2 ? 1 : 999 - index,
      uid: UID,
      session: 20,
      hasTerminal: true,
      args: [given.name],
      env: [],
      ...given,
    };
  });
  const find = (pid: number) => processes.find((each) => each.pid === pid);
  const server = ['node', '/opt/carryover/dist/carryover.js', 'mcp'];
  const parentsOf = (isWanted: (args: readonly string[]) => boolean) =>
    isWanted(server) ? processes.filter((_, index) => line[index]?.served === true).map(({ pid }) => pid) : [];
  return doubtAbout({ find, parentsOf }, processes[0]?.pid ?? 0);
}

describe('T-05: who is taken for a person', () => {
  it.each<readonly [string, readonly Given[]]>([
    ['a shell in a terminal', [CLI, SHELL, TERMINAL, INIT]],
    ['a shell in a shell in tmux', [CLI, SHELL, SHELL, { name: 'tmux: server', session: 7, hasTerminal: false }, INIT]],
    ['over ssh', [CLI, SHELL, { name: 'sshd', args: ['sshd: claude@pts/0'], hasTerminal: false, session: 9 }, INIT]],
    ['as a user named claude', [CLI, SHELL, { name: 'su', args: ['su', 'claude'], session: 9 }, SHELL, TERMINAL, INIT]],
    ['a session named claude', [CLI, SHELL, { name: 'tmux: server', args: ['tmux', 'new', '-s', 'claude'] }, INIT]],
    ['a recorded terminal', [CLI, SHELL, { name: 'script', session: 8 }, { ...SHELL, session: 8 }, TERMINAL, INIT]],
    ['beside a server that was left behind', [CLI, SHELL, TERMINAL, { ...INIT, served: true }]],
    ['in a container', [CLI, { ...SHELL, session: 20 }]],
    ['in a terminal of an editor', [{ ...CLI, env: ['CLAUDE_CODE_SSE_PORT=4'] }, SHELL, TERMINAL, INIT]],
  ])('%s', (_, line) => {
    expect(doubt(...line)).toBeUndefined();
  });

  it.each<readonly [string, readonly Given[], RegExp]>([
    ['no terminal', [{ ...CLI, hasTerminal: false }, SHELL, TERMINAL, INIT], /without a terminal/],
    ['another program', [{ ...CLI, args: ['node', 'evil.js'] }, SHELL, TERMINAL, INIT], /`carryover` command/],
    ['another user', [{ ...CLI, uid: UID + 1 }, SHELL, TERMINAL, INIT], /not yours/],
    ['below claude', [CLI, SHELL, { name: 'claude' }, SHELL, TERMINAL, INIT], /agent \(claude/],
    ['below a client of any name', [CLI, SHELL, { name: 'mine', served: true }, SHELL, TERMINAL, INIT], /agent \(mine/],
    ['below its script', [CLI, SHELL, { name: 'node', args: ['node', '/usr/bin/codex'] }, TERMINAL, INIT], /agent/],
    [
      'below its package',
      [CLI, { name: 'node', args: ['node', '--x', '/n/@google/gemini-cli/dist/index.js'] }, SHELL, TERMINAL, INIT],
      /agent/,
    ],
    ['with its mark', [{ ...CLI, env: ['CLAUDECODE=1'] }, SHELL, TERMINAL, INIT], /agent/],
    ['with its mark cleaned away', [CLI, { ...SHELL, env: ['CLAUDECODE=1'] }, TERMINAL, INIT], /agent/],
    [
      'below a run',
      [CLI, SHELL, { name: 'node', args: ['node', '/bin/carryover', 'run', '--', 'x'] }, SHELL, TERMINAL, INIT],
      /agent/,
    ],
    [
      'on a terminal of its own, left behind',
      [CLI, { name: 'sh' }, { name: 'script', session: 9, hasTerminal: false }, INIT],
      /nobody sits at/,
    ],
    [
      'the same from a table of jobs',
      [CLI, { name: 'script', session: 9, hasTerminal: false }, { name: 'cron', session: 8, hasTerminal: false }, INIT],
      /nobody sits at/,
    ],
    [
      'the same from a shell without terminal',
      [CLI, { name: 'python3', session: 9, hasTerminal: false }, { name: 'sh', session: 9, hasTerminal: false }, INIT],
      /nobody sits at/,
    ],
    ...['sleep', 'node', 'sh'].map((name): readonly [string, readonly Given[], RegExp] => [
      `left behind where the first process is ${name}`,
      [CLI, { name: 'sh' }, { name: 'script', session: 9, hasTerminal: false }, { ...INIT, name }],
      /nobody sits at/,
    ]),
  ])('not: %s', (_, line, reason) => {
    expect(doubt(...line)).toMatch(reason);
  });

  it('tells nothing of a process that is gone, nor of a line that cannot be followed', () => {
    expect(doubtAbout({ find: () => undefined, parentsOf: () => [] }, 77)).toMatch(/not there/);
    const orphan: RunningProcess = {
      ...CLI,
      pid: 77,
      ppid: 76,
      uid: UID,
      session: 1,
      hasTerminal: true,
      env: [],
    } as never;
    let looks = 0;
    const find = (pid: number) => {
      looks += 1;
      return pid === 77 ? { ...orphan, ppid: looks === 1 ? 76 : 1 } : undefined;
    };
    expect(doubtAbout({ find, parentsOf: () => [] }, 77)).toMatch(/cannot be told/);
  });
});

describe('the table of processes', () => {
  it('knows this process', async () => {
    const table = await processTable();
    expect(table.find(process.pid)).toMatchObject({ pid: process.pid, ppid: process.ppid, uid: UID });
    expect(table.find(process.pid)?.args[0]).toContain('node');
    expect(table.find(2 ** 22 + 1)).toBeUndefined();
  });

  it('reads the lines of ps', () => {
    const [shell, daemon] = processesIn(
      '  501   400   501 ttys003  -zsh HOME=/Users/x CLAUDECODE=1\n  777     1   501 ??       /usr/local/bin/node daemon.js\n',
    );
    expect(shell).toMatchObject({ pid: 501, ppid: 400, uid: 501, hasTerminal: true, name: 'zsh' });
    expect(shell?.env).toContain('CLAUDECODE=1');
    expect(daemon).toMatchObject({ pid: 777, hasTerminal: false, name: 'node' });
  });
});
