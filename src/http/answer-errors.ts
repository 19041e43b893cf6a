/** What goes wrong in an app, in the one shape for it, or as a page; what is not the caller's fault is logged too. */
import { CarryoverError, messageOf } from '../memory/error.ts';
import type { Log } from '../platform/log.ts';
import type { App } from './app.ts';
import { type RenderError, refusal } from './refusal.ts';
import { wantsPage } from './request.ts';

export function answerErrors(app: App, log: Log, asPage: RenderError): void {
  app.onError((thrown, context) => {
    const { incoming } = context.env;
    // A part of a page is not replaced by a whole one.
    const isNavigation = wantsPage(incoming) && incoming.headers['hx-request'] === undefined;
    const answer = refusal(thrown, undefined, isNavigation ? asPage : undefined);
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
