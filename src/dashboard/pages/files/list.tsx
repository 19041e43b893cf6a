/** The memory files of the home and of each space: how full they are, whose they are, and who changed them last. */
import { countLines } from '../../../files/file-text.ts';
import { fileSpec, refsOf } from '../../../files/manifest.ts';
import type { SpaceId } from '../../../memory/ids.ts';
import type { FileVersion, MemoryFileName, MemoryFileRef } from '../../../memory/memory-file.ts';
import { withQuery } from '../../addresses.ts';
import { Meter } from '../../charts.tsx';
import { Badge, Choice, Empty, PageHead, Time } from '../../elements.tsx';
import { PageTurner } from '../../page-turner.tsx';
import { type NamedSpace, spaceChoices } from '../../spaces.ts';

export const PATH = '/files';
/** Fuller than this, the curator soon has to leave things out. */
const NEARLY_FULL = 0.9;

const HOLDS: Readonly<Record<MemoryFileName, string>> = {
  'soul.md': 'who the agent is',
  'os.md': 'rules for every session',
  'tools.md': 'commands, fixes, what is installed',
  'files.md': 'where things are in the project',
  'user.md': 'you: corrections, preferences, facts',
  'context.md': 'where the work stands: tasks, decisions, facts',
};

export const AUTHORS: Readonly<Record<FileVersion['author'], string>> = {
  curator: 'curator',
  human: 'you',
  deploy: 'a release',
  undo: 'you, going back',
  disk: 'found on disk',
};

export interface FileList {
  readonly now: number;
  readonly home: readonly FileVersion[];
  readonly spaces: readonly { readonly space: NamedSpace; readonly files: readonly FileVersion[] }[];
  readonly all: readonly NamedSpace[];
  readonly workspace: string | undefined;
  readonly from: number;
  readonly next: number | undefined;
}

export function fileAddress({ name, workspace }: MemoryFileRef, view?: string): string {
  return withQuery(`${PATH}/${name}`, { workspace, view });
}

export function FileListBody({ now, home, spaces, all, workspace, from, next }: FileList) {
  return (
    <>
      <PageHead
        title="Files"
        lead="What agents are told when a session starts. Edit them here or on disk: what you write wins; if an agent was at work meanwhile, after you said that it is yours."
      />
      {all.length < 2 ? null : (
        <form
          class="filters"
          action={PATH}
          method="get"
          hx-get={PATH}
          hx-trigger="change"
          hx-target="#main"
          hx-push-url="true"
        >
          <Choice label="Space" name="workspace" value={workspace} options={spaceChoices(all)} />
        </form>
      )}
      {from > 0 ? null : <Files title="Everywhere" workspace={null} files={home} now={now} />}
      {spaces.map(({ space, files }) => (
        <Files title={space.name} workspace={space.id} files={files} now={now} />
      ))}
      {all.length > 0 ? null : (
        <Empty title="No projects yet">
          <p>
            Each folder you work in gets three files of its own: tools.md, files.md and context.md. Connect an agent
            with <code>carryover init</code> and work as always.
          </p>
        </Empty>
      )}
      <PageTurner path={PATH} query={{ workspace }} from={from} next={next} />
    </>
  );
}

interface FilesProps {
  readonly title: string;
  readonly workspace: SpaceId | null;
  readonly files: readonly FileVersion[];
  readonly now: number;
}

function Files({ title, workspace, files, now }: FilesProps) {
  const refs = refsOf('six', workspace).filter((ref) => ref.workspace === workspace);
  return (
    <section>
      <h2>{title}</h2>
      <div class="table-wrap">
        <table class="folds even">
          <thead>
            <tr>
              <th>File</th>
              <th>Holds</th>
              <th class="number">Lines</th>
              <th>Last change</th>
              <th>By</th>
            </tr>
          </thead>
          <tbody>
            {refs.map((ref) => (
              <Row file={ref} version={files.find(({ name }) => name === ref.name)} now={now} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  readonly file: MemoryFileRef;
  readonly version: FileVersion | undefined;
  readonly now: number;
}

function Row({ file, version, now }: RowProps) {
  return (
    <tr data-row="" tabindex={-1}>
      <td>
        <a class="mono" href={fileAddress(file)}>
          {file.name}
        </a>{' '}
        <Locked name={file.name} />
      </td>
      <td class="wide faint">{HOLDS[file.name]}</td>
      <td class="number">
        {version === undefined ? <span class="faint">not written yet</span> : <Fullness version={version} />}
      </td>
      <td class="faint">{version === undefined ? '–' : <Time at={version.ts} now={now} />}</td>
      <td class="faint">{version === undefined ? '–' : AUTHORS[version.author]}</td>
    </tr>
  );
}

function Locked({ name }: { name: MemoryFileName }) {
  if (fileSpec(name).owner !== 'deploy') return null;
  return <Badge title="Only carryover deploy changes it">locked</Badge>;
}

export function Fullness({ version: { name, content } }: { version: Pick<FileVersion, 'name' | 'content'> }) {
  const { limitLines } = fileSpec(name);
  const lines = countLines(content);
  const tone = lines > limitLines ? 'bad' : lines > limitLines * NEARLY_FULL ? 'warn' : undefined;
  const told = `${lines} of ${limitLines} lines`;
  return (
    <span title={told}>
      <span class="number">
        {lines} / {limitLines}
      </span>{' '}
      <Meter value={lines} most={limitLines} name={told} {...(tone === undefined ? {} : { tone })} />
    </span>
  );
}
