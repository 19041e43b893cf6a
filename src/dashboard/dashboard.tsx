/** All pages, as the server wants them. */
import { answerPage } from '../http/answer.ts';
import type { ApiDependencies } from '../http/api.ts';
import type { App } from '../http/app.ts';
import type { Pages } from '../http/pages.ts';
import { wantsPage } from '../http/request.ts';
import { Assets } from './assets.ts';
import { forgetSheets } from './forget-sheet.tsx';
import { hintForPeople, sentence } from './in-words.ts';
import { ErrorPage, LoginPage } from './layout.tsx';
import { keepingActs } from './mark-buttons.tsx';
import { PageServer } from './page-server.tsx';
import { actionPages } from './pages/actions.tsx';
import { cooldownPages } from './pages/cooldowns.tsx';
import { eventPages } from './pages/events/events.tsx';
import { filePages } from './pages/files/files.tsx';
import { ledgerPages } from './pages/ledger/ledger.tsx';
import { memoryPages } from './pages/memories/memories.tsx';
import { overviewPage } from './pages/overview.tsx';
import { reviewPages } from './pages/review/review.tsx';
import { searchPages } from './pages/search/search.tsx';
import { sessionPages } from './pages/sessions/sessions.tsx';

/** `assetFolder` is where the build put style and scripts. */
export function dashboard(dependencies: ApiDependencies, assetFolder: string): Pages {
  const assets = new Assets(assetFolder);
  const pages = new PageServer(dependencies, assets);
  const loginPage = (isIn = false) => `<!doctype html>${LoginPage({ asset: assets.url, isIn })}`;
  return {
    refusals: (app) => pages.refusals(app),
    register(app) {
      assets.register(app);
      loginForWhoIsIn(app, loginPage);
      overviewPage(app, pages);
      memoryPages(app, pages);
      filePages(app, pages);
      actionPages(app, pages);
      reviewPages(app, pages);
      searchPages(app, pages);
      sessionPages(app, pages);
      eventPages(app, pages);
      cooldownPages(app, pages);
      ledgerPages(app, pages);
      forgetSheets(app, pages);
      keepingActs(app, pages);
    },
    loginPage: () => loginPage(),
    errorPage: ({ message, hint }, status) =>
      `<!doctype html>${ErrorPage({ asset: assets.url, status, message: sentence(message), hint: hintForPeople(hint) })}`,
  };
}

/** `carryover open` leads there in any case; who is not signed in is given that page wherever they go. */
function loginForWhoIsIn(app: App, loginPage: (isIn: true) => string): void {
  app.get('/login', (context, next) =>
    wantsPage(context.env.incoming) ? Promise.resolve(answerPage(200, loginPage(true))) : next(),
  );
}
