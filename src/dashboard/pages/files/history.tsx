/** The versions of a file, and what going back to one would change. */
import { fileSpec } from '../../../files/manifest.ts';
import { versionToWire } from '../../../http/knowledge-wire.ts';
import type { FileVersion, MemoryFileRef } from '../../../memory/memory-file.ts';
import { withQuery } from '../../addresses.ts';
import { Diff } from '../../diff.tsx';
import { Badge, SheetActs, Time } from '../../elements.tsx';
import { counted } from '../../format.ts';
import { AUTHORS, PATH } from './list.tsx';

export const SHOWN_VERSIONS = 30;

interface VersionsProps {
  readonly ref: MemoryFileRef;
  readonly versions: readonly FileVersion[];
  readonly newest: FileVersion | undefined;
  readonly now: number;
}

export function Versions({ ref, versions, newest, now }: VersionsProps) {
  const isLocked = fileSpec(ref.name).owner === 'deploy';
  const older = versions[SHOWN_VERSIONS];
  return (
    <>
      <div class="table-wrap">
        <table class="folds">
          <thead>
            <tr>
              <th>Version</th>
              <th>When</th>
              <th>By</th>
              <th class="number">Length</th>
              <th>Change</th>
              <th>
                <span class="visually-hidden">What to do</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.slice(0, SHOWN_VERSIONS).map((version, index) => {
              const { lines, added, removed } = versionToWire(version, versions[index + 1]);
              const isNewest = version.version === newest?.version;
              return (
                <tr data-row="" tabindex={-1}>
                  <td class="tight">v{version.version}</td>
                  <td class="tight">
                    <Time at={version.ts} now={now} /> {isNewest ? <Badge tone="good">now</Badge> : null}
                  </td>
                  <td>{AUTHORS[version.author]}</td>
                  <td class="tight number">{counted(lines, 'line')}</td>
                  <td class="tight">
                    +{added} −{removed}
                  </td>
                  <td class="tight">
                    <div class="row-acts">
                      <Look of={version} show="change" label="What changed" />
                      {isNewest || isLocked ? null : <Look of={version} show="back" label="Go back…" />}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {older === undefined ? null : (
        <nav class="pager row" aria-label="Older versions">
          <a
            class="button"
            href={withQuery(`${PATH}/${ref.name}`, { workspace: ref.workspace, view: 'history', last: older.version })}
          >
            Older versions
          </a>
        </nav>
      )}
    </>
  );
}

function Look({ of: { name, workspace, version }, show, label }: { of: FileVersion; show: string; label: string }) {
  return (
    <button
      type="button"
      class="plain"
      hx-get={withQuery(`${PATH}/${name}/versions/${version}`, { workspace, show })}
      hx-target="#sheet"
    >
      {label}
    </button>
  );
}

/** What one version changed. */
export function VersionChange({ version, before }: { version: FileVersion; before: FileVersion | undefined }) {
  return (
    <div class="stack wide">
      <h2 tabindex={-1} autofocus>
        What version {version.version} of {version.name} changed
      </h2>
      <Diff before={before?.content ?? ''} after={version.content} name={version.name} />
      <div class="acts">
        <button type="button" data-close="">
          Close
        </button>
      </div>
    </div>
  );
}

export function GoBack({ version, newest }: { version: FileVersion; newest: FileVersion }) {
  const { name, workspace } = version;
  return (
    <form class="stack wide" hx-post={`${PATH}/${name}/undo`} hx-swap="none">
      <h2 tabindex={-1} autofocus>
        Go back to version {version.version} of {name}
      </h2>
      <p class="soft">
        This is what changes, against what stands there now. What was learned from lines that go is withdrawn. The
        versions in between stay, so you can come back.
      </p>
      <Diff before={newest.content} after={version.content} name={name} />
      <input type="hidden" name="version:number" value={String(version.version)} />
      {workspace === null ? null : <input type="hidden" name="workspace" value={workspace} />}
      <SheetActs does="Go back" />
    </form>
  );
}
