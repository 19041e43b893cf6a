/** The frame of every page: head, sidebar, where toasts and dialogs go. */
import type { Child } from 'hono/jsx';
import { VERSION } from '../platform/version.ts';
import type { AssetName } from './assets.ts';
import { wholeNumber } from './format.ts';
import { Aside } from './toast.tsx';

export interface NavCounts {
  readonly actions: number;
  readonly reviews: number;
}

interface Place {
  readonly path: string;
  readonly label: string;
  readonly waits?: keyof NavCounts;
}

/** C-056 fixes the order of Overview, Sessions, Events, Memories and Cooldowns. */
const PLACES = [
  { path: '/', label: 'Overview' },
  { path: '/search', label: 'Search' },
  { path: '/sessions', label: 'Sessions' },
  { path: '/events', label: 'Events' },
  { path: '/memories', label: 'Memories' },
  { path: '/files', label: 'Files' },
  { path: '/actions', label: 'Actions', waits: 'actions' },
  { path: '/review', label: 'Review', waits: 'reviews' },
  { path: '/cooldowns', label: 'Cooldowns' },
  { path: '/ledger', label: 'Ledger' },
] as const satisfies readonly Place[];

export type PlacePath = (typeof PLACES)[number]['path'];

export type AssetUrl = (name: AssetName) => string;

interface FrameProps {
  readonly title: string;
  readonly asset: AssetUrl;
  readonly scripts: readonly AssetName[];
  readonly csrf?: string;
  readonly children?: Child;
}

/** Extensions are named, indicators styled by our own sheet, nothing may evaluate text, and history asks the server. */
const HTMX_CONFIG = JSON.stringify({ extensions: 'carryover', includeIndicatorCSS: false, history: 'reload' });

function Frame({ title, asset, scripts, csrf, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        {csrf === undefined ? null : <meta name="csrf" content={csrf} />}
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <title>{title}</title>
        <link rel="icon" href={asset('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={asset('dashboard.css')} />
        {scripts.map((name) => (
          <script src={asset(name)} defer />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

interface LayoutProps {
  readonly title: string;
  readonly current: PlacePath;
  readonly counts: NavCounts;
  readonly csrf: string;
  readonly asset: AssetUrl;
  readonly children?: Child;
}

export function Layout({ title, current, counts, csrf, asset, children }: LayoutProps) {
  return (
    <Frame title={`${title} · Carryover`} asset={asset} scripts={['htmx.js', 'dashboard.js']} csrf={csrf}>
      <div class="house">
        <a class="skip" href="#main">
          Skip to the page
        </a>
        <div class="sidebar">
          <a class="brand" href="/">
            <Mark />
            Carryover
          </a>
          <nav class="nav" aria-label="Pages">
            {PLACES.map((place: Place) => (
              <a href={place.path} aria-current={place.path === current ? 'page' : undefined}>
                {place.label}
                {place.waits === undefined ? null : (
                  <span class="count waits" id={`count-${place.waits}`} title="waiting">
                    {countShown(counts[place.waits])}
                  </span>
                )}
              </a>
            ))}
          </nav>
          <div class="foot small faint">
            <span>
              <kbd>/</kbd> searches
            </span>
            <span>Version {VERSION}</span>
            <button type="button" class="plain" hx-delete="/dashboard/session" hx-swap="none" data-leaves="">
              Sign out
            </button>
          </div>
        </div>
        <main class="page" id="main" tabindex={-1}>
          {children}
        </main>
      </div>
      <div class="toasts" id="toasts" aria-live="polite" />
      <dialog id="sheet" aria-label="Details" />
      <dialog id="confirm" aria-labelledby="confirm-question">
        <p id="confirm-question" data-question="" />
        <div class="acts">
          <button type="button" data-close="no">
            Cancel
          </button>
          <button type="button" class="danger" data-close="yes" data-yes="">
            Go on
          </button>
        </div>
      </dialog>
    </Frame>
  );
}

/** The counts of the sidebar again, beside an answer that changed what they count. */
export function NavCountsAgain({ counts }: { counts: NavCounts }) {
  return (
    <>
      {(['actions', 'reviews'] as const).map((name) => (
        <Aside target={`#count-${name}`} swap="innerHTML">
          {countShown(counts[name])}
        </Aside>
      ))}
    </>
  );
}

/** Nothing waits is nothing to say. */
function countShown(count: number): string {
  return count === 0 ? '' : wholeNumber(count);
}

/** Nothing on it is anybody's. Who is in already need not stay. */
export function LoginPage({ asset, isIn }: { readonly asset: AssetUrl; readonly isIn: boolean }) {
  return (
    <Frame title="Sign in · Carryover" asset={asset} scripts={['login.js']}>
      <main class="door">
        <div class="row">
          <Mark />
          <h1>Carryover</h1>
        </div>
        <p>
          This is your memory, so it asks who you are. Run <code>carryover open</code> in a terminal: it opens this page
          and signs you in. Or type the code that it prints.
        </p>
        <form id="sign-in" class="stack" data-in={isIn ? '' : undefined}>
          <label class="field">
            One-time code
            <input name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck={false} required />
          </label>
          <p id="problem" class="notice bad" role="alert" hidden />
          <div>
            <button type="submit" class="primary">
              Sign in
            </button>
          </div>
        </form>
        <p class="faint small">A code works once, for a minute.</p>
      </main>
    </Frame>
  );
}

interface ErrorPageProps {
  readonly asset: AssetUrl;
  readonly status: number;
  readonly message: string;
  readonly hint: string | undefined;
}

export function ErrorPage({ asset, status, message, hint }: ErrorPageProps) {
  return (
    <Frame title={`${status} · Carryover`} asset={asset} scripts={[]}>
      <main class="door">
        <h1>{status === 404 ? 'There is nothing here' : 'That did not work'}</h1>
        <p>{message}</p>
        {hint === undefined ? null : <p class="faint">{hint}</p>}
        <p>
          <a href="/">Back to the overview</a>
        </p>
      </main>
    </Frame>
  );
}

/** One thing handed on to the next. */
function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M4 15a6 6 0 1 1 11.5-2.4" stroke-width="2.4" stroke-linecap="round" />
      <path d="M12.2 11.2l3.4 2 2-3.5" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
