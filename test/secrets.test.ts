/**
 * No secret on disk (D-060, D-061, RED-1, RED-2; cross-seed 13): every secret of the corpus is sent in through each door,
 * and afterwards every file of the home is searched, byte by byte, for what must not be there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIST, makeHome, runCli, startDaemon, stopDaemon, type TestHome } from './support/home.ts';
import { exportRows } from './support/journal.ts';
import { leaksIn, readSecrets, type SecretCase, survivingPart, textsUnder } from './support/secrets.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace } from './support/workspace.ts';

const CASES = readSecrets().filter(({ tier }) => tier === 'must');

/** The cases whose secret is in a file of the home, and where. */
const leaks = (home: TestHome, cases: readonly SecretCase[]) => leaksIn(textsUnder(home.paths.home), cases);

const post = (home: TestHome, path: string, body: unknown) =>
  fetch(`${home.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.token()}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const payload = (index: number, more: object, folder: string) => ({
  session_id: 'plant',
  prompt_id: `p${index}`,
  cwd: folder,
  transcript_path: '',
  ...more,
});

function toolResult(secret: SecretCase, index: number, folder: string) {
  return payload(
    index,
    {
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: `toolu_${index}`,
      tool_input: { command: `show ${index}`, [secret.text]: 1 },
      tool_response: { stdout: secret.text, stderr: '' },
    },
    folder,
  );
}

describe('a secret never reaches the disk', () => {
  it('through hooks: as a prompt, in a tool call, its output and its keys, in an answer', async () => {
    await using home = await makeHome();
    using workspace = makeWorkspace();
    await startDaemon(home);
    for (const [index, secret] of CASES.entries()) {
      const events = [
        payload(index, { hook_event_name: 'UserPromptSubmit', prompt: secret.text }, workspace.project),
        toolResult(secret, index, workspace.project),
        payload(index, { hook_event_name: 'Stop', last_assistant_message: secret.text }, workspace.project),
      ];
      for (const event of events) expect((await post(home, '/hooks/claude-code', event)).status).toBe(200);
    }
    await waitFor(async () => ((await exportRows(home)).turns.length >= CASES.length ? true : undefined), {
      what: 'the turns to close',
    });
    expect(leaks(home, CASES)).toEqual([]);
    await stopDaemon(home);
    expect(leaks(home, CASES)).toEqual([]);
  });

  it('through the API: content, tags, metadata keys and values, path; and not into the export', async () => {
    await using home = await makeHome();
    await startDaemon(home);
    const records = CASES.map((secret, index) => ({
      id: `r${index}`,
      type: 'tool_result',
      session_id: 's',
      workspace: 'plant',
      content: secret.text,
      path: secret.text.slice(0, 300),
      tags: [secret.text.slice(0, 200)],
      metadata: { [secret.text]: 'key', value: [secret.text] },
    }));
    expect((await post(home, '/memory/record', records)).status).toBe(201);
    const exported = await runCli(home, ['export']);
    expect(CASES.filter((secret) => survivingPart(secret, exported.stdout) !== undefined).map(({ id }) => id)).toEqual(
      [],
    );
    expect((await exportRows(home)).records).toHaveLength(CASES.length);
    await stopDaemon(home);
    expect(leaks(home, CASES)).toEqual([]);
  });

  it('through the command hook while no daemon runs, and so through the spool', async () => {
    await using home = await makeHome();
    using workspace = makeWorkspace();
    await startDaemon(home);
    await stopDaemon(home);
    // A fresh start mark keeps the hooks from starting a daemon: the spool is what is looked at here.
    mkdirSync(home.paths.run, { recursive: true });
    writeFileSync(home.paths.startMark, '');
    const sample = CASES.filter((_, index) => index % 5 === 0);
    for (const [index, secret] of sample.entries()) {
      const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), 'claude-code', 'PostToolUse'], {
        env: home.env,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.end(JSON.stringify(toolResult(secret, index, workspace.project)));
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
      writeFileSync(home.paths.startMark, '');
    }
    const spooled = readdirSync(home.paths.spool);
    expect(spooled).toHaveLength(sample.length);
    expect(spooled.every((name) => (statSync(join(home.paths.spool, name)).mode & 0o077) === 0)).toBe(true);
    expect(leaks(home, sample)).toEqual([]);
    rmSync(home.paths.startMark);
    await startDaemon(home);
    await waitFor(() => (readdirSync(home.paths.spool).length === 0 ? true : undefined), {
      what: 'the spool to drain',
    });
    expect((await exportRows(home)).records.filter(({ type }) => type === 'tool_result')).toHaveLength(sample.length);
    await stopDaemon(home);
    expect(leaks(home, sample)).toEqual([]);
  });

  it('through the client’s transcript', async () => {
    await using home = await makeHome();
    using workspace = makeWorkspace();
    await startDaemon(home);
    const session = 'b6f1a1de-0000-4000-8000-000000000000';
    const folder = join(workspace.home, '.claude', 'projects', 'p');
    mkdirSync(folder, { recursive: true });
    const transcript = join(folder, `${session}.jsonl`);
    const line = (index: number, more: object) =>
      JSON.stringify({
        uuid: `u${index}`,
        timestamp: new Date(1_790_000_000_000 + index).toISOString(),
        sessionId: session,
        cwd: workspace.project,
        isSidechain: false,
        ...more,
      });
    const lines = CASES.flatMap((secret, index) => [
      line(index * 3, { type: 'user', promptId: `p${index}`, message: { role: 'user', content: secret.text } }),
      line(index * 3 + 1, {
        type: 'assistant',
        message: {
          id: `m${index}`,
          role: 'assistant',
          stop_reason: 'tool_use',
          content: [{ type: 'tool_use', id: `toolu_${index}`, name: 'Bash', input: { command: secret.text } }],
        },
      }),
      line(index * 3 + 2, {
        type: 'user',
        promptId: `p${index}`,
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `toolu_${index}`, content: secret.text }],
        },
        toolUseResult: { stdout: secret.text, stderr: '' },
      }),
    ]);
    writeFileSync(transcript, `${lines.join('\n')}\n`);
    await post(home, '/hooks/claude-code', {
      session_id: session,
      cwd: workspace.project,
      transcript_path: transcript,
      hook_event_name: 'SessionEnd',
      reason: 'other',
    });
    await waitFor(
      async () =>
        (await exportRows(home)).records.filter(({ type }) => type === 'tool_result').length === CASES.length
          ? true
          : undefined,
      { what: 'the transcript to be read' },
    );
    await stopDaemon(home);
    expect(leaks(home, CASES)).toEqual([]);
  });

  it('from files that hold secrets, read by a tool or a shell (RED-11)', async () => {
    await using home = await makeHome();
    using workspace = makeWorkspace();
    await startDaemon(home);
    const names = [
      '.env',
      '.env.local',
      'server.pem',
      'id_ed25519',
      '.netrc',
      '.npmrc',
      '.pgpass',
      'credentials',
      'store.p12',
      '.kube/config',
    ];
    for (const [index, name] of names.entries()) {
      const path = join(workspace.project, name);
      // Plain words: only the file's name says that this is secret.
      const content = `FIRST=correct horse ${index}\nSECOND=battery staple ${index}\n`;
      const read = payload(
        index,
        {
          hook_event_name: 'PostToolUse',
          tool_name: 'Read',
          tool_use_id: `r${index}`,
          tool_input: { file_path: path },
          tool_response: { type: 'text', file: { filePath: path, content } },
        },
        workspace.project,
      );
      const cat = payload(
        index,
        {
          hook_event_name: 'PostToolUse',
          tool_name: 'Bash',
          tool_use_id: `c${index}`,
          tool_input: { command: `cd . && cat ${name}` },
          tool_response: { stdout: content, stderr: '' },
        },
        workspace.project,
      );
      for (const event of [read, cat]) expect((await post(home, '/hooks/claude-code', event)).status).toBe(200);
    }
    const results = (await exportRows(home)).records.filter(({ type }) => type === 'tool_result');
    expect(results).toHaveLength(names.length * 2);
    expect(results.filter(({ content }) => /horse|battery/.test(content))).toEqual([]);
    await stopDaemon(home);
    const texts = Object.values(textsUnder(home.paths.home));
    expect(texts.some((text) => text.includes('correct horse'))).toBe(false);
  });
});
