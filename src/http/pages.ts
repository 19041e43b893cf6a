/**
 * What the dashboard gives the server: its pages, and the two that are answered in place of something else. The server
 * knows no more of it, so it runs without one as well.
 *
 * `refusals` comes first of all. `register` comes right behind the guard and before the JSON routes: a page that shares a path with JSON passes a caller
 * that does not want HTML on with `next()`. Whoever gets there is the owner; `context.get('browser')` is set for one who
 * is logged in by cookie, and its `csrf` belongs into every page that writes (header `X-CSRF`). `/assets/…` is served to
 * anybody. A request of htmx that fails is answered with a toast, everything else that wants a page with one.
 */
import type { CarryoverError } from '../memory/error.ts';
import { answerPage } from './answer.ts';
import type { App } from './app.ts';
import type { RenderError } from './refusal.ts';

export interface Pages {
  /** Around everything, the guard too: says what is refused on the page that asked. */
  refusals(app: App): void;
  register(app: App): void;
  /** For a browser that is not logged in, whatever it asked for; its script posts the code behind `#` to `/dashboard/session`. */
  loginPage(): string;
  /** For a person whose request went wrong otherwise. */
  errorPage(error: CarryoverError, status: number): string;
}

export function errorsAsPages({ loginPage, errorPage }: Pick<Pages, 'loginPage' | 'errorPage'>): RenderError {
  return (error, status, headers) =>
    answerPage(status, status === 401 ? loginPage() : errorPage(error, status), headers);
}
