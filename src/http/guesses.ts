/** Wrong tokens and wrong codes of a peer: each is refused, and too many of them only with a time to wait (SRV-10). */
import type { IncomingMessage } from 'node:http';
import { CarryoverError } from '../memory/error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createAttempts } from './attempts.ts';
import { refusal } from './refusal.ts';
import { SOCKET_HOST } from './request.ts';

export interface Guesses {
  /** Throws what was wrong with it, or answers that its sender has to wait. */
  refuse(incoming: IncomingMessage, error: CarryoverError): Response;
}

export function createGuesses({ clock, log }: { readonly clock: Clock; readonly log: Log }): Guesses {
  const attempts = createAttempts(clock, (peer, waitMs) => log.warn('attempts-limited', { peer, waitMs }));
  return {
    refuse({ socket }, error) {
      const waitMs = attempts.failed(socket.remoteAddress ?? SOCKET_HOST);
      if (waitMs === 0) throw error;
      return refusal(tooManyAttempts(), { 'Retry-After': String(Math.ceil(waitMs / 1_000)) });
    },
  };
}

function tooManyAttempts(): CarryoverError {
  return new CarryoverError('too many wrong tokens or codes', {
    code: 'too-many-attempts',
    hint: 'wait, then send the token of the home folder or a fresh code',
  });
}
