import { expect, it } from 'vitest';
import { featuresOf, messageOf } from './features.ts';
import { Model } from './model.ts';
import { type Row, trainWeights } from './training.ts';

const OPTIONS = { epochs: 8, rate: 0.2, rows: 2_000, frequentFamilies: 2 };

function row(text: string, label: string, family: string): Row {
  return { text, lang: 'en', label, scope: label === 'rule' ? 'space' : 'none', family, group: family };
}

const ROWS = ['a', 'b', 'c'].flatMap((family) => [
  row(`always test the ${family} module`, 'rule', family),
  row(`never commit ${family} to main`, 'rule', family),
  row(`we always deploy ${family} by hand`, 'rule', family),
  row(`fix the ${family} button`, 'task', family),
  row(`make the ${family} page wider`, 'task', family),
  row(`why is ${family} red?`, 'question', family),
]);

it('makes the same weights from the same rows, and others from others', () => {
  expect(trainWeights(ROWS, OPTIONS)).toEqual(trainWeights(ROWS, OPTIONS));
  expect(trainWeights(ROWS.slice(1), OPTIONS)).not.toEqual(trainWeights(ROWS, OPTIONS));
});

it('learns what lasts from a few rows', () => {
  const model = new Model(trainWeights(ROWS, OPTIONS));
  const durable = (text: string): number =>
    model.verdictOn(featuresOf(text, messageOf([text], ''), 0, model.isFrequent)).durable;
  expect(durable('always lint the whole tree')).toBeGreaterThan(0);
  expect(durable('fix the header button')).toBeLessThan(0);
  expect(durable('why is that red?')).toBeLessThan(0);
});
