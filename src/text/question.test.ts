import { describe, expect, it } from 'vitest';
import { merelyAsks } from './question.ts';

describe('a text that only asks', () => {
  it.each([
    'Which port does staging use?',
    'which port does staging use',
    'ok, and what did we decide about the cache',
    'How do we deploy? Is there a script?',
    'Hi! Wie heißt der Server noch mal?',
    'Où est la config ?',
    '¿Qué base de datos usamos?',
    'ما هو المنفذ؟',
    '我们用的是哪个端口吗',
    'どのポートを使っていますか',
    '어떤 포트를 쓰나요',
  ])('%s', (text) => {
    expect(merelyAsks(text)).toBe(true);
  });

  it.each([
    'We moved to pnpm. Which lockfile do I delete?',
    'Use port 4000. OK?',
    'When deploying, always use the blue target.',
    'How we deploy: first the database.',
    'Explain the cache',
    'We pay 12.99 a month for Canva, is that enough?',
    'Fix the tests, please',
    'Wir nehmen Postgres.',
    '我们改用 pnpm。要删哪个文件？',
    'ok',
    '',
  ])('%s: says something', (text) => {
    expect(merelyAsks(text)).toBe(false);
  });

  it('reads no more than somebody asks at once', () => {
    expect(merelyAsks('why? '.repeat(1_000))).toBe(false);
  });
});
