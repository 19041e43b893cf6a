import { describe, expect, it } from 'vitest';
import { markersIn } from './marker.ts';
import { MarkerEchoes } from './marker-echoes.ts';
import { markerDigests } from './marker-lines.ts';

describe('a marker that only repeats what was read (C-066)', () => {
  const [marker] = markersIn('- **[MEMORY:remediation:db]** Run `fix-db` before 10:00, “always”');
  const said = '[MEMORY:remediation:db] Run fix-db before 10:00, always';
  const [unserved] = markersIn('[MEMORY:timing] Slow start');
  if (marker === undefined || unserved === undefined) throw new Error('the lines are markers');

  it.each([
    said,
    `log: ${said}, and more`,
    said.replaceAll(' ', '\n   '),
    said.replace('MEM', 'M\u200bEM').replace('fix', 'f\u00adix'),
    JSON.stringify({ output: said.replace('always', '"always"') }),
    said.toUpperCase(),
  ])('is known in %j', (text) => {
    expect(new MarkerEchoes(['something else', text]).has(marker)).toBe(true);
  });

  it.each([
    [],
    [''],
    ['Run `fix-db` before 10:00, “always”'],
    [said.replace('db]', 'web]')],
    [said.replace('10', '11')],
  ])('is not seen in %j', (...texts) => {
    expect(new MarkerEchoes(texts).has(marker)).toBe(false);
  });

  it('is known whether the text names no service or the general one, in any script, and when it was cut', () => {
    expect(new MarkerEchoes(['[MEMORY:timing:general] Slow start']).has(unserved)).toBe(true);
    expect(new MarkerEchoes(['[MEMORY:timing] Slow start']).has(unserved)).toBe(true);
    for (const own of markersIn('[MEMORY:timing:a] Долго'))
      expect(new MarkerEchoes(['[MEMORY:timing:a] Долго']).has(own)).toBe(true);
    const long = `[MEMORY:timing:a] ${'word '.repeat(300)}`;
    for (const cut of markersIn(long)) expect(new MarkerEchoes([long]).has(cut)).toBe(true);
  });

  const asDigests = (text: string) => {
    const echoes = new MarkerEchoes();
    echoes.addDigests(markerDigests(text));
    return echoes;
  };

  it('is known by the digests of a text that was not kept, also when it leaves out the end of the line', () => {
    for (const text of [said, `a\nlog: ${said}, and more\nb`, said.replace('fix', 'f\u00adix').toUpperCase()])
      expect(asDigests(text).has(marker)).toBe(true);
    expect(asDigests('[MEMORY:timing:general] Slow start').has(unserved)).toBe(true);
    const long = `[MEMORY:timing:a] ${'word '.repeat(300)}`;
    for (const cut of markersIn(long)) expect(asDigests(long).has(cut)).toBe(true);
    for (const text of [
      '',
      'no such line',
      said.replace('db]', 'web]'),
      said.replace('always', 'never'),
      said.slice(0, -8),
    ])
      expect(asDigests(text).has(marker)).toBe(false);
    expect(markerDigests(said)).not.toContain('fix');
  });

  it('is taken for one when a text had more such lines than are kept, but not for the same line over and over', () => {
    const lines = Array.from({ length: 300 }, (_, n) => `[EVENT:info:job${n}] Done`);
    expect(asDigests(lines.join('\n')).has(marker)).toBe(true);
    expect(asDigests(`${lines[0]}\n`.repeat(5_000)).has(marker)).toBe(false);
  });

  it('is taken for one when there is more to compare it with than is looked at', () => {
    expect(new MarkerEchoes(['word '.repeat(400_001)]).has(marker)).toBe(true);
  });
});
