/** What goes wrong in an app, in the one shape for it; what is not the caller's fault is logged too. */
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { Log } from '../platform/log.ts';
import type { App } from './app.ts';
import { refusal } from './refusal.ts';
import { wantsPage } from './request.ts';

export function answerErrors(app: App, log: Log): void {
  app.onError((thrown, context) => {
    const answer = refusal(thrown, wantsPage(context.env.incoming));
    if (answer.status >= 500) {
      const code = thrown instanceof CarryoverError ? thrown.code : 'internal-error';
      log.error('request-failed', {
        method: context.req.method,
        status: answer.status,
        code,
        message: messageOf(thrown),
      });
    }
    return answer;
  });
}
