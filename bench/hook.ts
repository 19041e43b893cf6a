/** What a hook costs: the command entry as a ratio to bare Node, an http hook as the client sees it. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST, startBenchDaemon } from './support/daemon.ts';
import { ms, percentile, printFigures } from './support/figures.ts';
import { poster } from './support/post.ts';

const STARTS = 40;
const POSTS = 500;

const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
const empty = join(folder, 'empty.cjs');
writeFileSync(empty, '');
const daemon = await startBenchDaemon();
const payload = (event: string, more: object) =>
  JSON.stringify({
    session_id: 'bench',
    prompt_id: 'p1',
    cwd: folder,
    transcript_path: '',
    hook_event_name: event,
    ...more,
  });

function start(args: readonly string[], input: string): number {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    input,
    env: { PATH: process.env.PATH, CARRYOVER_HOME: daemon.paths.home },
  });
  if (status !== 0) throw new Error(`exit code ${status}`);
  return performance.now() - startedAt;
}

// Interleaved, so that a busy moment of the machine hits both.
const bare: number[] = [];
const hook: number[] = [];
for (let round = 0; round < STARTS; round += 1) {
  bare.push(start([empty], ''));
  hook.push(
    start(
      [join(DIST, 'hook.cjs'), 'claude-code', 'SessionStart'],
      payload('SessionStart', { source: 'startup', round }),
    ),
  );
}
const ratio = percentile(hook, 0.5) / percentile(bare, 0.5);

const plain = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.end('{}'));
}).listen(0, '127.0.0.1');
await once(plain, 'listening');
const address = plain.address();
const toPlain = poster(typeof address === 'object' && address !== null ? address.port : 0, '');
const toDaemon = poster(daemon.port, daemon.token);
const plainMs: number[] = [];
const hookMs: number[] = [];
for (let round = 0; round < POSTS; round += 1) {
  const body = payload('PostToolUse', {
    tool_name: 'Bash',
    tool_use_id: `toolu_${round}`,
    tool_input: { command: `make step-${round}` },
    tool_response: { stdout: 'output line\n'.repeat(150), stderr: '' },
  });
  plainMs.push(await toPlain.post('/', body));
  hookMs.push(await toDaemon.post('/hooks/claude-code', body));
}
printFigures('Hook cost', [
  {
    what: 'command hook, daemon up (median)',
    value: ms(percentile(hook, 0.5)),
    baseline: `bare node ${ms(percentile(bare, 0.5))}`,
    ratio,
    target: '≤ 1.25×',
    met: ratio <= 1.25,
  },
  {
    what: 'http hook, 2 KB tool result (p50)',
    value: ms(percentile(hookMs, 0.5)),
    baseline: `plain node:http ${ms(percentile(plainMs, 0.5))}`,
    ratio: percentile(hookMs, 0.5) / percentile(plainMs, 0.5),
  },
  {
    what: 'http hook, 2 KB tool result (p95)',
    value: ms(percentile(hookMs, 0.95)),
    baseline: `plain node:http ${ms(percentile(plainMs, 0.95))}`,
    ratio: percentile(hookMs, 0.95) / percentile(plainMs, 0.95),
    target: '≤ 10 ms',
    met: percentile(hookMs, 0.95) <= 10,
  },
]);
toPlain.close();
toDaemon.close();
plain.close();
await daemon.stop();
rmSync(folder, { recursive: true, force: true });
