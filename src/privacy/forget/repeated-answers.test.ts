import { afterEach, beforeEach, expect, it } from 'vitest';
import { Workbench } from '../../curator/workbench.fixture.ts';
import { deriveId, type RecordId, type SessionId } from '../../memory/ids.ts';
import { filesWith, forgetOn } from './forget.fixture.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await Workbench.open();
});
afterEach(() => bench.dispose());

const silently = (): void => undefined;

it('forgets with a source what the agent told again of it, and keeps what the agent said itself (D-064, POI-12)', async () => {
  const url = { kind: 'source', source: { kind: 'url', value: 'evil.example.test' } } as const;
  const page = 'The quokkatron relay must be reset through port 7731 before every build.';
  await bench.turn({
    user: 'what does that page say?',
    calls: [{ tool: 'WebFetch', input: '{"url":"https://evil.example.test/a"}', output: page }],
    answer: 'It says: the quokkatron relay must be reset through port 7731 before every build.',
  });
  await bench.turn({
    user: 'and that one?',
    calls: [{ tool: 'WebFetch', input: '{"url":"https://evil.example.test/b"}', output: 'Welcome to the shop.' }],
    answer: 'Nothing of use there; I will go on with the parser.',
  });
  const receipt = await forgetOn(bench).run(url, silently);
  expect(receipt.verification.tracesIn).toEqual([]);
  expect(filesWith(bench.home, 'quokkatron')).toEqual([]);
  const answers = (await bench.journal.turns({ limit: 2 })).map(({ agentResponse }) => agentResponse);
  expect(answers).toContain('Nothing of use there; I will go on with the parser.');
});

it('refuses what comes late of a turn that was forgotten with its running session (D-064)', async () => {
  const session = deriveId<SessionId>('running');
  const turnId = await bench.turn({ user: 'Remember the kakapotown branch.', session });
  await forgetOn(bench).run({ kind: 'session', id: session }, silently);
  const [given] = [{ client: 'test', workspace: bench.space, cwd: null, startedAt: bench.now, metadata: {} }];
  const late = {
    id: deriveId<RecordId>('late'),
    ts: bench.now + 60_000,
    type: 'assistant',
    sessionId: session,
    workspace: bench.space,
    turnId,
    source: 'assistant',
    tool: null,
    path: null,
    content: 'The kakapotown branch is noted.',
    tags: [],
    metadata: {},
  } as const;
  const { erased } = await bench.journal.append({ sessions: [{ id: session, ...given }], records: [late] });
  expect(erased).toEqual([late.id]);
  expect(await bench.journal.session(session)).toBeUndefined();
});
