import { describe, expect, it } from 'vitest';
import { lastWorkQuestion } from './last-work-question.ts';

describe('a prompt that goes on with earlier work', () => {
  it.each([
    'continue',
    'Continue please.',
    'ok, where were we?',
    "Let's pick up where we left off",
    'weiter',
    'Wo waren wir stehen geblieben?',
    'mach weiter',
    'Où en étions-nous ?',
    'on reprend',
    '¿Dónde lo dejamos?',
    'sigamos',
    'Dove eravamo rimasti?',
    'Onde paramos?',
    'Waar waren we gebleven?',
    'Na czym skończyliśmy?',
    'На чём мы остановились?',
    'продолжай',
    '继续',
    '我们做到哪了？',
    '続きをお願いします',
    'どこまでやりましたか',
    '어디까지 했지?',
    '계속해줘',
  ])('%s: resumes, and names nothing else', (prompt) => {
    expect(lastWorkQuestion(prompt)).toEqual({ kind: 'resume', isBare: true });
  });

  it.each([
    'What was still open?',
    "what's left to do?",
    'Was war noch offen?',
    "Qu'est-ce qui reste à faire ?",
    '¿Qué quedó pendiente?',
    'Cosa manca?',
    'O que falta fazer?',
    'Wat is er nog open?',
    'Co zostało do zrobienia?',
    'Что осталось сделать?',
    '还剩什么没做完？',
    '残りのタスクは？',
    '남은 작업이 뭐야?',
  ])('%s: asks for what is left', (prompt) => {
    expect(lastWorkQuestion(prompt)?.kind).toBe('open');
  });

  it.each([
    'What did we do last time?',
    'Was haben wir letztes Mal gemacht?',
    "Qu'est-ce qu'on a fait la dernière fois ?",
    '¿Qué hicimos la última vez?',
    "Cosa abbiamo fatto l'ultima volta?",
    'O que fizemos da última vez?',
    'Wat hebben we vorige keer gedaan?',
    'Co zrobiliśmy ostatnim razem?',
    'Что мы сделали в прошлый раз?',
    '上次做了什么？',
    '前回は何をしましたか',
    '지난번에 뭐 했지?',
  ])('%s: asks for the last time', (prompt) => {
    expect(lastWorkQuestion(prompt)?.kind).toBe('last');
  });

  it.each([
    ['continue with the invoice importer', 'resume'],
    ['Weiter mit dem Rechnungsimport', 'resume'],
    ['what did we decide about retries last time?', 'last'],
    ['was ist beim Export noch offen?', 'open'],
    ['继续做发票导入', 'resume'],
  ] as const)('%s: names what it is about', (prompt, kind) => {
    expect(lastWorkQuestion(prompt)).toEqual({ kind, isBare: false });
  });

  it.each([
    'Add a retry to the upload client',
    'Why does the parser skip the last line?',
    'Skip rows without an id and continue with the next row',
    'rename getUser to fetchUser',
    'ok thanks',
    'Erkläre mir Promises',
    '解释一下这个函数',
    '',
  ])('%s: speaks for itself', (prompt) => {
    expect(lastWorkQuestion(prompt)).toBeUndefined();
  });

  it('does not read what was pasted', () => {
    expect(lastWorkQuestion('continue\n```\nlast time\n```')).toBeUndefined();
    expect(lastWorkQuestion(`where were we ${'word '.repeat(100)}`)).toBeUndefined();
  });
});
