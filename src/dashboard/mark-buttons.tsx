/**
 * What a person says about something that is kept, on whatever page: pin it, keep it from agents, or make a memory of
 * its words, which can be set right first.
 */
import type * as z from 'zod';
import type { App } from '../http/app.ts';
import type { markedLearning, markedRecord } from '../http/openapi/schemas/knowledge.ts';
import { readableRecord } from '../http/readable-by-id.ts';
import type { SpaceId } from '../memory/ids.ts';
import { type StoredRecord, textToShow } from '../memory/record.ts';
import { SheetActs } from './elements.tsx';
import type { Fragment, PageServer, Visit } from './page-server.tsx';
import { type NamedSpace, namedSpaces } from './spaces.ts';
import { Toast } from './toast.tsx';

const PERSON = { audience: 'person' } as const;
/** A memory is a sentence or two; of more the person takes what matters. */
const DRAFT_CHARS = 600;
/** As the route takes it. */
const MEMORY_CHARS = 2_000;

const MARKS = {
  pinned: { post: '/memory/pin', set: 'Pin', unset: 'Unpin', title: 'Kept in any case, beyond its time' },
  sensitive: {
    post: '/memory/sensitive',
    set: 'Mark sensitive',
    unset: 'Not sensitive',
    title: 'Not given to agents',
  },
} as const;

type Mark = keyof typeof MARKS;
type Marked = z.infer<typeof markedLearning> | z.infer<typeof markedRecord>;

interface MarkButtonProps {
  readonly id: string;
  readonly mark: Mark;
  readonly isOn: boolean;
  /** In place of its own name. */
  readonly label?: string;
}

export function MarkButton({ id, mark, isOn, label }: MarkButtonProps) {
  const { post, set, unset, title } = MARKS[mark];
  return (
    <button
      type="button"
      title={title}
      hx-post={post}
      hx-vals={JSON.stringify({ id, [mark]: !isOn })}
      hx-swap="outerMorph"
    >
      {label ?? (isOn ? unset : set)}
    </button>
  );
}

export function RememberButton({ record }: { record: string }) {
  return (
    <button type="button" hx-get={`/remember?${new URLSearchParams({ record })}`} hx-target="#sheet">
      Add to memory…
    </button>
  );
}

/** Once for all pages. */
export function keepingActs(app: App, pages: PageServer): void {
  const { journal } = pages.dependencies;
  pages.page(app, '/remember', async (visit) => ({
    fragment: (
      <RememberSheet
        record={await readableRecord(visit.query('record') ?? '', PERSON, journal)}
        spaces={await namedSpaces(journal)}
      />
    ),
  }));
  pages.after<Marked>(app, 'post', '/memory/pin', async (visit, marked) =>
    isOfWords(visit) ? remembered(marked) : shown(marked, 'pinned', marked.pinned ? 'Pinned.' : 'No longer pinned.'),
  );
  pages.after<Marked>(app, 'post', '/memory/sensitive', async (_, marked) =>
    shown(
      marked,
      'sensitive',
      marked.sensitive ? 'Marked sensitive: agents are not given it.' : 'No longer marked sensitive.',
    ),
  );
}

function isOfWords({ context }: Visit): boolean {
  const said = context.get('said') as { readonly content?: string };
  return said.content !== undefined;
}

/** What was known already must not be taken back with it. */
function remembered(marked: Marked): Fragment {
  const isNew = marked.kind === 'learning' && marked.created_at === marked.confirmed_at;
  const undo = { post: '/memory/undo', values: { learning: marked.id, confirm: true } };
  return {
    fragment: isNew ? (
      <Toast text="Added to memory." undo={undo} />
    ) : (
      <Toast text="It was known, and is confirmed now." />
    ),
    headers: { 'HX-Trigger': 'memories-changed, done' },
  };
}

function shown(marked: Marked, mark: Mark, text: string): Fragment {
  return {
    fragment: (
      <>
        <MarkButton id={marked.id} mark={mark} isOn={marked[mark]} />
        <Toast text={text} />
      </>
    ),
    headers: { 'HX-Trigger': 'memories-changed' },
  };
}

export function PlaceField({ spaces, place }: { spaces: readonly NamedSpace[]; place: SpaceId | null }) {
  return (
    <label class="field">
      Where it holds
      <select name="workspace:optional">
        <option value="" selected={place === null}>
          everywhere
        </option>
        {spaces.map(({ id, name }) => (
          <option value={id} selected={id === place}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function RememberSheet({ record, spaces }: { record: StoredRecord; spaces: readonly NamedSpace[] }) {
  return (
    <form class="stack wide" hx-post="/memory/pin" hx-swap="none">
      <h2>Add to memory</h2>
      <label class="field">
        What to remember
        <textarea name="content" maxlength={MEMORY_CHARS} required autofocus>
          {textToShow(record).slice(0, DRAFT_CHARS).toWellFormed()}
        </textarea>
      </label>
      <PlaceField spaces={spaces} place={record.workspace} />
      <p class="faint small">
        It is kept as your own words, pinned: it neither fades nor gives way to what agents say.
      </p>
      <SheetActs does="Add it" />
    </form>
  );
}
