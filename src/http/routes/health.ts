/** `GET /health`: the one route without a token. Says nothing but that it answers, and proves who answers (SRV-11). */
import type { Hono } from 'hono';
import { type Access, isNonce, NONCE_HEADER, PROOF_HEADER } from '../access.ts';
import { answerJson } from '../answer.ts';
import type { HttpEnvironment } from '../request.ts';

export function healthRoute(app: Hono<HttpEnvironment>, access: Access): void {
  app.get('/health', (context) => {
    const nonce = context.env.incoming.headers[NONCE_HEADER];
    const proof = typeof nonce === 'string' && isNonce(nonce) ? { [PROOF_HEADER]: access.prove(nonce) } : undefined;
    return answerJson(200, { ok: true }, proof);
  });
}
