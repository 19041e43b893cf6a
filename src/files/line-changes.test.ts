import { expect, it } from 'vitest';
import { humanLinesAfter, lineChanges } from './line-changes.ts';

it('an edit is what it adds and removes; moving, indenting and headings do not count', () => {
  const before = '# User\n\n- a1\n- b1\n- c1\n';
  const after = '# User\n\n## Mine\n  * C1\n---\n- d1\n- a1\n';
  expect(lineChanges(before, after)).toEqual({ added: ['- d1'], removed: ['- b1'] });
  expect(lineChanges(before, before)).toEqual({ added: [], removed: [] });
});

it('human lines are those that are still there and those the human added (F-19)', () => {
  const before = '# User\n- mine\n- gone\n- curated\n';
  const after = '# User\n## Notes\n- curated\n- new\n* Mine\n- new\n```sh\n👍\n```\n';
  expect(humanLinesAfter(['- mine', '- gone'], before, after)).toEqual(['## Notes', '- new', '* Mine', '```sh', '👍']);
  expect(humanLinesAfter(['- mine', '- gone'], after, after)).toEqual(['* Mine']);
});
