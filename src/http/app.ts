/** The HTTP API (DESIGN §6): the guard in front, the routes behind it, and one shape for everything that goes wrong. */
import { Hono } from 'hono';
import { CarryoverError } from '../memory/error.ts';
import { during } from '../platform/thread-watch.ts';
import { answerErrors } from './answer-errors.ts';
import type { ApiDependencies } from './api.ts';
import { authority } from './authority.ts';
import { guard } from './guard.ts';
import { createGuesses } from './guesses.ts';
import { declaredRoutes } from './openapi/route.ts';
import { plainPage } from './page.ts';
import { errorsAsPages } from './pages.ts';
import { refusal } from './refusal.ts';
import type { HttpEnvironment } from './request.ts';
import { actionRoutes } from './routes/actions.ts';
import { appRoutes } from './routes/apps.ts';
import { contextRoute } from './routes/context.ts';
import { curateRoutes } from './routes/curate.ts';
import { daemonRoutes } from './routes/daemon.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { eventRoutes } from './routes/events.ts';
import { exportRoute } from './routes/export.ts';
import { fileRoutes } from './routes/files.ts';
import { forgetRoutes } from './routes/forget.ts';
import { healthRoute } from './routes/health.ts';
import { hooksRoute } from './routes/hooks.ts';
import { importRoute } from './routes/import.ts';
import { learningRoute } from './routes/learnings.ts';
import { ledgerRoute } from './routes/ledger.ts';
import { mcpRoute } from './routes/mcp.ts';
import { memoryRoutes } from './routes/memories.ts';
import { openApiRoute } from './routes/openapi.ts';
import { overviewRoute } from './routes/overview.ts';
import { privacyRoutes } from './routes/privacy.ts';
import { proposalRoutes } from './routes/proposals.ts';
import { recordRoutes } from './routes/record.ts';
import { reviewRoutes } from './routes/review.ts';
import { runRoutes } from './routes/runs.ts';
import { searchRoute } from './routes/search.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { settingsRoutes } from './routes/settings.ts';
import { spendRoute } from './routes/spend.ts';
import { summarizeRoute } from './routes/summarize.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { trustRoutes } from './routes/trust.ts';
import { updateRoute } from './routes/updates.ts';

/** Whatever is no plain word. */
const ID_IN_PATH = /\/(?![a-z-]+(?:\/|$))[^/]+/g;

export type App = Hono<HttpEnvironment>;

export function createApp(dependencies: ApiDependencies): App {
  const { access, log, pages } = dependencies;
  const guesses = createGuesses(dependencies);
  const app: App = new Hono();

  pages?.refusals(app);
  app.use(guard({ ...dependencies, guesses }));
  app.use(({ req }, next) => during(`${req.method} ${nameOfPath(req.path)}`, next));
  const decide = authority(dependencies);
  app.use(async (context, next) => {
    context.set('authority', decide);
    await next();
  });
  pages?.register(app);
  healthRoute(app, access, dependencies.persons);
  openApiRoute(app);
  overviewRoute(app, dependencies);
  hooksRoute(app, dependencies);
  recordRoutes(app, dependencies);
  forgetRoutes(app, dependencies);
  privacyRoutes(app, dependencies);
  settingsRoutes(app, dependencies);
  ledgerRoute(app, dependencies);
  trustRoutes(app, dependencies);
  searchRoute(app, dependencies);
  contextRoute(app, dependencies);
  exportRoute(app, dependencies);
  importRoute(app, dependencies);
  fileRoutes(app, dependencies);
  appRoutes(app, dependencies);
  tokenRoutes(app, dependencies);
  proposalRoutes(app, dependencies);
  actionRoutes(app, dependencies);
  reviewRoutes(app, dependencies);
  learningRoute(app, dependencies);
  mcpRoute(app, dependencies);
  curateRoutes(app, dependencies);
  spendRoute(app, dependencies);
  memoryRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  eventRoutes(app, dependencies);
  updateRoute(app, dependencies);
  summarizeRoute(app, dependencies);
  runRoutes(app, dependencies);
  daemonRoutes(app, dependencies);

  dashboardRoutes(app, { ...dependencies, guesses });

  app.notFound(({ req }) => {
    const methods = methodsAt(app, req.path);
    if (methods.length > 0) {
      const Allow = methods.join(', ');
      const hint = `possible here: ${Allow}`;
      const error = new CarryoverError(`${req.method} is not possible here`, { code: 'method-not-allowed', hint });
      return refusal(error, { Allow });
    }
    throw new CarryoverError('there is nothing at this address', {
      code: 'not-found',
      hint: 'check the method and the path',
    });
  });
  answerErrors(app, log, pages === undefined ? plainPage : errorsAsPages(pages));
  return app;
}

/** What a declared path may be asked for, in capitals. */
function methodsAt(app: App, path: string): readonly string[] {
  const parts = path.split('/');
  const isAt = (declared: string) => {
    const wanted = declared.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
    );
  };
  const found = declaredRoutes(app).filter((spec) => isAt(spec.path));
  return [...new Set(found.map(({ method }) => method.toUpperCase()))];
}

/** Without the ids in it. */
function nameOfPath(path: string): string {
  return path.replace(ID_IN_PATH, '/:id');
}
