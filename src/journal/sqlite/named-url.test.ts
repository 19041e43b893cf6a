import { describe, expect, it } from 'vitest';
import { urlNamer } from './named-url.ts';

function names(wanted: string, call: string): boolean {
  return urlNamer(wanted)?.names(call) ?? false;
}

describe('naming a page (D-064)', () => {
  it.each([
    ['docs.example.test', '{"url":"https://docs.example.test/a?b=c","prompt":"x"}'],
    ['docs.example.test', 'curl -sL HTTP://DOCS.example.test.'],
    ['docs.example.test', 'wget "https://v2.docs.example.test/a"'],
    ['https://docs.example.test/', 'ssh-less docs.example.test'],
    ['docs.example.test', 'curl https://docs.example.test:8443/a'],
    ['docs.example.test:8443', 'curl https://docs.example.test:8443/a'],
    ['docs.example.test/guide', 'see https://docs.example.test/guide/, then go on'],
    ['https://docs.example.test/guide', 'curl https://docs.example.test/guide?page=2#top'],
    ['https://docs.example.test/guide?page=2', 'curl https://docs.example.test/guide?page=2#top'],
    ['docs.example.test/guide', 'curl docs.example.test/guide'],
    ['localhost:3000', 'curl localhost:3000/health'],
  ])('%s is named by %s', (wanted, call) => {
    expect(names(wanted, call)).toBe(true);
  });

  it.each([
    ['docs.example.test', 'curl https://docs.example.test.evil.test/a'],
    ['docs.example.test', 'curl https://notdocs.example.test'],
    ['docs.example.test', 'curl https://my-docs.example.test-x'],
    ['docs.example.test', 'curl https://other.test/?from=docs.example.test'],
    ['docs.example.test', 'mail somebody@docs.example.test'],
    ['docs.example.test:8443', 'curl https://docs.example.test/a'],
    ['docs.example.test/guide', 'curl https://docs.example.test/guidelines'],
    ['docs.example.test/guide', 'curl https://v2.docs.example.test/guide'],
    ['https://docs.example.test/guide?page=2', 'curl https://docs.example.test/guide?page=3'],
    ['not a host', 'not a host'],
    ['', 'https://docs.example.test'],
  ])('%s is not named by %s', (wanted, call) => {
    expect(names(wanted, call)).toBe(false);
  });
});
