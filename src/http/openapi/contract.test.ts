/** The API's document against the app: it lists what is there, is well made, and what it calls wrong is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, startTestServer, type TestAnswer, type TestServer } from '../server.fixture.ts';
import { checkDeclared } from './declared-answer.fixture.ts';
import { declaredRoutes, isProposable } from './route.ts';

const API_PAGE = join(import.meta.dirname, '../../../docs/api.md');
/** Of a memory that is locked, which has an app of its own. */
const UNLOCK = 'POST /daemon/unlock';

interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
  readonly security?: readonly object[];
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: object };
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function wireOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

let server: TestServer;
let document: Document;
let operations: readonly Listed[];

beforeAll(async () => {
  // What is found is no matter here, and an index takes a second to start.
  server = await startTestServer({
    recall: { search: async () => ({ hits: [] }), rebuildIndex: () => Promise.reject(new Error('not asked for')) },
  });
  document = (await server.call('GET', '/openapi.json')).json as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(() => server.close());

describe('GET /openapi.json', () => {
  it('lists every route that is registered, and none that is not', () => {
    const registered = server.app.routes
      // `ALL` are the guard, and what refuses the other methods of an address.
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${wireOf(path)}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...new Set(registered)].sort());
  });

  it('and docs/api.md list the same routes', () => {
    const [page = ''] = readFileSync(API_PAGE, 'utf8').split('## Tokens');
    const told = [...page.matchAll(/^\| `([A-Z]+ \/[^`?]*)`/gm)].map(([, route]) => route ?? '');
    const listed = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    expect({
      'missing in docs/api.md': listed.filter((route) => !told.includes(route)),
      'in docs/api.md, and nowhere else': told.filter((route) => !listed.includes(route) && route !== UNLOCK),
    }).toEqual({ 'missing in docs/api.md': [], 'in docs/api.md, and nowhere else': [] });
  });

  it('names the right that every route takes which is no GET, and the proposal of those that only a person has (T-05)', () => {
    const specs = declaredRoutes(server.app).filter(({ method, open }) => method !== 'get' && open !== true);
    expect(specs.filter(({ needs }) => needs === undefined)).toEqual([]);
    const proposable = specs.filter(isProposable);
    expect(proposable.length).toBeGreaterThan(15);
    for (const { method, path } of proposable) {
      const told = operations.find((each) => each.method === method.toUpperCase() && each.path === wireOf(path));
      expect(told?.operation.responses, `${method} ${path}`).toHaveProperty('202');
    }
  });

  it('is an OpenAPI 3.1 document whose references lead somewhere', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Carryover', version: expect.any(String) } });
    for (const pointer of JSON.stringify(document).matchAll(/"\$ref":"#([^"]*)"/g)) {
      const target = pointer[1]?.split('/').slice(1);
      expect([pointer[1], target?.reduce<unknown>(memberOf, document)]).toEqual([pointer[1], expect.any(Object)]);
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const { parameters = [], responses, summary, tags } = operation;
      expect(summary, path).not.toBe('');
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...tags]));
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required === true)).toBe(true);
      const [success, ...refusals] = Object.keys(responses);
      expect([path, success]).toEqual([path, expect.stringMatching(/^2\d\d$/)]);
      expect(refusals).toEqual(expect.arrayContaining(['400', '404', '500', '503']));
    }
  });
});

describe('what is not as the document says', () => {
  it('is refused with a hint, parameter by parameter, and never breaks the server', async () => {
    let refused = 0;
    for (const listed of operations) {
      const { method, path, operation } = listed;
      const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      for (const { name, schema } of parameters) {
        const needed = parameters.filter((other) => other.required === true && other.name !== name);
        const sent = (...values: readonly string[]) => {
          const pairs = [
            ...needed.map((other) => [other.name, 'x'] as const),
            ...values.map((value) => [name, value] as const),
          ];
          return ask(listed, `${path}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`);
        };
        for (const wrong of [...wrongValues(schema), ['a', 'b']]) {
          const { status, json } = await sent(...[wrong].flat());
          expect([method, path, name, wrong, status]).toEqual([method, path, name, wrong, 400]);
          expect(json).toMatchObject({ error: { code: 'invalid-input', hint: expect.any(String) } });
          refused += 1;
        }
        if (isEndless(operation)) continue;
        const { status } = await sent(ODD_TEXTS.join(''));
        expect([method, path, name, status < 500]).toEqual([method, path, name, true]);
      }
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('is refused with a hint, body by body and field by field', async () => {
    let refused = 0;
    for (const { method, path, operation } of operations) {
      const pointer = operation.requestBody?.content['application/json']?.schema.$ref;
      const schema = document.components.schemas[pointer?.split('/').at(-1) ?? ''];
      if (schema === undefined || isFree(schema)) continue;
      const fields = Object.keys(schema.properties ?? {});
      for (const body of [
        null,
        [],
        'text',
        { no_such_field: 1 },
        ...fields.map((field) => ({ [field]: { odd: [] } })),
      ]) {
        const { status, json } = await server.call(method, at(path), body);
        expect([method, path, body, status]).toEqual([method, path, body, 400]);
        expect(json).toMatchObject({ error: { code: 'invalid-input', hint: expect.any(String) } });
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('is refused as an address, whatever stands in the path', async () => {
    for (const listed of operations.filter((one) => one.path.includes('{')))
      for (const value of ODD_TEXTS) {
        const { method, path } = listed;
        const { status } = await ask(listed, path.replaceAll(/\{\w+\}/g, encodeURIComponent(value)));
        expect([method, path, value, status >= 400 && status < 500]).toEqual([method, path, value, true]);
      }
  });

  it('is noticed in an answer too, by every test that asks this server', () => {
    const exchange = {
      method: 'GET',
      path: '/health?a=b',
      status: 200,
      contentType: 'application/json',
      text: '{"ok":true}',
    };
    expect(() => checkDeclared(server.app, exchange)).not.toThrow();
    for (const wrong of [
      { text: '{"ok":true,"more":1}' },
      { status: 201 },
      { contentType: 'text/html' },
      { status: 404, text: '{"error":{"code":"x","message":"y"}}' },
    ])
      expect(() => checkDeclared(server.app, { ...exchange, ...wrong })).toThrow(/not declared/);
  });
});

const ODD_TEXTS = ['no-such-thing', '\u0000%', '../../etc/"<\u{1f600}>', 'a'.repeat(5_000)];

function wrongValues({ type, enum: known, maxLength, minimum = 0, maximum = 0 }: Schema): readonly string[] {
  return [
    ...(type === 'integer' ? ['many', '1.5', '1e999', String(minimum - 1), String(BigInt(maximum) + 1n)] : []),
    ...(known === undefined ? [] : ['', 'no-such-thing']),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
  ];
}

function isEndless({ responses }: Operation): boolean {
  return JSON.stringify(responses).includes('text/event-stream');
}

/** One that says nothing of what is in it, such as a client's event. */
function isFree({ type, properties = {}, anyOf }: Schema): boolean {
  return anyOf === undefined && type === 'object' && Object.keys(properties).length === 0;
}

/** With an empty body of the right kind where one is wanted. */
function ask({ method, operation }: Listed, path: string): Promise<TestAnswer> {
  const [type = 'application/json'] = Object.keys(operation.requestBody?.content ?? {});
  const body =
    method === 'GET' || method === 'DELETE'
      ? {}
      : { headers: { ...bearer(server.token), 'Content-Type': type }, body: '{}' };
  return server.send({ method, path: at(path), headers: bearer(server.token), ...body });
}

function at(path: string): string {
  return path.replaceAll(/\{\w+\}/g, 'no-such-thing');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
