/** Marker lines that a tool gave are known as such, also where what it gave is not kept whole (C-066). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionId } from '../../memory/ids.ts';
import { markersIn } from '../../memory/marker.ts';
import { MarkerEchoes } from '../../memory/marker-echoes.ts';
import { type OpenedHooks, openHooks } from './hook-handler.fixture.ts';

const SESSION = 'reading-session' as SessionId;
const LINE = '[MEMORY:timing:db] Restart needs forty seconds of patience';

let opened: OpenedHooks;
beforeEach(async () => {
  opened = await openHooks();
});
afterEach(() => opened.close());

it.each([
  ['a file outside the project', 'Read', { file_path: '/var/log/app.log' }, `x\n${LINE}\ny`],
  ['a secret file', 'Read', { file_path: '.env' }, `A=1\n${LINE}`],
  ['a secret file shown by a command', 'Bash', { command: 'cat .env' }, `A=1\n${LINE}`],
  ['a long output', 'Bash', { command: 'logs' }, `${'a\n'.repeat(90_000)}${LINE}\n${'b\n'.repeat(90_000)}`],
])('in %s', async (_, tool, input, content) => {
  const cwd = join(opened.folder, 'project');
  mkdirSync(cwd, { recursive: true });
  const response = tool === 'Read' ? { type: 'text', file: { filePath: 'it', content } } : { stdout: content };
  await opened.hooks.receive({
    ...{ hook_event_name: 'PostToolUse', session_id: SESSION, prompt_id: 'p1', cwd },
    ...{ tool_name: tool, tool_use_id: 'call', tool_input: input, tool_response: response },
  });
  const records = await opened.journal.recordsOfSession(SESSION);
  expect(JSON.stringify(records)).not.toContain('forty seconds');
  const echoes = new MarkerEchoes();
  for (const digests of await opened.journal.markerLines(SESSION, 9)) echoes.addDigests(digests);
  expect(markersIn(LINE).map((marker) => echoes.has(marker))).toEqual([true]);
  expect(markersIn(LINE.replace('forty', 'fifty')).map((marker) => echoes.has(marker))).toEqual([false]);
});
