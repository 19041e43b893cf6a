/** The pages about memory files, and what saving and going back show. */
import type * as z from 'zod';
import { rewriteShown } from '../../../curator/decisions.ts';
import type { App } from '../../../http/app.ts';
import type { editedFile, memoryFile } from '../../../http/openapi/schemas/files.ts';
import { fileRefOf } from '../../../http/routes/files.ts';
import type { Knowledge } from '../../../knowledge/knowledge.ts';
import type { SpaceId } from '../../../memory/ids.ts';
import type { FileVersion, MemoryFileRef } from '../../../memory/memory-file.ts';
import type { PageServer, Visit } from '../../page-server.tsx';
import { fromOf, turned } from '../../page-turner.tsx';
import { namedSpaces, spaceName } from '../../spaces.ts';
import { Aside, Toast } from '../../toast.tsx';
import type { HeldReview } from '../review/held.tsx';
import { CHANGED, FILE, FileBody, type FileShown, type FileView, viewOf } from './file.tsx';
import { GoBack, SHOWN_VERSIONS, VersionChange } from './history.tsx';
import { type FileList, FileListBody, fileAddress, PATH } from './list.tsx';

/** Before each list of files is shown, the disk is looked at. */
const PAGE_SPACES = 8;

type Edited = z.infer<typeof editedFile>;

export function filePages(app: App, pages: PageServer): void {
  const { knowledge, resolveWorkspace } = pages.dependencies;
  const refOf = (visit: Visit) =>
    fileRefOf(visit.context.req.param('name') ?? '', visit.query('workspace'), resolveWorkspace);

  pages.page(app, PATH, async (visit) => {
    const body = <FileListBody {...(await lookAtAll(pages, visit))} />;
    return visit.wants('main') ? { fragment: body } : { title: 'Files', current: PATH, body };
  });
  pages.page(app, `${PATH}/:name`, async (visit) => {
    const shown = await lookAt(pages, visit, await refOf(visit), viewOf(visit.query('view')));
    const body = <FileBody {...shown} />;
    return visit.wants(FILE) ? { fragment: body } : { title: shown.ref.name, current: PATH, body };
  });
  pages.page(app, `${PATH}/:name/versions/:version`, async (visit) => {
    const ref = await refOf(visit);
    const wanted = Number(visit.context.req.param('version'));
    const [version, before, newest] = await Promise.all([
      pages.dependencies.curation.file(ref, wanted),
      knowledge.fileVersion(ref, wanted - 1),
      pages.dependencies.curation.file(ref),
    ]);
    if (visit.query('show') === 'back') return { fragment: <GoBack version={version.file} newest={newest.file} /> };
    return { fragment: <VersionChange version={version.file} before={before} /> };
  });
  fileActs(app, pages);
}

function fileActs(app: App, pages: PageServer): void {
  pages.after<Edited>(app, 'put', `${PATH}/:name`, async (visit, edited) => {
    const ref = refIn(edited);
    const isSame = edited.version === edited.previous_version;
    const body = <FileBody {...(await lookAt(pages, visit, ref, 'read'))} />;
    const hints = [
      edited.merged ? 'It had been changed meanwhile: both changes are in it.' : '',
      edited.over_limit
        ? `It is longer than ${edited.limit_lines} lines: yours stay, of the others the curator takes out the least important.`
        : '',
    ];
    const undo = isSame || edited.previous_version === 0 ? {} : { undo: backTo(ref, edited.previous_version) };
    return {
      fragment: (
        <>
          <Aside target={`#${FILE}`} swap="outerHTML">
            {body}
          </Aside>
          <Toast text={isSame ? 'Nothing changed.' : 'Saved.'} hint={hints.filter(Boolean).join(' ')} {...undo} />
        </>
      ),
      headers: { 'HX-Push-Url': fileAddress(ref) },
    };
  });
  pages.after<z.infer<typeof memoryFile>>(app, 'post', `${PATH}/:name/undo`, async (_, { version, ...file }) => {
    const ref = refIn(file);
    return {
      fragment: <Toast text="Taken back." {...(version === 1 ? {} : { undo: backTo(ref, version - 1) })} />,
      headers: { 'HX-Trigger': `${CHANGED}, done` },
    };
  });
}

function refIn({ name, workspace }: Pick<Edited, 'name' | 'workspace'>): MemoryFileRef {
  return { name, workspace: workspace as SpaceId | null };
}

function backTo({ name, workspace }: MemoryFileRef, version: number) {
  return { post: `${PATH}/${name}/undo`, values: { version, ...(workspace === null ? {} : { workspace }) } };
}

async function lookAtAll({ dependencies }: PageServer, visit: Visit): Promise<FileList> {
  const { curation, journal } = dependencies;
  const filesOf = async (workspace: SpaceId | null): Promise<readonly FileVersion[]> =>
    (await curation.files(workspace)).map(({ file }) => file).filter((file) => file.workspace === workspace);
  const all = await namedSpaces(journal);
  const workspace = visit.query('workspace');
  const from = fromOf(visit);
  const wanted = all.filter(({ id }) => workspace === undefined || id === workspace);
  const { shown, next } = turned(wanted.slice(from, from + PAGE_SPACES + 1), from, PAGE_SPACES);
  return {
    now: visit.now,
    home: await filesOf(null),
    spaces: await Promise.all(shown.map(async (space) => ({ space, files: await filesOf(space.id) }))),
    all,
    workspace,
    from,
    next,
  };
}

async function lookAt(
  { dependencies: { curation, knowledge, journal } }: PageServer,
  visit: Visit,
  ref: MemoryFileRef,
  view: FileView,
): Promise<FileShown> {
  const placed = (await curation.files(ref.workspace)).find(({ file }) => file.name === ref.name);
  const last = Math.min(placed?.file.version ?? 0, Number(visit.query('last')) || Number.MAX_SAFE_INTEGER);
  // One more, to say what the oldest shown changed.
  const numbers = view === 'history' ? Array.from({ length: SHOWN_VERSIONS + 1 }, (_, index) => last - index) : [];
  const versions = await Promise.all(numbers.map((version) => knowledge.fileVersion(ref, version)));
  const spaces = await namedSpaces(journal);
  return {
    ref,
    view,
    waiting: await waitingOf(knowledge, ref),
    spaces,
    place: spaceName(spaces, ref.workspace),
    path: placed?.path,
    newest: placed?.file,
    versions: versions.filter((version) => version !== undefined),
    now: visit.now,
  };
}

async function waitingOf(
  knowledge: Pick<Knowledge, 'foundEdits' | 'file' | 'fileVersion'>,
  { name, workspace }: MemoryFileRef,
): Promise<HeldReview | undefined> {
  const found = await knowledge.foundEdits();
  const review = found.find(({ held: { file } }) => file.name === name && file.workspace === workspace);
  if (review === undefined) return undefined;
  return { review, evidence: [], replaced: undefined, rewrite: await rewriteShown(knowledge, review.held, review) };
}
