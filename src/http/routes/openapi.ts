/** `GET /openapi.json`: every route of this app, as an OpenAPI 3.1 document. */
import type { Hono } from 'hono';
import * as z from 'zod';
import { answerWithTag } from '../etag.ts';
import { openApiDocument } from '../openapi/document.ts';
import { declaredRoutes, route } from '../openapi/route.ts';
import type { HttpEnvironment } from '../request.ts';

export function openApiRoute(app: Hono<HttpEnvironment>): void {
  let document: object | undefined;
  route(
    app,
    {
      method: 'get',
      path: '/openapi.json',
      summary: 'This document',
      tag: 'daemon',
      answer: z.looseObject({ openapi: z.literal('3.1.0') }),
    },
    (context) => {
      // Not before the first wish: by then every route is there.
      document ??= openApiDocument(declaredRoutes(app));
      return answerWithTag(context, document);
    },
  );
}
