/** Forgetting by where something came from, as a person names it, and one record by its id: through the doors of a daemon. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesWith } from '../src/privacy/forget/forget.fixture.ts';
import { callApi } from './support/api.ts';
import { makeHome } from './support/home.ts';
import { postHook, promptEvent, toolEvent } from './support/hooks.ts';
import { serveReady } from './support/serve.ts';
import { waitFor } from './support/wait.ts';
import { makeWorkspace } from './support/workspace.ts';

it('previews a host, a page, the tools of a server and a folder, and deletes one record for good (D-023, D-064, POI-12)', async () => {
  using workspace = makeWorkspace();
  await using home = await makeHome({ config: { 'curator.profile': 'manual' } });
  await serveReady(home);
  const cwd = workspace.project;
  const send = async (payload: object) =>
    expect((await postHook(home, { ...payload, prompt_id: 't', cwd, transcript_path: undefined })).status).toBe(200);
  await send(promptEvent('s', 'look around'));
  const calls: readonly (readonly [tool: string, input: object])[] = [
    ['WebFetch', { url: 'https://one.example/a', prompt: '?' }],
    ['WebFetch', { url: 'https://docs.one.example/b', prompt: '?' }],
    ['WebFetch', { url: 'https://notone.example/c', prompt: '?' }],
    ['mcp__wiki__search', { query: 'x' }],
    ['mcp__wiki__read', { page: 'x' }],
    ['mcp__wikipedia__read', { page: 'x' }],
    ['Read', { file_path: join(cwd, 'notes', 'a.md') }],
    ['Read', { file_path: join(cwd, 'notes', 'deep', 'b.md') }],
    ['Read', { file_path: join(cwd, 'notes.md') }],
  ];
  for (const [at, [tool_name, tool_input]] of calls.entries())
    await send(toolEvent('s', `call-${at}`, { tool_name, tool_input, tool_response: `quokkaberry-${at} said this` }));
  const named = async (source: string): Promise<unknown> => {
    const { body } = await callApi(home, '/memory/forget', { source });
    return (body.counts as { readonly records?: number } | undefined)?.records;
  };
  // A call and what came of it are two records.
  expect({
    host: await named('one.example'),
    subdomain: await named('docs.one.example'),
    page: await named('https://one.example/a'),
    server: await named('mcp__wiki'),
    folder: await named('file:notes'),
  }).toEqual({ host: 4, subdomain: 2, page: 2, server: 4, folder: 4 });
  expect(await callApi(home, '/memory/forget', { source: 'two.example' })).toMatchObject({ status: 404 });

  const { body } = await callApi(home, '/memory/search?q=quokkaberry-3&type=records&k=1');
  const [hit] = body.hits as readonly { readonly id: string }[];
  const answer = await fetch(`${home.url}/memory/record/${hit?.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${home.scriptToken}` },
  });
  expect(await answer.json()).toMatchObject({ deleted: true, receipt: { verification: { traces_in: [] } } });
  // The answer may come before the proof.
  await waitFor(async () => JSON.stringify((await callApi(home, '/memory/forgets')).body).includes('"verified"'), {
    what: 'the proof',
  });
  expect(filesWith(home.paths.home, 'quokkaberry-3')).toEqual([]);
  expect(filesWith(home.paths.home, 'quokkaberry-4')).not.toEqual([]);
});
