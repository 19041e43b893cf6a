import { describe, expect, it } from 'vitest';
import { isLowValue } from './low-value.ts';

const MARK = `[REDACTED:${'github-token'}:8862]`;

describe('what is not worth a line', () => {
  it.each([
    `The user's key is ${MARK}.`,
    `Password: "${MARK}"`,
    `The token was set to \`${MARK}\` for the build server`,
    'All tests are passing now',
    'Yes',
    'Do it.',
    'pnpm',
  ])('is %s', (content) => expect(isLowValue(content)).toBe(true));

  it.each([
    `Publishing runs with \`NPM_TOKEN=${MARK} npm publish\``,
    'The token is read from the keychain',
    'Tests are run with vitest',
    'We always use pnpm.',
    'Use tabs',
    'We use bun now',
    'Immer pnpm',
    '使用 pnpm',
  ])('is not %s', (content) => expect(isLowValue(content)).toBe(false));
});
