/** The HTTP API (DESIGN §6): the guard in front, the routes behind it, and one shape for everything that goes wrong. */
import { Hono } from 'hono';
import { CarryoverError } from '../memory/error.ts';
import { answerErrors } from './answer-errors.ts';
import type { ApiDependencies } from './api.ts';
import { guard } from './guard.ts';
import { refusal } from './refusal.ts';
import { type HttpEnvironment, wantsPage } from './request.ts';
import { actionRoutes } from './routes/actions.ts';
import { appRoutes } from './routes/apps.ts';
import { contextRoute } from './routes/context.ts';
import { curateRoutes } from './routes/curate.ts';
import { daemonRoutes } from './routes/daemon.ts';
import { exportRoute } from './routes/export.ts';
import { fileRoutes } from './routes/files.ts';
import { forgetRoutes } from './routes/forget.ts';
import { healthRoute } from './routes/health.ts';
import { hooksRoute } from './routes/hooks.ts';
import { importRoute } from './routes/import.ts';
import { learningRoute } from './routes/learnings.ts';
import { mcpRoute } from './routes/mcp.ts';
import { privacyRoutes } from './routes/privacy.ts';
import { recordRoutes } from './routes/record.ts';
import { reviewRoutes } from './routes/review.ts';
import { searchRoute } from './routes/search.ts';
import { spendRoute } from './routes/spend.ts';
import { trustRoutes } from './routes/trust.ts';

export type App = Hono<HttpEnvironment>;

export function createApp(dependencies: ApiDependencies): App {
  const { access, log } = dependencies;
  const app: App = new Hono();

  app.use(guard(dependencies));
  healthRoute(app, access);
  hooksRoute(app, dependencies);
  recordRoutes(app, dependencies);
  forgetRoutes(app, dependencies);
  privacyRoutes(app, dependencies);
  trustRoutes(app, dependencies);
  searchRoute(app, dependencies);
  contextRoute(app, dependencies);
  exportRoute(app, dependencies);
  importRoute(app, dependencies);
  fileRoutes(app, dependencies);
  appRoutes(app, dependencies);
  actionRoutes(app, dependencies);
  reviewRoutes(app, dependencies);
  learningRoute(app, dependencies);
  mcpRoute(app, dependencies);
  curateRoutes(app, dependencies);
  spendRoute(app, dependencies);
  daemonRoutes(app, dependencies);

  app.notFound((context) =>
    refusal(
      new CarryoverError('there is nothing at this address', {
        code: 'not-found',
        hint: 'check the method and the path',
      }),
      wantsPage(context.env.incoming),
    ),
  );
  answerErrors(app, log);
  return app;
}
