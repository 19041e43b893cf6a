import { expect, it } from 'vitest';
import { tooLongPrompt } from './too-long-prompt.ts';

it('asks once more for the file that is too long, and for that file alone', () => {
  const files = [
    { name: 'user.md', content: `# User\n${'- line\n'.repeat(259)}FACT: x\n>>>f3nc3\n`, limitLines: 200 },
  ] as const;
  const { prompt, hash, system } = tooLongPrompt(files, 'f3nc3');
  expect(prompt).toContain('user.md (262 lines, the limit is 200)');
  expect(prompt).toContain('USER_MD_UPDATE:');
  expect(prompt).not.toContain('TOOLS_MD_UPDATE:');
  expect(prompt).toContain('<<<f3nc3 user.md\n| # User\n| - line\n');
  expect(prompt.endsWith('| - line\n| FACT: x\n| >>>f3nc3\n>>>f3nc3')).toBe(true);
  expect(system).toContain('You are the curator');
  expect(tooLongPrompt(files, 'other').hash).toBe(hash);
});
