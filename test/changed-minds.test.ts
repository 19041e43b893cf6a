/**
 * A person says one thing in one session of the real client and another in the next: the old line is gone from the files and
 * from what the third session starts with. No model, no cue that only English has; the client's own API is scripted.
 */
import { describe, expect, it } from 'vitest';
import { runClaude } from './support/claude.ts';
import { connectClaude } from './support/connect.ts';
import { startFakeAnthropic } from './support/fake-anthropic.ts';
import { makeHome, startDaemon } from './support/home.ts';
import { givenSince, indexed, makeRecallHome } from './support/recall.ts';
import { allCurated, memoryFile } from './support/stores.ts';
import { makeWorkspace } from './support/workspace.ts';

interface ChangeOfMind {
  readonly first: string;
  readonly later: string;
  /** Stands in what holds now, and nowhere else. */
  readonly now: string;
  /** Stood in what no longer holds, and nowhere else. */
  readonly gone: string;
  /** A later task that needs it. */
  readonly asks?: string;
}

const STORIES: Readonly<Record<string, readonly ChangeOfMind[]>> = {
  English: [
    {
      first: 'Dates in this project must be written as DD/MM/YYYY.',
      later: 'Dates must be written as YYYY-MM-DD again.',
      now: 'YYYY-MM-DD',
      gone: 'DD/MM/YYYY',
      asks: 'how do we write dates in this project?',
    },
    {
      first: 'Our database here is MySQL.',
      later: 'We migrated the database to Postgres.',
      now: 'Postgres',
      gone: 'MySQL',
      asks: 'which database do we have here, MySQL?',
    },
    { first: 'We use npm for packages here.', later: 'We switched to bun for packages.', now: 'bun', gone: 'npm' },
    {
      first: 'The port of the API is 5433.',
      later: 'The port of the API is 5434 now.',
      now: '5434',
      gone: '5433',
      asks: 'which port does the API have?',
    },
    {
      first: 'Payments go through PayPal in this project.',
      later: 'Payments go through Stripe, not PayPal.',
      now: 'Stripe',
      gone: 'go through PayPal',
      asks: 'do payments still go through PayPal in this project?',
    },
    {
      first: 'We always deploy on Fridays.',
      later: 'We no longer deploy on Fridays, we deploy on Tuesdays.',
      now: 'Tuesdays',
      gone: 'always deploy on Fridays',
      asks: 'on which day do we deploy?',
    },
    {
      first: 'Our staging host is stage-1.heron.example.',
      later: 'The staging host is stage-2.heron.example.',
      now: 'stage-2.heron',
      gone: 'stage-1.heron',
      asks: 'what was our staging host again?',
    },
  ],
  German: [
    {
      first: 'Datumsangaben schreiben wir in diesem Projekt immer als TT.MM.JJJJ.',
      later: 'Datumsangaben schreiben wir ab jetzt wieder als JJJJ-MM-TT.',
      now: 'JJJJ-MM-TT',
      gone: 'TT.MM.JJJJ',
    },
    {
      first: 'Unsere Datenbank ist hier MySQL.',
      later: 'Wir sind mit der Datenbank auf Postgres umgestiegen.',
      now: 'Postgres',
      gone: 'MySQL',
    },
    { first: 'Der Port der API ist 5433.', later: 'Der Port der API ist jetzt 5434.', now: '5434', gone: '5433' },
  ],
  Spanish: [
    {
      first: 'En este proyecto las fechas siempre van como DD/MM/AAAA.',
      later: 'Las fechas van otra vez como AAAA-MM-DD.',
      now: 'AAAA-MM-DD',
      gone: 'DD/MM/AAAA',
    },
    {
      first: 'Nuestra base de datos es MySQL.',
      later: 'Hemos migrado la base de datos a Postgres.',
      now: 'Postgres',
      gone: 'MySQL',
    },
    {
      first: 'El puerto de la API es el 5433.',
      later: 'El puerto de la API ahora es el 5434.',
      now: '5434',
      gone: '5433',
    },
  ],
};

describe('who changes their mind', () => {
  it.each(Object.entries(STORIES))('L-03: in %s, the next session starts with what holds now', async (_, stories) => {
    using workspace = makeWorkspace();
    await using home = await makeHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'Noted.' } });
    await startDaemon(home);
    await connectClaude(home, workspace);
    for (const [at, told] of (['first', 'later'] as const).entries()) {
      const run = await runClaude({ workspace, api, prompts: stories.map((story) => story[told]) });
      expect(run.code, run.stderr).toBe(0);
      await allCurated(home, (at + 1) * stories.length);
    }
    const from = api.requests.length;
    const next = await runClaude({ workspace, api, prompts: ['hello'] });
    expect(next.code, next.stderr).toBe(0);
    const given = givenSince(api, from).flatMap(({ blocks }) =>
      blocks.filter(({ heading }) => !/earlier work/.test(heading)),
    );
    const known = `${given.flatMap(({ lines }) => lines).join('\n')}\n${memoryFile(home, '.md')}`;
    const outcome = stories.map(({ now, gone }) => `${now}: ${known.includes(now)}, ${gone}: ${known.includes(gone)}`);
    expect(outcome).toEqual(stories.map(({ now, gone }) => `${now}: true, ${gone}: false`));
  });

  it('R-01: is given with a later prompt what holds now, never what it replaced', async () => {
    using workspace = makeWorkspace();
    await using home = await makeRecallHome();
    await using api = await startFakeAnthropic({ otherwise: { text: 'Noted.' } });
    await connectClaude(home, workspace);
    const stories = (STORIES.English ?? []).filter(({ asks }) => asks !== undefined);
    for (const [at, told] of (['first', 'later'] as const).entries()) {
      const run = await runClaude({ workspace, api, prompts: stories.map((story) => story[told]) });
      expect(run.code, run.stderr).toBe(0);
      await allCurated(home, (at + 1) * stories.length);
    }
    await indexed(home);
    const outcome = [];
    for (const { asks = '', now, gone } of stories) {
      const from = api.requests.length;
      expect((await runClaude({ workspace, api, prompts: [asks] })).code).toBe(0);
      const lines = givenSince(api, from).flatMap(({ blocks }) => blocks.flatMap((block) => block.lines));
      const told = lines.join('\n');
      outcome.push(`${now}: ${told.includes(now)}, ${gone}: ${told.includes(gone)}`);
    }
    expect(outcome).toEqual(stories.map(({ now, gone }) => `${now}: true, ${gone}: false`));
  });
});
