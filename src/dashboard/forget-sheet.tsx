/**
 * Forgetting, on whatever page: what would go is shown first, in the dialog; then it goes, and the receipt takes its
 * place. What shows forgotten text on the page listens for `FORGOTTEN` and looks again; a page about nothing but what
 * went is emptied.
 */
import type * as z from 'zod';
import type { App } from '../http/app.ts';
import type { forgetAnswer } from '../http/openapi/schemas/privacy.ts';
import { Empty, Notice } from './elements.tsx';
import { bytes, counted, duration } from './format.ts';
import type { PageServer, Visit } from './page-server.tsx';
import { Aside } from './toast.tsx';

export const FORGOTTEN = 'forgotten';

/** As `POST /memory/forget` takes it. */
export type Forgettable = Readonly<
  Partial<Record<'record_id' | 'learning_id', string | readonly string[]>> &
    Partial<Record<'session_id' | 'workspace' | 'source', string>>
>;

type ForgetAnswer = z.infer<typeof forgetAnswer>;
type Preview = Extract<ForgetAnswer, { preview: true }>;
type Receipt = Exclude<ForgetAnswer, { preview: true }>;

const EXAMPLE_CHARS = 240;
const COUNTED = {
  records: ['record', 'records'],
  turns: ['turn it is part of', 'turns it is part of'],
  sessions: ['session', 'sessions'],
  learnings: ['memory that rests on it', 'memories that rest on it'],
  actions: ['action', 'actions'],
  file_lines: ['line of a memory file', 'lines of memory files'],
  injections: ['block that agents were given', 'blocks that agents were given'],
  acts: ['answer or edit whose text is emptied', 'answers and edits whose text is emptied'],
} as const satisfies Record<keyof Preview['counts'], readonly [one: string, many: string]>;
/** A page that is about the one thing that was forgotten. */
const ABOUT = { session: /^\/sessions\/./, learning: /^\/memories\/./ } as const;
const EVERYWHERE = { target: 'body' } as const;

export function ForgetButton({ what, label = 'Forget…' }: { what: Forgettable; label?: string }) {
  return (
    <button type="button" class="danger" hx-post="/memory/forget" hx-vals={JSON.stringify(what)} hx-target="#sheet">
      {label}
    </button>
  );
}

/** Once for all pages. */
export function forgetSheets(app: App, pages: PageServer): void {
  pages.after<ForgetAnswer>(app, 'post', '/memory/forget', async (visit, answer) => {
    if ('preview' in answer) {
      return { fragment: <PreviewSheet preview={answer} what={visit.context.get('said') as Forgettable} /> };
    }
    return {
      fragment: (
        <>
          <ReceiptSheet receipt={answer} />
          {isAboutIt(visit, answer) ? (
            <Aside target="#main" swap="innerHTML">
              <Empty title="Forgotten">
                <p>What this page was about is gone.</p>
                <p>
                  <a href="/">Back to the overview</a>
                </p>
              </Empty>
            </Aside>
          ) : null}
        </>
      ),
      headers: { 'HX-Trigger': JSON.stringify({ [FORGOTTEN]: EVERYWHERE, 'memories-changed': EVERYWHERE }) },
    };
  });
}

function isAboutIt({ context }: Visit, { selection }: Receipt): boolean {
  const url = context.req.header('HX-Current-URL') ?? '';
  if (selection !== 'session' && selection !== 'learning') return false;
  return URL.canParse(url) && ABOUT[selection].test(new URL(url).pathname);
}

function PreviewSheet({ preview, what }: { preview: Preview; what: Forgettable }) {
  const { counts, examples, copies_outside: copies, undos_ended: undos } = preview;
  const isNothing = Object.values(counts).every((count) => count === 0);
  return (
    <div class="stack wide">
      <h2>{isNothing ? 'Nothing is kept of it' : 'Forget this for good?'}</h2>
      {isNothing ? (
        <p class="soft">There is nothing here to forget: it may have gone already.</p>
      ) : (
        <p class="soft">
          It is erased everywhere in Carryover, with what was made of it, and cannot be taken back. Backups that hold it
          go too; the next hour makes a new one.
        </p>
      )}
      <Counts counts={counts} />
      {undos === 0 ? null : (
        <Notice tone="warn">
          {counted(undos, 'earlier change')} can no longer be undone afterwards: what they said is emptied with it.
        </Notice>
      )}
      {examples.length === 0 ? null : (
        <div>
          <h3>Such as</h3>
          <ul class="list small">
            {examples.map((text) => (
              <li class="any-text">{briefly(text)}</li>
            ))}
          </ul>
        </div>
      )}
      <Copies paths={copies} />
      <div class="acts" id="forget-acts">
        <p class="busy soft" role="status">
          Erasing it, then searching the whole home for what may be left. This can take a while; it goes on when you
          close this.
        </p>
        <button type="button" data-close="">
          {isNothing ? 'Close' : 'Cancel'}
        </button>
        {isNothing ? null : (
          <button
            type="button"
            class="danger primary"
            hx-post="/memory/forget"
            hx-vals={JSON.stringify({ ...what, confirm: true, wait: true })}
            hx-target="#sheet"
            hx-config={JSON.stringify({ timeout: 0 })}
            hx-indicator="#forget-acts"
            hx-disable="this"
          >
            Forget for good
          </button>
        )}
      </div>
    </div>
  );
}

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { counts, copies_outside: copies, verification, asked_at: askedAt, finished_at: finishedAt } = receipt;
  return (
    <div class="stack wide">
      <h2>Forgotten</h2>
      <Verified verification={verification} took={duration(finishedAt - askedAt)} />
      <Counts counts={counts} />
      <Copies paths={copies} />
      <p class="faint small">
        The receipt is kept in the <a href="/ledger">ledger</a>: how much went, and nothing of what it was.
      </p>
      <div class="acts">
        <button type="button" data-close="">
          Close
        </button>
      </div>
    </div>
  );
}

function Verified({ verification, took }: Pick<Receipt, 'verification'> & { took: string }) {
  const { state, traces_in: traces, files, bytes: size, searched_for: needles, left_out: leftOut } = verification;
  const searched = `${counted(files, 'file')} (${bytes(size)})`;
  switch (state) {
    case 'verified':
      return (
        <Notice tone="good">
          Verified: {counted(needles, 'piece')} of it looked for in {searched}, and none was found.
          {leftOut === 0 ? '' : ` About ${counted(leftOut, 'more piece')} were too many to look for.`} It took {took}.
        </Notice>
      );
    case 'proving':
      return (
        <Notice tone="warn">
          It is erased. The search of the home for what may be left could not be finished yet: the receipt in the ledger
          tells when it is.
        </Notice>
      );
    case 'not-searchable':
      return (
        <Notice tone="warn">
          It is erased: its rows and all that rested on them. That was not verified by a search, because nothing it said
          was its alone: every word of it is also said by what stays.
        </Notice>
      );
    case 'traces':
      return (
        <Notice tone="bad">
          <p>Something of it is still there, or could not be looked for, in {searched}:</p>
          <ul>
            {traces.map((place) => (
              <li class="mono any-text">{place}</li>
            ))}
          </ul>
        </Notice>
      );
  }
}

function Counts({ counts }: { counts: Preview['counts'] }) {
  const told = Object.entries(COUNTED).flatMap(([name, [one, many]]) => {
    const count = counts[name as keyof typeof COUNTED];
    return count === 0 ? [] : [counted(count, one, many)];
  });
  if (told.length === 0) return null;
  return (
    <ul class="facts-list">
      {told.map((text) => (
        <li>{text}</li>
      ))}
    </ul>
  );
}

function Copies({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>The client keeps its own copy, which is not ours to change. Delete it yourself if you want it gone:</p>
      <ul class="small">
        {paths.map((path) => (
          <li class="mono any-text">{path}</li>
        ))}
      </ul>
    </Notice>
  );
}

function briefly(text: string): string {
  return text.length <= EXAMPLE_CHARS ? text : `${text.slice(0, EXAMPLE_CHARS).toWellFormed()}…`;
}
