/**
 * The ledger (D-072): what is kept and for how long, what was taken out, who is given what and where text may go; and the
 * ways to change that, to take everything along, and to have something forgotten.
 */
import type * as z from 'zod';
import type { App } from '../../../http/app.ts';
import type { releasedCopy, sweepAnswer } from '../../../http/openapi/schemas/privacy.ts';
import type { settingsChanged } from '../../../http/openapi/schemas/settings.ts';
import { PageHead } from '../../elements.tsx';
import { FORGOTTEN } from '../../forget-sheet.tsx';
import { counted } from '../../format.ts';
import type { PageServer, Visit } from '../../page-server.tsx';
import { namedSpaces } from '../../spaces.ts';
import { Toast } from '../../toast.tsx';
import { Belongings } from './data.tsx';
import { ForgetForm, Receipts } from './forgetting.tsx';
import { Given } from './given.tsx';
import type { LedgerView } from './ledger-view.ts';
import { Kept } from './retention.tsx';
import { RetentionSheet, SweepSheet } from './retention-sheets.tsx';
import { TakenOut } from './taken-out.tsx';
import { WhereTextGoes } from './where-text-goes.tsx';

const LEDGER = 'ledger';
const CHANGED = 'settings-changed';
const RECEIPTS = 20;

export function ledgerPages(app: App, pages: PageServer): void {
  const { journal, settings } = pages.dependencies;
  pages.page(app, '/ledger', async (visit) => {
    const view = await look(pages, visit);
    if (visit.wants(LEDGER)) return { fragment: <Ledger {...view} /> };
    return { title: 'Ledger', current: '/ledger', body: <LedgerPage {...view} /> };
  });
  pages.page(app, '/ledger/retention', async () => ({
    fragment: (
      <RetentionSheet
        settings={settings.read().settings}
        own={await ownRules(pages)}
        spaces={await namedSpaces(journal)}
      />
    ),
  }));
  pages.after<z.infer<typeof settingsChanged>>(app, 'put', '/settings', async (_, { previous }) => ({
    fragment: <Toast text="Saved. It holds from now on." undo={{ put: '/settings', values: previous }} />,
    headers: { 'HX-Trigger': `${CHANGED}, done` },
  }));
  pages.after<z.infer<typeof sweepAnswer>>(app, 'post', '/memory/retention', async (_, answer) =>
    'preview' in answer
      ? { fragment: <SweepSheet {...answer} /> }
      : {
          fragment: (
            <Toast text={`Hid ${counted(answer.hidden, 'record')}. Their text goes after 7 days of running time.`} />
          ),
          headers: { 'HX-Trigger': `${CHANGED}, done` },
        },
  );
  pages.after<z.infer<typeof releasedCopy>>(app, 'post', '/memory/backups/release', async () => ({
    fragment: <Toast text="The copy is removed." />,
    headers: { 'HX-Trigger': CHANGED },
  }));
}

async function look(pages: PageServer, { now }: Visit): Promise<LedgerView> {
  const { journal, apps, status, settings, redactions, forget, privacy } = pages.dependencies;
  return {
    now,
    status: await status(),
    report: settings.read(),
    redactions: redactions(),
    receipts: await forget.receipts(RECEIPTS),
    spaces: await namedSpaces(journal),
    own: await ownRules(pages),
    apps: apps.list().filter(({ unissued }) => unissued !== true).length,
    copies: privacy.protectedCopies(),
    hidden: sum([...(await journal.retention.hiddenCounts()).values()]),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The rules of single spaces; where a folder is not known any more, the space is undefined. */
async function ownRules({ dependencies: { settings, resolveWorkspace } }: PageServer): Promise<LedgerView['own']> {
  const entries = settings.read().settings['retention.spaces'];
  return Promise.all(
    entries.map(async (entry) => {
      const at = entry.lastIndexOf('=');
      return { entry, space: await resolveWorkspace(entry.slice(0, at)), days: entry.slice(at + 1) };
    }),
  );
}

function LedgerPage(view: LedgerView) {
  return (
    <>
      <PageHead title="Ledger" lead="What is kept and for how long, what was taken out, and who gets to see it." />
      <div
        id={LEDGER}
        hx-get="/ledger"
        hx-trigger={`${CHANGED} from:body, ${FORGOTTEN} from:body`}
        hx-swap="innerMorph"
      >
        <Ledger {...view} />
      </div>
    </>
  );
}

function Ledger(view: LedgerView) {
  return (
    <>
      <div class="ledger">
        <div class="stack wide">
          <Given {...view} />
          <Kept {...view} />
          <TakenOut {...view} />
        </div>
        <div class="stack wide">
          <WhereTextGoes {...view} />
          <Belongings {...view} />
        </div>
      </div>
      <section class="card block">
        <h2>Forget</h2>
        <ForgetForm {...view} />
        <Receipts {...view} />
      </section>
    </>
  );
}
