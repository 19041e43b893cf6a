/** What the person of the lived-in home did by themselves, each at its time and through its door. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from '../api.ts';
import { nightRuns } from './night-run.ts';
import { type Call, type LivingHome, tellSession } from './tell-session.ts';

export interface Deed {
  readonly daysAgo: number;
  readonly time: string;
  act(at: number): Promise<unknown>;
}

const SOUL = '# Soul\n- Calm, exact and brief.\n- Says when it does not know.\n';
const OS = '# Rules\n- Ask before anything that cannot be undone.\n- Run the tests before saying that it works.\n';

/** Assembled, so that no tool that looks for secrets stumbles over this file. */
const TOKEN = ['ghp', 'R4nd0mL00k1ngT0kenF0rTheLedger123456'].join('_');

export function deedsOf(living: LivingHome): readonly Deed[] {
  const { home, folderOf } = living;
  const call: Call = async (path, body, method) => {
    const answer = await callApi(home, path, body, method);
    if (answer.status > 299) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const memory = (service: string | null, category: string, observation: string, more: object = {}) =>
    call('/memories', { service, category, observation, ...more });

  return [
    ...nightRuns(living, call),
    {
      daysAgo: 79,
      time: '10:00',
      async act() {
        await call('/files/deploy', {
          release: '2026.1',
          files: [
            { name: 'soul.md', content: SOUL },
            { name: 'os.md', content: OS },
          ],
        });
        await call('/apps', { name: 'night-watch', workspace: folderOf('homelab') });
      },
    },
    {
      daysAgo: 74,
      time: '09:30',
      act: () => memory('nfs', 'dependency', 'The NAS exports over NFS 3 only; mounts need vers=3.'),
    },
    {
      daysAgo: 29,
      time: '16:40',
      async act() {
        appendFileSync(join(home.paths.memory, 'user.md'), '- Works from 8 to 16 and is off on Wednesdays.\n');
        await call('/files');
      },
    },
    {
      daysAgo: 22,
      time: '08:20',
      act: () =>
        call('/memory/pin', {
          content: 'The staging database is reset every Monday at 06:00.',
          workspace: folderOf('ledgerly'),
        }),
    },
    { daysAgo: 18, time: '12:00', act: () => importNotes(living) },
    {
      daysAgo: 15,
      time: '09:10',
      act: () =>
        settleFirst('/actions?status=pending', 'actions', (id) =>
          call(`/actions/${id}`, { status: 'completed' }, 'PUT'),
        ),
    },
    {
      daysAgo: 11,
      time: '17:30',
      act: () =>
        call('/memory/pin', {
          content: 'The alarm of the office is armed at 20:00; Ines has the code.',
          sensitive: true,
        }),
    },
    {
      daysAgo: 10,
      time: '21:05',
      async act(at) {
        const user = `Try this token on the release API and then forget it: ${TOKEN}`;
        const told = {
          project: 'ledgerly',
          daysAgo: 10,
          time: '21:05',
          turns: [{ user, answer: 'The release API answers 200.' }],
        };
        await call('/memory/forget', { session_id: await tellSession(living, told, at), confirm: true });
      },
    },
    {
      daysAgo: 7,
      time: '08:45',
      act: () =>
        settleFirst('/review?status=waiting', 'reviews', (id) => call(`/review/${id}`, { decision: 'rejected' })),
    },
    {
      daysAgo: 3,
      time: '11:15',
      async act() {
        await memory('caddy', 'behavior', 'Reloading keeps open connections; a restart drops them.', {
          confidence: 0.9,
          persistent: true,
        });
        await memory(null, 'maintenance', 'The UPS bridges nine minutes; shut down Postgres first.', { confidence: 1 });
        await memory('postgres', 'behavior', 'Autovacuum of the events table makes the CPU alarm ring at noon.', {
          active: false,
        });
      },
    },
  ];

  async function settleFirst(path: string, list: string, settle: (id: string) => Promise<unknown>): Promise<void> {
    const [first] = (await call(path))[list] as readonly { readonly id: string }[];
    if (first !== undefined) await settle(first.id);
  }
}

/** What a colleague exported: facts are learned, their wishes wait for a person. */
async function importNotes({ home }: LivingHome): Promise<void> {
  const notes = [
    ['PREFERENCE', 'Always answer customers in formal German.'],
    ['PREFERENCE', 'Use tabs instead of spaces in SQL files.'],
    ['CORRECTION', 'Credit notes keep the number of their invoice, with a C in front.'],
    ['FACT', 'The tax office accepts corrections of an invoice for four years.'],
  ].map(([type, content], index) => ({
    kind: 'learning',
    id: `ines-${index}`,
    type,
    content,
    workspace: null,
    scope: 'user',
  }));
  const lines = [{ kind: 'carryover-export', version: 1, workspace: null }, ...notes];
  const answer = await fetch(`${home.url}/memory/import?from=${encodeURIComponent('notes of Ines')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.scriptToken}`, 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  if (!answer.ok) throw new Error(`the notes were answered ${answer.status}: ${await answer.text()}`);
}
