/**
 * No secret on any later way in or out (D-060, D-061, RED-1, RED-12): restore, import, a person's own words, apps, models, forgetting,
 * exports, copies, crashes. Afterwards every byte of the home, of what it wrote elsewhere, of what it answered and of what
 * models were sent is searched.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readEntry } from '../src/capture/sealed-spool.ts';
import { readSpool } from '../src/capture/spool.ts';
import { newDatabaseKey, wrapKeys, writeKeyFile } from '../src/platform/home-keys.ts';
import { createSealingKeys } from '../src/platform/sealing.ts';
import { passphraseSource } from '../src/privacy/encryption/key-source.ts';
import { DIST, makeHome, runCli, startDaemon, stopDaemon, type TestHome, waitForDaemon } from './support/home.ts';
import { postHook, promptEvent, runHook, startEvent, toolEvent } from './support/hooks.ts';
import { openHttp } from './support/mcp.ts';
import { makeModelHome } from './support/model-home.ts';
import { startModelServer } from './support/model-server.ts';
import { poisonedExport } from './support/poisoned-export.ts';
import { bareSecrets, leaksIn, readSecrets, textsUnder } from './support/secrets.ts';
import { allCurated, fileHolding, memoryFile } from './support/stores.ts';
import { tell } from './support/talk.ts';
import { waitFor } from './support/wait.ts';
import { makeFolder, makeWorkspace } from './support/workspace.ts';

const CASES = readSecrets().filter(({ tier }) => tier === 'must');
const SHORT = CASES.map(({ text }) => text).filter((text) => text.length <= 190);
const TOKENS = bareSecrets(CASES);

it('through restore, import, a person’s words, apps, models, forgetting, exports, copies and crashes', async () => {
  using workspace = makeWorkspace();
  const outside = makeFolder('outside');
  const said: Record<string, string> = {};
  const toModels: string[] = [];
  await using model = await startModelServer((request) => {
    toModels.push(JSON.stringify(request.body));
    // As if it had guessed: what a model answers is no cleaner than what anybody else says.
    return { does: 'answer', text: `LEARNINGS:\n${SHORT.map((text) => `- FACT: it is ${text}`).join('\n')}` };
  });
  await using embeddings = await startEmbeddings(toModels);
  await using home = await makeModelHome(model, {
    'curator.profile': 'manual',
    'embeddings.provider': 'compatible',
    'embeddings.model': 'test',
    'embeddings.baseUrl': embeddings.url,
  });
  await startDaemon(home);
  const call = async (method: string, path: string, body?: unknown, token = home.scriptToken) => {
    const answer = await fetch(`${home.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    said[`${Object.keys(said).length} ${method} ${path.slice(0, 40)}`] = text;
    return { status: answer.status, text };
  };
  const cli = async (...args: readonly string[]) => {
    const done = await runCli(home, args, { cwd: workspace.project });
    said[`${Object.keys(said).length} ${args.slice(0, 2).join(' ')}`] = done.stdout + done.stderr;
    return done;
  };

  const restored = await call('POST', '/memory/import?restore=true', poisonedExport('restore', CASES).join('\n'));
  expect(restored).toMatchObject({ status: 200 });
  expect(JSON.parse(restored.text).added).toMatchObject({ record: CASES.length + 1, edit: 19 });
  const added = await call('POST', '/memory/import', poisonedExport('add', CASES).join('\n'));
  expect(JSON.parse(added.text).added.record).toBeGreaterThan(CASES.length);
  const notes = join(outside, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'a.md'), CASES.map(({ text }) => `- I know that ${text}\n`).join('\n'));
  writeFileSync(join(outside, 'CLAUDE.md'), CASES.map(({ text }) => `- Always use ${text}\n`).join('\n'));
  await postHook(home, startEvent('s', { cwd: workspace.project }));
  for (const source of ['notes', 'CLAUDE.md'])
    expect(await cli('import', join(outside, source), '--yes')).toMatchObject({ code: 0 });

  const app = JSON.parse((await call('POST', '/apps', { name: 'ci', workspace: workspace.project })).text);
  delete said[Object.keys(said).at(-1) ?? ''];
  for (let at = 0; at < SHORT.length; at += 8)
    await call('POST', '/memory/pin', { content: SHORT.slice(at, at + 8).join('\n') });
  const records = CASES.map(({ text }) => text).map((text) => ({
    ...{ type: 'assistant', content: text, path: text, tool: text.slice(0, 200), tags: [text.slice(0, 200)] },
    metadata: { [text]: text },
  }));
  expect((await call('POST', '/memory/record', records, app.token)).status).toBe(201);
  for (const text of TOKENS.slice(0, 8)) {
    // None of these means anything: they are refused, and not in these words.
    for (const bad of [
      ['POST', '/apps', { name: text.toLowerCase(), workspace: workspace.project }],
      ['POST', '/apps', { name: 'other', workspace: text }],
      ['DELETE', `/apps/${encodeURIComponent(text)}`],
      ['POST', '/memory/record', { type: 'prompt', content: 'c', workspace: text }],
      ['POST', '/memory/record', { type: 'prompt', content: 'c', [text]: text }],
      ['POST', '/memory/pin', { id: text }],
      ['POST', '/memory/pin', { content: 'c', workspace: text }],
      ['POST', '/memory/sensitive', { id: text, [text]: text }],
      ['POST', '/memory/undo', { act: text }],
      ['POST', '/memory/undo', { source: text, confirm: true }],
      ['POST', '/memory/forget', { source: text }],
      ['POST', '/memory/forget', { source: `https://${text}.example/`, confirm: true }],
      ['POST', '/memory/forget', { record_id: [text], confirm: true }],
      ['POST', '/memory/forget', { [text]: text }],
      ['POST', '/memory/redact', { fix: text }],
      ['POST', '/memory/retention', { [text]: 1 }],
      ['POST', '/memory/import', `{"kind":"record","id":"${text}"`],
      ['POST', `/memory/import?workspace=${encodeURIComponent(text)}&from=${encodeURIComponent(text)}`, '{"kind":"x"}'],
      ['GET', `/memory/export?workspace=${encodeURIComponent(text)}`],
    ] as const)
      await call(bad[0], bad[1], bad[2]);
  }
  for (const text of TOKENS.slice(0, 2)) await cli('link', text);

  await tell(home, { session: 'told', cwd: workspace.project }, [{ user: SHORT.join('\n'), answer: SHORT.join('\n') }]);
  await waitFor(async () => (await call('POST', '/memory/curate', {})) && model.requests.length > 0, {
    what: 'the model to be asked',
  });
  await using mcp = await openHttp(home, workspace.project);
  for (const payload of [startEvent('u'), promptEvent('u', 'what do I know that it is?')])
    said[`hook ${payload.hook_event_name}`] = (await postHook(home, { ...payload, cwd: workspace.project })).body;
  const found = await mcp.ask('tools/call', { name: 'search_memory', arguments: { query: 'it is known' } });
  said.mcp = JSON.stringify(found);
  await waitFor(() => embeddings.asked() > 0, { what: 'vectors to be asked for' });

  const search = JSON.parse((await call('GET', '/memory/search?q=known&k=5')).text);
  const ids = search.hits.map(({ id }: { readonly id: string }) => id).slice(0, 1);
  expect(ids).not.toEqual([]);
  await call('GET', '/memory/batches');
  await call('GET', '/memory/review?status=all');
  expect(await cli('export', '--out', join(outside, 'export.jsonl'))).toMatchObject({ code: 0 });
  const backup = JSON.parse((await cli('backup', '--json')).stdout);
  expect(await cli('restore', backup.path, '--yes')).toMatchObject({ code: 0 });
  await call('POST', '/memory/forget', { record_id: ids });
  await call('POST', '/memory/forget', { record_id: ids, confirm: true });
  await call('GET', '/memory/forgets');
  await stopDaemon(home);
  await crash(home, SHORT.join('\n'));

  const written = {
    export: readFileSync(join(outside, 'export.jsonl'), 'latin1'),
  };
  for (const texts of [textsUnder(home.paths.home), written, Object.fromEntries(toModels.entries()), said])
    expect(leaksIn(texts, CASES)).toEqual([]);
  // What opens a door is kept as a hash.
  expect(Object.values(textsUnder(home.paths.home)).some((text) => text.includes(app.token))).toBe(false);
});

it('what a person’s own pattern names goes from everywhere when they ask for it (RED-7, RED-12)', async () => {
  using workspace = makeWorkspace();
  const badge = ['badge', 'q7x2v9k4'].join('-');
  await using home = await makeHome({ config: { 'curator.profile': 'realtime' } });
  const holding = () => Object.entries(textsUnder(home.paths.home)).filter(([, text]) => text.includes(badge));
  await startDaemon(home);
  await tell(home, { session: 's', cwd: workspace.project, ends: true }, [
    { user: `Remember that the door opens with ${badge} only.`, answer: `It is ${badge}.` },
    { user: 'I prefer tabs over spaces.' },
  ]);
  await allCurated(home, 2);
  await fileHolding(home, '.md', badge);
  await postHook(home, { ...startEvent('t'), cwd: workspace.project });
  expect(await runCli(home, ['backup'])).toMatchObject({ code: 0 });
  await stopDaemon(home);
  expect(await runCli(home, ['config', 'set', 'redaction.patterns', '["badge-[a-z0-9]{8}"]'])).toMatchObject({
    code: 0,
  });
  await startDaemon(home);

  const scan = await runCli(home, ['redact', '--scan', '--json']);
  expect(scan.code).toBe(1);
  expect(JSON.parse(scan.stdout)).toMatchObject({
    fixed: false,
    found: { records: 2 },
    kinds: { custom: expect.anything() },
  });
  expect(scan.stdout).not.toContain(badge);
  const fix = await runCli(home, ['redact', '--fix', '--yes']);
  expect(fix, fix.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('No file of the home holds one') });
  expect(holding()).toEqual([]);
  expect(await runCli(home, ['verify'])).toMatchObject({ code: 0 });
  expect((await runCli(home, ['search', 'tabs'])).stdout).toContain('tabs over spaces');
  expect(memoryFile(home, '.md')).toMatch(/door opens with \[REDACTED:custom:[0-9a-f]{4}\] only/);
  expect((await runCli(home, ['redact', '--scan'])).stdout).toContain('no secret found');
  await stopDaemon(home);
  expect(holding()).toEqual([]);
});

it('what is sealed while memory is locked holds none either, whoever sealed it', async () => {
  await using home = await makeHome();
  const { publicKey, privateKey } = createSealingKeys();
  const { holder, secret } = passphraseSource(['correct', 'horse', 'battery'].join(' '));
  writeFileSync(home.paths.spoolKey, publicKey, { mode: 0o600 });
  writeKeyFile(home.paths, wrapKeys(holder, secret, { databaseKeys: [newDatabaseKey()], spoolPrivateKey: privateKey }));
  const event = toolEvent('s', 'toolu', { tool_response: { stdout: SHORT.join('\n'), stderr: '' } });
  await runHook(home, event);
  await waitForDaemon(home);
  expect((await postHook(home, { ...event, tool_use_id: 'other' })).status).toBe(200);
  const { files } = readSpool(home.paths.spool);
  expect(files).toHaveLength(2);
  const opened = await Promise.all(
    files.map(async (path) => [path, (await readEntry(path, privateKey)).toString('utf8')] as const),
  );
  expect(opened.join()).toContain('[REDACTED:');
  expect(leaksIn({ ...textsUnder(home.paths.home), ...Object.fromEntries(opened) }, CASES)).toEqual([]);
});

/** A daemon that fails with this in its message, after it has started. */
async function crash(home: TestHome, message: string): Promise<void> {
  const code = `setTimeout(() => { throw new Error(${JSON.stringify(message)}) }, 1500)`;
  const child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(code)}`, join(DIST, 'daemon.js'), 'serve'],
    { env: home.env, stdio: 'ignore' },
  );
  await once(child, 'exit');
  expect(readFileSync(join(home.paths.logs, 'daemon.log'), 'utf8')).toContain('"event":"daemon-failed"');
}

/** Answers as OpenAI does, with vectors that mean nothing. */
async function startEmbeddings(bodies: string[]) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    bodies.push(body);
    asked += 1;
    const { input = [] } = JSON.parse(body || '{}') as { readonly input?: readonly string[] };
    const data = [input].flat().map((_, index) => ({ index, embedding: [1, 0, 0, 1] }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
