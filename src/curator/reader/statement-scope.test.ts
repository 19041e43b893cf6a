import { describe, expect, it } from 'vitest';
import { scopeOfStatement } from './read-message.ts';
import { scopeFrom } from './statement-scope.ts';

/** Weights that lean to the project, and are not sure. */
const UNSURE = { personal: -1, kind: 'fact', english: 1 } as const;
const FOREIGN = { ...UNSURE, english: -1 } as const;

describe('L-04: the form of a statement tells where it holds when the weights do not', () => {
  it.each([
    ['My timezone is Europe/Berlin', UNSURE],
    ['I never deploy on Fridays', UNSURE],
    ['Mein Geburtstag ist im Mai', FOREIGN],
    ['я никогда не деплою по пятницам', FOREIGN],
    ['我每天早上六点起床', FOREIGN],
    ['answer in German', { ...UNSURE, kind: 'rule' }],
    ['Antworte bitte auf Deutsch', { ...FOREIGN, kind: 'rule' }],
    ['请用中文回答', { ...FOREIGN, kind: 'rule' }],
    ['한국어로 대답해 줘', { ...FOREIGN, kind: 'rule' }],
    ['Ich arbeite nie am Wochenende', { ...FOREIGN, kind: 'rule' }],
    ['I like tabs better', { ...UNSURE, kind: 'rule' }],
    ['Use tabs in all my projects', { ...UNSURE, personal: -5 }],
  ] as const)('%s: the person', (text, verdict) => expect(scopeFrom(text, verdict)).toBe('user'));

  it.each([
    ['The timezone is Europe/Berlin', UNSURE],
    ['We never deploy on Fridays', UNSURE],
    ['My project never deploys on Fridays', UNSURE],
    ['I want the tests in src/', { ...UNSURE, personal: 0.7, kind: 'preference' }],
    ['my drafts live in `notes/drafts`', UNSURE],
    ['i test girano su postgres', FOREIGN],
    ['The server must answer in JSON', UNSURE],
    ['answer with the text of docs/errors.md', UNSURE],
    ['I decided to rewrite the worker', { ...UNSURE, kind: 'decision' }],
  ] as const)('%s: the project', (text, verdict) => expect(scopeFrom(text, verdict)).toBe('space'));
});

it.each([
  'My timezone is Europe/Berlin',
  'I never deploy on Fridays',
  'I am a beekeeper from Hobart',
  'call me Nina',
  'answer in German',
  '请用中文回答',
])('L-04: with the weights there are, this is about the person: %s', (text) =>
  expect(scopeOfStatement(text)).toBe('user'),
);

it.each([
  'I want the tests in src/',
  'my API key lives in the vault',
  "Don't touch the legacy/ folder",
  'Run `make lint` before every commit',
  'The port is 5433',
])('L-04: with the weights there are, this is about the project: %s', (text) =>
  expect(scopeOfStatement(text)).toBe('space'),
);
