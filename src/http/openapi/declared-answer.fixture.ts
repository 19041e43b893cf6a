/**
 * Holds what a test server answers against what its routes declare, whatever the test was about: the status, the kind of
 * content and every field of JSON. So each test of a route is one of its contract too.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import type { HttpEnvironment } from '../request.ts';
import { declaredRoutes, isProposable, type RouteSpec } from './route.ts';
import { errorAnswer } from './schemas/common.ts';
import { proposedAnswer } from './schemas/proposals.ts';

/** Speaks a protocol of its own: its answers, and what it refuses, are that protocol's. */
const FOREIGN = '/mcp';

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Throws when it is not as declared; says nothing of what no route declares. */
export function checkDeclared(app: Hono<HttpEnvironment>, exchange: Exchange): void {
  const { method, path, status, contentType, text } = exchange;
  if (path === FOREIGN) return;
  const [type = ''] = contentType.split(';');
  if (status >= 400 && type === 'application/json') check(errorAnswer, text, exchange);
  const [pathname = ''] = path.split('?');
  const spec = declaredRoutes(app).find((one) => one.method.toUpperCase() === method && isAt(one, pathname));
  if (spec === undefined || status >= 300) return;
  if (status === 202 && isProposable(spec)) {
    check(proposedAnswer, text, exchange);
    return;
  }
  if (status !== (spec.status ?? 200)) throw new Error(`${method} ${path} answered ${status}, which is not declared`);
  if (status === 204 || (type === 'text/html' && spec.page === true)) return;
  const content = [spec.answer]
    .flat()
    .find((one) => type === (one instanceof z.ZodType ? 'application/json' : one.contentType));
  if (content === undefined) throw new Error(`${method} ${path} answered ${type}, which is not declared`);
  if (content instanceof z.ZodType) check(content, text, exchange);
  else if (content.line !== undefined)
    for (const line of text.split('\n').filter((some) => some !== '')) check(content.line, line, exchange);
}

function check(schema: z.ZodType, text: string, { method, path }: Exchange): void {
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`${method} ${path} answered what is not declared: ${parsed.error.message}\n${text}`);
}

function isAt({ path }: RouteSpec, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(pathname);
}
