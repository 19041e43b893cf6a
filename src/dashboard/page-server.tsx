/**
 * How a page comes about. Pages share their paths with the JSON routes and stand before them: a caller that wants no HTML
 * is passed on. What a page does, it does through those same JSON routes: `after` lets the route do the work and turns its
 * answer into the piece of page that shows it, so there is one way in, checked once.
 *
 * A request of htmx that is refused becomes a toast; everybody else gets the JSON error or the error page.
 */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { answerPage, type HeaderSet } from '../http/answer.ts';
import type { ApiDependencies } from '../http/api.ts';
import type { App } from '../http/app.ts';
import type { ErrorBody } from '../http/error-body.ts';
import { answerWithTag } from '../http/etag.ts';
import { type HttpEnvironment, wantsPage } from '../http/request.ts';
import type { Assets } from './assets.ts';
import { hintForPeople, sentence } from './in-words.ts';
import { Layout, type NavCounts, NavCountsAgain, type PlacePath } from './layout.tsx';
import { Toast } from './toast.tsx';

type PageContext = Context<HttpEnvironment>;

export interface Visit {
  readonly context: PageContext;
  readonly now: number;
  /** Whether htmx asks for the content of the element with this id. */
  wants(id: string): boolean;
  /** A parameter of the address; undefined when it is absent or empty. */
  query(name: string): string | undefined;
}

export interface View {
  readonly title: string;
  readonly current: PlacePath;
  readonly body: Child;
}

/** A piece of a page, for an element that asked for it. */
export interface Fragment {
  readonly fragment: Child;
  /** Asked for again and again: who has the same already is told so. */
  readonly isPolled?: true;
  readonly headers?: HeaderSet;
}

/** How long what the sidebar counts may be old. */
const COUNTS_MS = 2_000;
/** Below it, also what has not changed is an answer. */
const FIRST_REFUSAL = 400;
/** Of a refusal, whoever reads its words. */
const KEPT_HEADERS: readonly string[] = ['connection', 'retry-after'];

export class PageServer {
  readonly dependencies: ApiDependencies;
  readonly #assets: Assets;
  #counts: { readonly at: number; readonly counts: NavCounts } | undefined;

  constructor(dependencies: ApiDependencies, assets: Assets) {
    this.dependencies = dependencies;
    this.#assets = assets;
  }

  page(app: App, path: string, show: (visit: Visit) => Promise<View | Fragment>): void {
    app.get(path, async (context, next) => {
      if (!isHtmx(context) && !wantsPage(context.env.incoming)) return next();
      const shown = await show(this.#visit(context));
      if ('fragment' in shown) {
        const html = await rendered(shown.fragment);
        return shown.isPolled ? answerWithTag(context, html) : answerPage(200, html, shown.headers);
      }
      return answerPage(200, `<!doctype html>${await rendered(await this.#layout(context, shown))}`);
    });
  }

  /**
   * `Answer` is what the JSON route of this path answers. Where two patterns fit one address, the narrower one comes later:
   * it is nearer to the route, and what it has shown stays.
   */
  after<Answer>(
    app: App,
    method: 'post' | 'put' | 'delete',
    path: string,
    show: (visit: Visit, answer: Answer) => Promise<Fragment>,
  ): void {
    app.on(method.toUpperCase(), path, async (context, next) => {
      await next();
      if (!isHtmx(context) || !context.res.ok || isPageAnswer(context.res)) return;
      const text = await context.res.text();
      const { fragment, headers } = await show(
        this.#visit(context),
        (text === '' ? undefined : JSON.parse(text)) as Answer,
      );
      replaceAnswer(context, answerPage(200, await rendered(fragment), headers));
    });
  }

  /** What is shown instead of a toast when the JSON route of this path refuses for one of these reasons. */
  refused(
    app: App,
    method: 'post' | 'put' | 'delete',
    path: string,
    codes: readonly string[],
    show: (visit: Visit) => Promise<Fragment>,
  ): void {
    app.on(method.toUpperCase(), path, async (context, next) => {
      await next();
      const { res } = context;
      if (!isHtmx(context) || res.status < FIRST_REFUSAL || isPageAnswer(res)) return;
      const { error } = (await res.clone().json()) as ErrorBody;
      if (!codes.includes(error.code)) return;
      const { fragment, headers } = await show(this.#visit(context));
      replaceAnswer(context, answerPage(res.status, await rendered(fragment), headers));
    });
  }

  /** Before the guard, so that what that refuses is said on the page too. */
  refusals(app: App): void {
    app.use(async (context, next) => {
      await next();
      const { res } = context;
      if (!isHtmx(context) || res.status < FIRST_REFUSAL || isPageAnswer(res)) return;
      const { error } = (await res.json()) as ErrorBody;
      const toast = <Toast text={sentence(error.message)} hint={hintForPeople(error.hint) ?? ''} isBad />;
      const kept = [...res.headers].filter(([name]) => KEPT_HEADERS.includes(name));
      replaceAnswer(context, answerPage(res.status, await rendered(toast), Object.fromEntries(kept)));
    });
  }

  /** Beside an answer that changed what the sidebar counts. */
  async countsAgain(): Promise<Child> {
    this.#counts = undefined;
    return <NavCountsAgain counts={await this.#navCounts()} />;
  }

  #visit(context: PageContext): Visit {
    const target = context.req.header('HX-Target');
    return {
      context,
      now: this.dependencies.clock.now(),
      wants: (id) => isHtmx(context) && target?.endsWith(`#${id}`) === true,
      query: (name) => context.req.query(name) || undefined,
    };
  }

  async #layout(context: PageContext, { title, current, body }: View): Promise<Child> {
    const csrf = context.get('browser')?.csrf ?? '';
    return (
      <Layout title={title} current={current} counts={await this.#navCounts()} csrf={csrf} asset={this.#assets.url}>
        {body}
      </Layout>
    );
  }

  async #navCounts(): Promise<NavCounts> {
    const now = this.dependencies.clock.elapsed();
    if (this.#counts === undefined || now - this.#counts.at > COUNTS_MS) {
      const { knowledge, proposals } = this.dependencies;
      const { pendingActions, waitingReviews } = await knowledge.counts();
      const reviews = waitingReviews + (await proposals.list()).length;
      this.#counts = { at: now, counts: { actions: pendingActions, reviews } };
    }
    return this.#counts.counts;
  }
}

function isHtmx(context: PageContext): boolean {
  return context.req.header('HX-Request') === 'true';
}

function isPageAnswer(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/html') === true;
}

async function rendered(child: Child): Promise<string> {
  return String(await child);
}

function replaceAnswer(context: PageContext, response: Response): void {
  // Hono merges headers into an answer that is replaced, unless it is taken away first.
  context.res = undefined;
  context.res = response;
}
