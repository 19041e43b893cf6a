/** All pages, as the server wants them. */
import type { ApiDependencies } from '../http/api.ts';
import type { Pages } from '../http/pages.ts';
import { Assets } from './assets.ts';
import { ErrorPage, LoginPage } from './layout.tsx';
import { PageServer } from './page-server.tsx';
import { memoryPages } from './pages/memories/memories.tsx';
import { overviewPage } from './pages/overview.tsx';

/** `assetFolder` is where the build put style and scripts. */
export function dashboard(dependencies: ApiDependencies, assetFolder: string): Pages {
  const assets = new Assets(assetFolder);
  const pages = new PageServer(dependencies, assets);
  return {
    register(app) {
      assets.register(app);
      pages.refusals(app);
      overviewPage(app, pages);
      memoryPages(app, pages);
    },
    loginPage: () => `<!doctype html>${LoginPage({ asset: assets.url })}`,
    errorPage: ({ message, hint }, status) =>
      `<!doctype html>${ErrorPage({ asset: assets.url, status, message, hint })}`,
  };
}
