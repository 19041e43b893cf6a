import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openScripted, type Scripted, update } from '../../curator/apply/scripted.fixture.ts';
import { deriveId, type SessionId, type SpaceId } from '../../memory/ids.ts';
import { forgetOn } from './forget.fixture.ts';

const GONE = deriveId<SessionId>('gone');
const SELECTION = { kind: 'session', id: GONE } as const;
const LOGIN = { user: 'Login uses tokens issued by keycloak on port 9000.' };
const OWN_WORD = 'FACT: Authentication uses tokens issued by keycloak on port 9000 (turns 1; scope space)';
let scripted: Scripted;

afterEach(() => scripted.bench.dispose());

async function begun(): Promise<SpaceId> {
  scripted = await openScripted();
  const { journal, home, now } = scripted.bench;
  const root = join(home, 'other');
  return (await journal.resolveSpace({ anchor: root, root, kind: 'folder', fingerprint: 'other' }, now)).id;
}

/** What is known after the session is forgotten; the preview said as much. */
async function left(): Promise<readonly string[]> {
  const forget = forgetOn(scripted.bench);
  const preview = await forget.preview(SELECTION);
  const receipt = await forget.run(SELECTION, () => undefined);
  expect(receipt.counts).toEqual(preview.counts);
  expect(receipt.verification.tracesIn).toEqual([]);
  return scripted.bench.contents();
}

it("a word that a curator chose by itself is no trace of what was said elsewhere: another project's learning stays (D-064)", async () => {
  const other = await begun();
  await scripted.learn({ user: 'please look at the authentication quickly', space: other, session: GONE }, 'NONE');
  await scripted.learn(LOGIN, OWN_WORD);
  expect(await left()).toEqual(['Authentication uses tokens issued by keycloak on port 9000']);
});

it.each([
  ['a word that its curator was shown in a file', update('USER', '# User', '- Looks at the authentication'), OWN_WORD],
  [
    'a word that its curator was shown in a learning',
    'PREFERENCE: Looks at the authentication quickly (turns 1; scope user)',
    OWN_WORD,
  ],
  ['a name', 'NONE', OWN_WORD.replace('Authentication uses', 'It uses Authentication')],
])(
  'a learning of other evidence that says %s goes too, and the preview counts it (D-064)',
  async (_what, told, answer) => {
    const other = await begun();
    const user = 'I always look at the authentication quickly';
    await scripted.learn({ user, space: other, session: GONE }, told);
    await scripted.learn(LOGIN, answer);
    expect(await left()).toEqual([]);
  },
);

it('a learning of other evidence goes too when its curator read the forgotten beside it (D-064)', async () => {
  await begun();
  await scripted.bench.turn({ user: 'please look at the authentication quickly', session: GONE });
  await scripted.learn(LOGIN, OWN_WORD.replace('turns 1', 'turns 2'));
  expect(await scripted.bench.contents()).toHaveLength(1);
  expect(await left()).toEqual([]);
});
