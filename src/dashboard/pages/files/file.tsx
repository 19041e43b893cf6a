/** One memory file: read, as its source, edited in place, and what it was before. */
import { linesOf } from '../../../files/file-text.ts';
import { fileSpec } from '../../../files/manifest.ts';
import type { FileVersion, MemoryFileRef } from '../../../memory/memory-file.ts';
import { Empty, Notice, PageHead, Time } from '../../elements.tsx';
import { counted } from '../../format.ts';
import { Markdown } from '../../markdown.tsx';
import type { NamedSpace } from '../../spaces.ts';
import { Held, type HeldReview, REVIEWED } from '../review/held.tsx';
import { Versions } from './history.tsx';
import { AUTHORS, Fullness, fileAddress, PATH } from './list.tsx';

export const FILE = 'file';
export const CHANGED = 'files-changed';

const VIEWS = { read: 'Read', source: 'Source', history: 'History', edit: 'Edit' } as const;
export type FileView = keyof typeof VIEWS;

export interface FileShown {
  readonly ref: MemoryFileRef;
  readonly view: FileView;
  /** Of the space it belongs to. */
  readonly place: string;
  /** Absolute; undefined as long as there is no version. */
  readonly path: string | undefined;
  readonly newest: FileVersion | undefined;
  /** Newest first, and one more than is shown; for the history. */
  readonly versions: readonly FileVersion[];
  /** What was found on disk, and may not be the person's. */
  readonly waiting: HeldReview | undefined;
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

export function viewOf(name: string | undefined): FileView {
  return name !== undefined && Object.hasOwn(VIEWS, name) ? (name as FileView) : 'read';
}

/** Looks at itself again when the file has changed. */
export function FileBody(shown: FileShown) {
  const { ref, view, place, newest, waiting, spaces, now } = shown;
  const isLocked = fileSpec(ref.name).owner === 'deploy';
  const views = Object.entries(VIEWS).filter(([key]) => !(isLocked && key === 'edit'));
  return (
    <div
      id={FILE}
      hx-get={fileAddress(ref, view)}
      hx-trigger={`${CHANGED} from:body, ${REVIEWED} from:body`}
      hx-swap="outerHTML"
    >
      <p class="crumbs">
        <a href={PATH}>Files</a> / {place}
      </p>
      <PageHead title={ref.name} lead={<Lead {...shown} />}>
        <nav class="tabs" aria-label="Ways to look at it">
          {views.map(([key, label]) => (
            <a
              href={fileAddress(ref, key === 'read' ? undefined : key)}
              aria-current={key === view ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      </PageHead>
      {isLocked ? (
        <section>
          <Notice>
            <strong>Locked.</strong> Agents and the curator cannot change it; a change on disk is put back, and its
            history keeps what stood there. To change it, put the new text into a folder and run{' '}
            <code>carryover deploy FOLDER</code>.
          </Notice>
        </section>
      ) : null}
      {waiting === undefined ? null : (
        <section aria-label="A change that waits">
          <ul class="list">
            <Held {...waiting} spaces={spaces} now={now} />
          </ul>
        </section>
      )}
      <section>{newest === undefined && view !== 'edit' ? <None {...shown} /> : <Shown {...shown} />}</section>
    </div>
  );
}

function Lead({ newest, path, now }: FileShown) {
  if (newest === undefined) return <>Not written yet.</>;
  const { version, ts, author, humanLines } = newest;
  return (
    <>
      <Fullness version={newest} /> · version {version}, <Time at={ts} now={now} /> by {AUTHORS[author]}
      {humanLines.length === 0 ? '' : ` · ${counted(humanLines.length, 'line')} of yours, which no curator takes away`}
      <br />
      <code>{path}</code>
    </>
  );
}

function Shown(shown: FileShown) {
  const { view, newest } = shown;
  if (view === 'edit') return <Edit {...shown} />;
  if (newest === undefined) return null;
  if (view === 'history') return <Versions {...shown} />;
  if (view === 'source') return <Source {...newest} />;
  if (newest.content === '') return <p class="faint">It is empty.</p>;
  return (
    <div class="card">
      <Markdown text={newest.content} />
    </div>
  );
}

/** A person's own lines are marked. */
function Source({ content, humanLines }: FileVersion) {
  const own = new Set(humanLines);
  return (
    <pre class="source-lines sheet">
      {linesOf(content).map((line) =>
        own.has(line) ? (
          <span class="own" title="You wrote this line">
            {line}
          </span>
        ) : (
          <span>{line}</span>
        ),
      )}
    </pre>
  );
}

function Edit({ ref, newest }: FileShown) {
  return (
    <form class="stack" hx-put={`${PATH}/${ref.name}`} hx-swap="none">
      <label class="field">
        Text of {ref.name}, in Markdown
        <textarea class="source" name="content" rows={24} spellcheck={false} autofocus>
          {newest?.content ?? ''}
        </textarea>
      </label>
      <input type="hidden" name="base_version:number" value={String(newest?.version ?? 0)} />
      {ref.workspace === null ? null : <input type="hidden" name="workspace" value={ref.workspace} />}
      <div class="row">
        <button type="submit" class="primary">
          Save
        </button>
        <a class="button" data-cancel="" href={fileAddress(ref)}>
          Cancel
        </a>
        <span class="faint small">
          What you write wins and is learned: a line you take out is not learned again. At most{' '}
          {fileSpec(ref.name).limitLines} lines; of more the curator takes out the least important, never yours.
        </span>
      </div>
    </form>
  );
}

function None({ ref }: FileShown) {
  const isLocked = fileSpec(ref.name).owner === 'deploy';
  return (
    <Empty title="Nothing in it yet">
      {isLocked ? (
        <p>It comes with a release: a text that is the same for every session, wherever it runs.</p>
      ) : (
        <>
          <p>
            The curator writes it when there is something to keep in it. Or begin it yourself: what you write stays.
          </p>
          <a class="button" href={fileAddress(ref, 'edit')}>
            Write it
          </a>
        </>
      )}
    </Empty>
  );
}
