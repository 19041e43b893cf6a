/**
 * `GET /health`: the one route without a token. Says nothing but that it answers; on the Unix socket it also proves who
 * answers (SRV-11), and asks who calls (`person-proof.ts`). On TCP it does not: anybody there could pass a nonce on and the proof back.
 */
import type { Hono } from 'hono';
import * as z from 'zod';
import { type Access, isNonce } from '../access.ts';
import { answerJson } from '../answer.ts';
import { CHALLENGE_HEADER, NONCE_HEADER, PROOF_HEADER } from '../headers.ts';
import { route } from '../openapi/route.ts';
import type { PersonProofs } from '../person-proof.ts';
import { type HttpEnvironment, SOCKET_DOOR } from '../request.ts';

export function healthRoute(
  app: Hono<HttpEnvironment>,
  access: Access,
  persons?: Pick<PersonProofs, 'challenge'>,
): void {
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
      const { headers, socket } = context.env.incoming;
      const nonce = headers[NONCE_HEADER];
      const asked = context.env.door === SOCKET_DOOR && typeof nonce === 'string' && isNonce(nonce);
      if (!asked) return answerJson(200, { ok: true });
      const challenge = persons === undefined ? {} : { [CHALLENGE_HEADER]: persons.challenge(socket) };
      return answerJson(200, { ok: true }, { [PROOF_HEADER]: access.prove(nonce), ...challenge });
    },
  );
}
