/**
 * One declared route: its registration, the check of what it is sent, and its entry in the OpenAPI document, all from the
 * same schemas. The declaration travels with the handler in the app's own list of routes, so each app knows its own.
 * Parameters that are not declared are passed over; a declared one that comes twice or does not fit is refused.
 */
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import { explainIssue } from '../explain-issue.ts';
import { parseBody } from '../parse-body.ts';
import type { HttpEnvironment } from '../request.ts';

/** A body or an answer that is not one JSON value. */
export interface TextContent {
  readonly contentType: string;
  readonly describe: string;
  /** Where it is JSON line by line: what a line is. */
  readonly line?: z.ZodType;
}

type Content = z.ZodType | TextContent;

export interface RouteSpec<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As hono writes it: `/memories/:id`. */
  readonly path: Path;
  readonly summary: string;
  readonly tag: string;
  readonly query?: Query;
  readonly body?: Body;
  /** Instead of `body`, for one that the handler reads itself. */
  readonly rawBody?: Content;
  /** More than one where a parameter decides which it is. */
  readonly answer: Content | readonly Content[];
  /** 200 unless said otherwise. */
  readonly status?: number;
  /** A browser gets a page on the same path. */
  readonly page?: true;
  /** Needs no token. */
  readonly open?: true;
}

type PathName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a request said, checked. */
interface Said<Path extends string, Query extends z.ZodType, Body extends z.ZodType> {
  readonly path: { readonly [Name in PathName<Path>]: string };
  readonly query: z.infer<Query>;
  readonly body: z.infer<Body>;
}

type NoQuery = z.ZodObject<Readonly<Record<never, never>>>;

export function route<
  const Path extends string,
  Query extends z.ZodObject = NoQuery,
  Body extends z.ZodType = z.ZodUndefined,
>(
  app: Hono<HttpEnvironment>,
  spec: RouteSpec<Path, Query, Body>,
  handle: (context: Context<HttpEnvironment>, said: Said<Path, Query, Body>) => Response | Promise<Response>,
): void {
  const answer = async (context: Context<HttpEnvironment>): Promise<Response> => {
    const query = spec.query === undefined ? {} : parseQuery(context.req.queries(), spec.query);
    const body = spec.body === undefined ? undefined : await parseBody(context.env.incoming, spec.body);
    context.set('said', body);
    // The schemas that were just applied are the ones these types are inferred from.
    return handle(context, { path: context.req.param(), query, body } as Said<Path, Query, Body>);
  };
  app.on(spec.method.toUpperCase(), spec.path, Object.assign(answer, { spec }));
}

/** In the order of their registration. */
export function declaredRoutes(app: Pick<Hono<HttpEnvironment>, 'routes'>): readonly RouteSpec[] {
  return app.routes.flatMap(({ handler }) => ('spec' in handler ? [handler.spec as RouteSpec] : []));
}

function parseQuery(given: Readonly<Record<string, readonly string[]>>, schema: z.ZodObject): unknown {
  const names = Object.keys(schema.shape);
  const twice = names.find((name) => (given[name]?.length ?? 0) > 1);
  if (twice !== undefined) throw refused(`${twice} is given more than once`, 'give it once');
  const query = Object.fromEntries(names.flatMap((name) => (given[name] ?? []).map((value) => [name, value])));
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  const described =
    schema.shape[name] === undefined ? undefined : z.globalRegistry.get(schema.shape[name])?.description;
  const hint = described === undefined ? `the parameters are ${names.join(', ')}` : `${name} is ${described}`;
  throw refused(issue === undefined ? 'the query is not as expected' : explainIssue(issue, query), hint);
}

function refused(message: string, hint: string): CarryoverError {
  return new CarryoverError(message, { code: 'invalid-input', hint });
}
