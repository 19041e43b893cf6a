import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { answerWithTag } from './etag.ts';
import type { HttpEnvironment } from './request.ts';

let said: object | string = { hits: [1] };
const app = new Hono<HttpEnvironment>().get('/', (context) => answerWithTag(context, said));
const ask = (tag?: string) => app.request('/', tag === undefined ? {} : { headers: { 'If-None-Match': tag } });

describe('an answer with a tag', () => {
  it.each([
    ['JSON', { hits: [1] }, { hits: [2] }],
    ['a page', '<p>one</p>', '<p>two</p>'],
  ])('is not sent again while it is the same, and is when it is another: %s', async (_what, first, second) => {
    said = first;
    const whole = await ask();
    const tag = whole.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(whole.headers.get('Cache-Control')).toBe('no-store');
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await ask(known);
      expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
      // What a 304 says replaces what the browser kept: above all the policy of a page.
      for (const name of ['ETag', 'Cache-Control', 'Vary', 'Content-Security-Policy', 'X-Frame-Options'])
        expect([name, again.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
    expect((await ask('"other"')).status).toBe(200);
    said = second;
    const changed = await ask(tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('ETag')).not.toBe(tag);
  });
});
