/**
 * One declared route: its registration, the check of what it is sent, and its entry in the OpenAPI document, all from the
 * same schemas. The declaration travels with the handler in the app's own list of routes, so each app knows its own.
 * Of a route that takes parameters, one that is not declared, comes twice or does not fit is refused: a misspelt filter
 * must not show everything.
 */
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { CarryoverError } from '../../memory/error.ts';
import { type Right, rightSpec } from '../../memory/right.ts';
import { explainIssue } from '../explain-issue.ts';
import { readJson } from '../limits.ts';
import { checkedBody } from '../parse-body.ts';
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
  /** The right it takes (`memory/right.ts`); when it says nothing, `read` for a GET, and else that of a person over all. */
  readonly needs?: Right;
  /** Whether this call only shows what the route would do: that is reading, whatever it needs otherwise. */
  readonly onlyShows?: (asked: { readonly query: z.infer<Query>; readonly body: z.infer<Body> }) => boolean;
  /** What nobody but a proven person does is refused instead of kept as a proposal. */
  readonly neverProposed?: true;
  /** Needs no person while the home is being set up. */
  readonly setsUp?: true;
}

/** A request as it can be carried out later: its raw parts. */
export interface AskedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A declared route as it stands in the app. */
export interface DeclaredRoute {
  readonly spec: RouteSpec;
  /** Answers a request whose caller may make it. */
  perform(context: Context<HttpEnvironment>, asked: AskedRequest): Promise<Response>;
}

export function rightOf({ needs, method }: Pick<RouteSpec, 'needs' | 'method'>): Right {
  return needs ?? (method === 'get' ? 'read' : 'home');
}

/** Whether a request to it is kept where it may not be carried out. */
export function isProposable(spec: RouteSpec): boolean {
  return rightSpec(rightOf(spec)).byPerson && spec.neverProposed !== true && spec.rawBody === undefined;
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
  // The schemas that are applied here are the ones these types are inferred from.
  const checked = ({ path, query, body }: Omit<AskedRequest, 'query'> & { readonly query: Queries }) =>
    ({
      path,
      query: spec.query === undefined ? {} : parseQuery(query, spec.query),
      body: spec.body === undefined ? undefined : checkedBody(body, spec.body),
    }) as Said<Path, Query, Body>;
  const answer = async (context: Context<HttpEnvironment>): Promise<Response> => {
    const query = context.req.queries();
    const body = spec.body === undefined ? undefined : await readJson(context.env.incoming);
    const said = checked({ path: context.req.param(), query, body });
    context.set('said', said.body);
    const isShowing = spec.onlyShows?.(said) ?? false;
    const held = await context.get('authority')?.(context, {
      spec: spec as unknown as RouteSpec,
      isShowing,
      asked: { path: context.req.param(), query: context.req.query(), body },
    });
    return held ?? handle(context, said);
  };
  const declared: DeclaredRoute = {
    spec: spec as unknown as RouteSpec,
    perform: async (context, asked) => {
      const query = Object.fromEntries(Object.entries(asked.query).map(([name, value]) => [name, [value]]));
      return handle(context, checked({ ...asked, query }));
    },
  };
  app.on(spec.method.toUpperCase(), spec.path, Object.assign(answer, { declared }));
}

type Routes = Pick<Hono<HttpEnvironment>, 'routes'>;

/** In the order of their registration. */
export function declaredRoutes(app: Routes): readonly RouteSpec[] {
  return allDeclared(app).map(({ spec }) => spec);
}

/** By method and the path as it is declared. */
export function findDeclared(app: Routes, method: string, path: string): DeclaredRoute | undefined {
  return allDeclared(app).find(({ spec }) => spec.method.toUpperCase() === method && spec.path === path);
}

function allDeclared(app: Routes): readonly DeclaredRoute[] {
  return app.routes.flatMap(({ handler }) => ('declared' in handler ? [handler.declared as DeclaredRoute] : []));
}

/** A name that could be something else than a name is not repeated. */
const PARAMETER_NAME = /^[A-Za-z_]{1,30}$/;

type Queries = Readonly<Record<string, readonly string[]>>;

function parseQuery(given: Queries, schema: z.ZodObject): unknown {
  const names = Object.keys(schema.shape);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const named = PARAMETER_NAME.test(unknown) ? ` "${unknown}"` : '';
    throw refused(`unknown parameter${named}`, `the parameters are ${names.join(', ')}`);
  }
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
