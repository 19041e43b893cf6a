/**
 * `GET /health`: the one route without a token. Says nothing but that it answers; on the Unix socket it also proves who
 * answers (SRV-11). On TCP it does not: anybody there could pass a nonce on and the proof back.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { type Access, isNonce, NONCE_HEADER, PROOF_HEADER } from '../access.ts';
import { answerJson } from '../answer.ts';
import { route } from '../openapi/route.ts';
import { type HttpEnvironment, SOCKET_DOOR } from '../request.ts';

export function healthRoute(app: Hono<HttpEnvironment>, access: Access): void {
  route(
    app,
    {
      method: 'get',
      path: '/health',
      summary: 'Whether it answers',
      tag: 'daemon',
      answer: z.strictObject({ ok: z.literal(true) }),
      open: true,
    },
    (context) => {
      const nonce = context.env.incoming.headers[NONCE_HEADER];
      const asked = context.env.door === SOCKET_DOOR && typeof nonce === 'string' && isNonce(nonce);
      const proof = asked ? { [PROOF_HEADER]: access.prove(nonce) } : undefined;
      return answerJson(200, { ok: true }, proof);
    },
  );
}
