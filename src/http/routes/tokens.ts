/**
 * `GET /tokens`, `POST /tokens {name, may}` and `DELETE /tokens/:name`: tokens of the owner's scripts, each with the rights it
 * was made for. The answer to a POST is the only place where the token is ever told.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { isAppName } from '../../memory/app.ts';
import { CarryoverError } from '../../memory/error.ts';
import { RIGHTS } from '../../memory/right.ts';
import type { NamedToken } from '../../platform/named-tokens.ts';
import { answerJson } from '../answer.ts';
import type { ApiDependencies } from '../api.ts';
import { route } from '../openapi/route.ts';
import { moment } from '../openapi/schemas/common.ts';
import type { HttpEnvironment } from '../request.ts';

const may = z.array(z.enum(RIGHTS)).min(1);
const tokenInput = z.strictObject({
  name: z
    .string()
    .refine(isAppName, 'a name is 1 to 64 of a-z, 0-9, dot, dash and underscore, and begins with a letter or a digit'),
  may,
});
const listed = z.strictObject({ name: z.string(), may, created_at: moment });

export function tokenRoutes(app: Hono<HttpEnvironment>, { tokens }: Pick<ApiDependencies, 'tokens'>): void {
  route(
    app,
    {
      method: 'get',
      path: '/tokens',
      summary: "The tokens of the owner's scripts",
      tag: 'access',
      answer: z.strictObject({ tokens: z.array(listed) }),
    },
    () => answerJson(200, { tokens: tokens.list().map(tokenToWire) }),
  );

  route(
    app,
    {
      method: 'post',
      path: '/tokens',
      setsUp: true,
      summary: 'Makes one; it is told here and nowhere else',
      tag: 'access',
      needs: 'access',
      body: tokenInput,
      answer: listed.extend({ token: z.string() }),
      status: 201,
    },
    (_, { body }) => {
      const added = tokens.add(body.name, [...new Set(body.may)]);
      return answerJson(201, { ...tokenToWire(added), token: added.token });
    },
  );

  route(
    app,
    {
      method: 'delete',
      path: '/tokens/:name',
      summary: 'Takes one back; it is refused at once',
      tag: 'access',
      needs: 'access',
      answer: z.strictObject({ name: z.string() }),
    },
    (_, { path: { name } }) => {
      if (tokens.remove(name)) return answerJson(200, { name });
      throw new CarryoverError('there is no such token', {
        code: 'not-found',
        hint: '`carryover token list` shows them',
      });
    },
  );
}

function tokenToWire({ name, may: rights, createdAt }: Omit<NamedToken, 'sha256'>) {
  return { name, may: rights, created_at: createdAt };
}
