/**
 * Answers to what is asked again and again: who has the same already is told so, and sent nothing. The tag is weak, as it
 * speaks of what is said and not of its bytes on the way. Nobody keeps a copy, least of all a browser on its disk: whoever asks
 * again says by itself which answer it has.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { answerJson, answerNothing, answerPage, PAGE_HEADERS } from './answer.ts';
import type { HttpEnvironment } from './request.ts';

const POLLED_HEADERS = {
  // A page, a part of it for htmx, and JSON live at the same address.
  Vary: 'Accept, HX-Request',
} as const;

/** Text is a page, anything else JSON. */
export function answerWithTag(context: Context<HttpEnvironment>, value: object | string): Response {
  const isPage = typeof value === 'string';
  const digest = createHash('sha256')
    .update(isPage ? value : JSON.stringify(value))
    .digest('base64url');
  const headers = { ...POLLED_HEADERS, ETag: `W/"${digest}"` };
  // Its headers take the place of those that the browser keeps with its copy, so they have to be the same.
  if (isKnown(context.req.header('If-None-Match'), digest))
    return answerNothing({ ...headers, ...(isPage ? PAGE_HEADERS : {}) }, 304);
  return isPage ? answerPage(200, value, headers) : answerJson(200, value, headers);
}

function isKnown(known: string | undefined, digest: string): boolean {
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(`"${digest}"`) || tags.includes('*');
}
