/**
 * The OpenAPI 3.1 document of declared routes; the same routes make the same document. Schemas are draft 2020-12 and say
 * what is sent. Two things it cannot say: what a check written in code wants of a value, and, as 3.1 has no word for lines
 * of JSON, what a line is: that is in `x-line-schema`.
 */
import * as z from 'zod';
import { VERSION } from '../../platform/version.ts';
import { OUTCOMES } from '../refusal.ts';
import { isProposable, type RouteSpec, type TextContent } from './route.ts';
import { COMPONENTS } from './schemas/components.ts';
import { proposedAnswer } from './schemas/proposals.ts';

const PARAMETER = /:(\w+)/g;
const NEED_BODY = [413, 415];
const NEED_TOKEN = [401, 403, 429];
/** Of what has no code of its own. */
const UNEXPECTED = { 'internal-error': { status: 500 } };

type Json = Readonly<Record<string, unknown>>;
type Content = z.ZodType | TextContent;
type Refer = (schema: z.ZodType, name: string) => Json;

export function openApiDocument(routes: readonly RouteSpec[]): Json {
  const named = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) named.add(schema, { id });
  const refer: Refer = (schema, name) => {
    const { id } = named.get(schema) ?? { id: name };
    named.add(schema, { id });
    return { $ref: pointerTo(id) };
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const spec of routes) {
    const path = spec.path.replace(PARAMETER, '{$1}');
    paths[path] = { ...paths[path], [spec.method]: operationOf(spec, refer) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Carryover', version: VERSION, description: 'Memory for AI agents, on this machine alone.' },
    security: [{ token: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'the file `token` in the home folder' },
      },
      responses: refusals(),
      schemas: schemasOf(named),
    },
  };
}

function operationOf(spec: RouteSpec, refer: Refer): Json {
  const { method, path, summary, tag, status = 200 } = spec;
  const operationId = [method, ...path.split(/\W+/).filter(Boolean).map(capitalized)].join('');
  const parameters = [...pathParameters(path), ...queryParameters(spec.query)];
  const body = spec.body ?? spec.rawBody;
  const content = contentOf([spec.answer].flat(), refer, `${capitalized(operationId)}Answer`);
  return {
    operationId,
    summary,
    tags: [tag],
    ...(spec.open === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: contentOf([body], refer, `${capitalized(operationId)}Body`) } }),
    responses: {
      [status]: {
        description: summary,
        ...(status === 204 ? {} : { content: { ...content, ...(spec.page === true ? PAGE : {}) } }),
      },
      ...proposedResponse(spec, refer),
      ...Object.fromEntries(
        [...codesByStatus().keys()]
          .filter((refused) => body !== undefined || !NEED_BODY.includes(refused))
          .filter((refused) => spec.open !== true || !NEED_TOKEN.includes(refused))
          .map((refused) => [refused, { $ref: `#/components/responses/Refused${refused}` }]),
      ),
    },
  };
}

/** What is answered instead when the owner's token is used by nobody who was proven a person. */
function proposedResponse(spec: RouteSpec, refer: Refer): Json {
  if (!isProposable(spec)) return {};
  const content = contentOf([proposedAnswer], refer, 'Proposed');
  return { 202: { description: 'Nothing was changed: it is kept as a proposal and waits for the owner', content } };
}

const PAGE = { 'text/html': { schema: { type: 'string' } } };

function pathParameters(path: string): readonly Json[] {
  return [...path.matchAll(PARAMETER)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}

function contentOf(contents: readonly Content[], refer: Refer, name: string): Json {
  return Object.fromEntries(
    contents.map((content) => {
      if (content instanceof z.ZodType) return ['application/json', { schema: refer(content, name) }];
      const { contentType, describe, line } = content;
      const lines = line === undefined ? {} : { 'x-line-schema': refer(line, `${name}Line`) };
      return [contentType, { schema: { type: 'string', description: describe }, ...lines }];
    }),
  );
}

function codesByStatus(): ReadonlyMap<number, readonly string[]> {
  const outcomes = Object.entries({ ...OUTCOMES, ...UNEXPECTED });
  const statuses = [...new Set(outcomes.map(([, { status }]) => status))].sort();
  return new Map(
    statuses.map((status) => [status, outcomes.flatMap(([code, one]) => (one.status === status ? [code] : []))]),
  );
}

function refusals(): Json {
  const schema = { $ref: pointerTo('Error') };
  return Object.fromEntries(
    [...codesByStatus()].map(([status, codes]) => [
      `Refused${status}`,
      { description: `\`code\` is one of ${codes.join(', ')}`, content: { 'application/json': { schema } } },
    ]),
  );
}

/** Without what OpenAPI says elsewhere: which dialect it is, and where it stands. */
function schemasOf(named: z.core.$ZodRegistry<{ id: string }>): Json {
  const { schemas } = z.toJSONSchema(named, { io: 'input', unrepresentable: 'any', uri: pointerTo });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]));
}

function pointerTo(id: string): string {
  return `#/components/schemas/${id}`;
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
