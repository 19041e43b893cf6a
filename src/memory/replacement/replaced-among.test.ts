/** A change of mind replaces; an exception, a question, a quote or an addition does not. The figures are made by `npm run train:replacement -- --check`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partsOf } from './parts.ts';
import { mayConcern, type Replaced, replacedAmong, WORTH_COMPARING } from './replaced-among.ts';

interface Pair {
  readonly old: string;
  readonly new: string;
  readonly label: string;
}

/** As many as a new statement is held against. */
const NEAREST = 40;
const root = join(import.meta.dirname, '..', '..', '..');
const SENTENCES = join(root, 'data', 'sentences');
const corpus = join(root, 'test', 'corpora', 'replacement', 'dev.jsonl');
const pairs: readonly Pair[] = readFileSync(corpus, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** With one statement known. */
function replaced(old: string, next: string): Replaced | undefined {
  return replacedAmong([old], next);
}

describe('L-03: a change of mind is seen', () => {
  it('L-03: hears a change behind its announcement, and no case in front of it as one', () => {
    const old = 'Always write dates as DD/MM/YYYY.';
    expect(replaced(old, 'actually, change of plan: dates must be YYYY-MM-DD again')?.sure).toBe(true);
    for (const one of ['For invoices: dates must be YYYY-MM-DD', 'in the export only: dates are YYYY-MM-DD'])
      expect(replaced(old, one)).toBeUndefined();
  });

  const changes: readonly [old: string, next: string][] = [
    ['Dates must be DD/MM/YYYY.', 'actually, change of plan: dates must be YYYY-MM-DD again'],
    ['The database is MySQL.', 'we migrated the database to Postgres'],
    ['Package manager is npm.', 'we switched to bun, npm is gone'],
    ['The port of the dev server is 5433.', 'the port is 5434 now'],
    ['Deploys go to Heroku.', 'deploys go to Fly.io, not Heroku'],
    ['Builds run on Jenkins.', 'we no longer use Jenkins, builds run on Actions'],
    ['Gebaut wird mit Maven.', 'wir sind mit dem Bauen von Maven auf Gradle umgestiegen'],
    ['Les graphiques sont faits avec matplotlib.', 'les graphiques se font maintenant avec plotly, plus de matplotlib'],
    ['El servidor escucha en el puerto 8080.', 'ahora el servidor escucha en el puerto 9090'],
    ['Il backup parte alle 2.', 'adesso il backup parte alle 4, non più alle 2'],
    ['O timeout do gateway é 10 segundos.', 'mudamos o timeout do gateway para 30 segundos'],
    ['Логи смотрим в Kibana.', 'логи теперь смотрим в Grafana, кибану отключили'],
    ['数据库是MySQL。', '数据库已经换成Postgres了'],
    ['タスク管理はTrello。', 'タスク管理はTrelloからNotionに移行しました'],
    ['배포는 젠킨스로 한다.', '이제 배포는 젠킨스 말고 GitHub Actions로 바꿨어요'],
    ['The database of the project is MySQL 5.7.', 'MySQL 5.7 wurde abgeschaltet, jetzt läuft Postgres 16'],
  ];
  it.each([
    ['Dates must be DD/MM/YYYY.', 'dates must be YYYY-MM-DD again'],
    ['The database is MySQL.', 'we migrated to Postgres'],
    ['Package manager is npm.', 'we switched to bun'],
    ['The port of the dev server is 5433.', 'the port is 5434 now'],
    ['The API server listens on port 4000', 'No, the API server listens on port 5000.'],
    ['Antworten bitte auf Deutsch.', 'Antworten bitte auf Englisch.'],
    ['El repositorio está en Bitbucket.', 'El repositorio está en Gitea.'],
    ['食パンの焼成温度は200度。', '食パンの焼成温度は185度。'],
  ])('surely: %s → %s', (old, next) => {
    expect(replaced(old, next)?.sure).toBe(true);
  });

  it.each(changes)('%s → %s', (old, next) => {
    expect(replaced(old, next)).toBeDefined();
  });
});

describe('what replaces nothing', () => {
  const others: readonly [old: string, next: string][] = [
    ['Package manager is npm.', 'what would break if we switched from npm to bun?'],
    ['Package manager is npm.', 'A colleague said "switch from npm to bun, npm is dead". Where is the lock file?'],
    ['Releases go out on Thursdays.', 'next week the release goes out on Wednesday because of the holiday'],
    ['Reply in English.', 'this one letter needs to be in Polish'],
    ['The staging port is 5433.', 'list the 5433 open tickets'],
    ['Das Klassenbuch wird in Excel geführt.', 'angenommen wir würden von Excel weggehen, was wäre dann?'],
    ['数据库是TiDB。', 'TiDB和MySQL哪个好？'],
    ['Chapter 3 is about owls.', 'Chapter 4 is about owls.'],
    ['Always run `pnpm lint` before a commit.', 'Always run `pnpm test` before a commit.'],
    ['The config lives in src/config.ts.', 'The config lives in infra/config.yml.'],
    ['Restart the api with `docker restart api`.', 'Restart the api with `systemctl restart api`.'],
  ];
  it.each(others)('%s → %s', (old, next) => {
    expect(replaced(old, next)?.sure ?? false).toBe(false);
  });
});

describe('L-03: among many known statements', () => {
  const known = [
    'The staging database listens on port 5433.',
    'The API listens on port 8080.',
    'The metrics page is served on port 9100.',
    'Deploys go out on Thursdays.',
    'The team meeting is on Mondays at 9.',
    'Backups run every night at 2.',
    'Bugs are tracked in Jira.',
    'The design files are in Figma.',
    'Session tokens expire after 30 minutes.',
    'Uploads are limited to 20 MB.',
    'Nora reviews the contracts.',
    'Felix keeps the release calendar.',
    'Die Rechnungen gehen am Monatsende raus.',
    'Le bouclage est à 22 h.',
    'La copia de seguridad se guarda en Hetzner.',
    'Invoices are payable within 30 days.',
  ];

  it.each([
    ['the api is on port 8081', 1],
    ['deploys go out tuesdays', 3],
    ['uploads may have up to 50 MB', 9],
    ['felix no longer keeps the release calendar, dana has it', 11],
    ['bugs go to linear, we left jira', 6],
  ])('finds the one that is meant: %s', (said, at) => {
    expect(replacedAmong(known, said)?.at).toBe(at);
  });

  it.each([
    'the admin console is on port 7070',
    'the book club meets on fridays',
    'thumbnails are limited to 2 MB, by the way',
    'should we move bugs to linear?',
    'nora also answers the phone',
  ])('and none where none is meant: %s', (said) => {
    expect(replacedAmong(known, said)?.sure ?? false).toBe(false);
  });

  it('is not sure of one when another is meant as likely', () => {
    const ports = ['The port of the staging server is 5433.', 'The port of the test server is 5533.'];
    expect(replacedAmong(ports.slice(0, 1), 'the port is 5434 now')?.sure).toBe(true);
    expect(replacedAmong(ports, 'the port is 5434 now')?.sure ?? false).toBe(false);
  });

  it('two ways to put one rule do not speak against each other', () => {
    const [one, other] = ['Formatiert wird immer mit Prettier', 'Wir formatieren mit Prettier, immer.'] as const;
    expect(replacedAmong([one, other], 'Formatiert wird mit Biome, nicht mehr mit Prettier')?.sure).toBe(true);
  });

  it('another thing of the same kind is no change of this one', () => {
    for (const [old, next] of [
      ['Le tarif des adultes est de 9 euros.', 'le tarif des enfants est de 5 euros'],
      ['El horno de abajo va a 180 grados.', 'el horno de arriba está roto'],
      ['our ferry to the island leaves at nine.', 'our ferry to the mainland is cancelled.'],
      ['The island ferry leaves at nine', 'The mainland ferry is cancelled'],
    ] as const)
      expect(replaced(old, next), next).toBeUndefined();
  });

  it('but its own other value is', () => {
    expect(replaced('The version in use is 3.', 'the version in use is 4 now')?.sure).toBe(true);
    expect(replaced('Version 3 is used.', 'version 4 is used now')).toBeDefined();
    expect(replaced('The ferry to the island leaves at nine.', 'the ferry to the island leaves at ten')).toBeDefined();
  });
});

describe('said again', () => {
  it('replaces nothing, in both directions', () => {
    const [a, b] = ['The staging server listens on port 5433.', 'Staging server listens on port 5433!'] as const;
    expect(replaced(a, b)).toBeUndefined();
    expect(replaced(b, a)).toBeUndefined();
  });

  it('no statement of the corpus replaces itself', () => {
    for (const { old, new: next } of pairs) {
      expect(replaced(old, old), old).toBeUndefined();
      expect(replaced(next, next)?.sure ?? false, next).toBe(false);
    }
  });
});

describe('a statement that names the same value', () => {
  it.each([
    ['Wants commit messages in English', 'I want answers in British English and without emojis'],
    [
      'The project database is Postgres 16 on port 5433',
      'Postgres instead of MySQL for the ledger, because of indexes',
    ],
  ])('does not surely replace what is about something else: %s / %s', (old, next) => {
    expect(replaced(old, next)?.sure ?? false).toBe(false);
  });
});

describe('a statement of two parts', () => {
  it('is cut where each part says something', () => {
    expect(partsOf('The backend is deployed on Heroku and the frontend on Netlify.')).toEqual([
      'The backend is deployed on Heroku',
      'the frontend on Netlify',
    ]);
    expect(partsOf('Refunds are handled by the shop, not the marketplace.')).toHaveLength(1);
    expect(partsOf('The docs site is built with MkDocs.')).toHaveLength(1);
  });

  it('loses one of them', () => {
    const old = 'The backend is deployed on Heroku and the frontend on Netlify.';
    expect(replaced(old, 'the backend moved to fly.io, heroku is gone')).toMatchObject({
      gone: 'The backend is deployed on Heroku',
      stays: 'the frontend on Netlify',
    });
  });
});

describe('the corpus it learned from', () => {
  it('holds few wrong replacements that are sure', () => {
    const found = pairs.map(({ old, new: next, label }) => ({
      isTrue: label.startsWith('replaces'),
      is: replaced(old, next),
    }));
    expect(found.filter(({ isTrue, is }) => !isTrue && is?.sure).length).toBeLessThanOrEqual(5);
    expect(found.filter(({ isTrue, is }) => isTrue && is?.sure).length).toBeGreaterThan(45);
    expect(found.filter(({ isTrue, is }) => isTrue && is !== undefined).length).toBeGreaterThan(130);
  });

  it('L-03: what one person says of one project stands side by side', () => {
    const files = readdirSync(SENTENCES).filter((name) => /-\d\.jsonl$/.test(name));
    const rows = files.flatMap((name) => readFileSync(join(SENTENCES, name), 'utf8').trim().split('\n'));
    const lasting = rows
      .map((row): { text: string; label: string; family: string } => JSON.parse(row))
      .filter(({ label }) => ['preference', 'rule', 'fact', 'decision'].includes(label));
    let [wrong, asked] = [0, 0];
    for (const lines of Map.groupBy(lasting, ({ family }) => family).values())
      for (const [at, { text }] of lines.entries()) {
        const earlier = lines.slice(Math.max(0, at - NEAREST), at).map((line) => line.text);
        const found = replacedAmong(earlier, text);
        if (found?.sure) wrong += 1;
        else if (found !== undefined) asked += 1;
      }
    expect(wrong / lasting.length).toBeLessThan(0.01);
    expect(asked / lasting.length).toBeLessThan(0.05);
  });

  it('a true one is worth comparing, any other line is not', () => {
    const isWorth = (old: string, next: string) => mayConcern(old, next) >= WORTH_COMPARING;
    const changes = pairs.filter(({ label }) => label.startsWith('replaces'));
    const found = changes.filter(({ old, new: next }) => isWorth(old, next)).length;
    const byChance = changes.filter(({ new: next }, at) =>
      isWorth(changes[(at + 40) % changes.length]?.old ?? '', next),
    );
    expect(found / changes.length).toBeGreaterThan(0.75);
    expect(byChance.length / changes.length).toBeLessThan(0.25);
  });
});

describe('any input', () => {
  const long = 1_000_000;
  const hostile: readonly string[] = [
    '',
    ' ',
    '?',
    '\0\uFFFF',
    '\uD800',
    'a'.repeat(long),
    '1'.repeat(long),
    '. '.repeat(long / 2),
    '"'.repeat(long),
    '一'.repeat(long),
    'и '.repeat(long / 2),
    '1.'.repeat(long / 2),
    "l'".repeat(long / 2),
    ', and '.repeat(long / 6),
    '../'.repeat(long / 3),
    'İ'.repeat(2_000),
  ];
  it('is answered, however long: only a beginning is read', () => {
    for (const old of hostile)
      for (const next of hostile) expect(replaced(old, next)?.likely ?? 0).toBeTypeOf('number');
    expect(replacedAmong(hostile, hostile[5] ?? '')?.likely ?? 0).toBeTypeOf('number');
    expect(replacedAmong([], 'the port is 5434 now')).toBeUndefined();
  });

  it('is answered the same way each time', () => {
    for (const { old, new: next } of pairs.slice(0, 50)) expect(replaced(old, next)).toEqual(replaced(old, next));
  });
});
