/**
 * What is known as Markdown pages for people and for git: the memory files as they are, learnings by type, actions, and a
 * page that leads to them. The same knowledge always gives the same pages: sorted, and without the time they were made.
 * Names of folders are made here from the names of projects, so that none leads out of the folder (SRV-14).
 */
import { basename } from 'node:path';
import { text } from '../../memory/json-guards.ts';

/** A line of an export, as far as it matters here. */
export type ExportLine = Readonly<Record<string, unknown>>;

const USER_FOLDER = 'user';
const SLUG_CHARS = 40;
const ID_CHARS = 8;

export class MarkdownPages {
  readonly #roots = new Map<string, string>();
  readonly #learnings = new Map<string, ExportLine[]>();
  readonly #actions = new Map<string, ExportLine[]>();
  readonly #pages = new Map<string, string>();

  take(line: ExportLine): void {
    if (line.kind === 'place') this.#roots.set(text(line.space_id), text(line.root));
    else if (line.kind === 'learning' && line.valid_to === null && line.type !== 'ACTION') group(this.#learnings, line);
    else if (line.kind === 'action' && line.status === 'pending') group(this.#actions, line);
    else if (line.kind === 'file')
      this.#pages.set(`${this.#folderOf(line.workspace)}/${text(line.name)}`, text(line.content));
  }

  /** Path within the folder, with `/`, to content; in the order of paths. */
  finish(): ReadonlyMap<string, string> {
    for (const [space, learnings] of this.#learnings)
      this.#pages.set(`${this.#folderOf(space)}/learnings.md`, learningsPage(learnings));
    for (const [space, actions] of this.#actions)
      this.#pages.set(`${this.#folderOf(space)}/actions.md`, actionsPage(actions));
    const paths = [...this.#pages.keys()].sort();
    const pages = new Map(paths.map((path) => [path, this.#pages.get(path) ?? '']));
    return pages.set('README.md', this.#index(paths));
  }

  #index(paths: readonly string[]): string {
    const names = new Map([...this.#roots].map(([id, root]) => [this.#folderOf(id), basename(root) || root]));
    const folders = [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))];
    const parts = folders.map((folder) => {
      const title = folder === USER_FOLDER ? 'Everywhere' : oneLine(names.get(folder) ?? folder);
      const links = paths
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => `- [${basename(path)}](${path})`);
      return `## ${title}\n\n${links.join('\n')}\n`;
    });
    return `# Memory\n\nWritten by \`carryover export --format markdown\`. Changes made here are not read back.\n\n${parts.join('\n')}`;
  }

  /** Ids end in what is random; their beginning is a time that several may share. */
  #folderOf(workspace: unknown): string {
    const id = text(workspace);
    if (id === '') return USER_FOLDER;
    const slug = basename(this.#roots.get(id) ?? '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, SLUG_CHARS);
    const end = id.replace(/[^a-zA-Z0-9]/g, '').slice(-ID_CHARS);
    return `spaces/${slug || 'space'}-${end}`;
  }
}

function group(groups: Map<string, ExportLine[]>, line: ExportLine): void {
  const key = text(line.workspace);
  groups.set(key, [...(groups.get(key) ?? []), line]);
}

function learningsPage(learnings: readonly ExportLine[]): string {
  const types = [...Map.groupBy(learnings, ({ type }) => text(type))].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = types.map(([type, ofType]) => `## ${type}\n\n${bullets(ofType, learningNote)}`);
  return `# Learnings\n\n${parts.join('\n')}`;
}

function actionsPage(actions: readonly ExportLine[]): string {
  return `# To do\n\n${bullets(actions, ({ priority }) => `priority ${String(priority)}`)}`;
}

function bullets(lines: readonly ExportLine[], noteOf: (line: ExportLine) => string): string {
  return lines
    .map((line) => `- ${oneLine(text(line.content))} <!-- ${text(line.id)}, ${noteOf(line)} -->\n`)
    .sort()
    .join('');
}

function learningNote({ trust, confidence, created_at }: ExportLine): string {
  const since = new Date(Number(created_at)).toISOString().slice(0, 10);
  return `${text(trust)}, ${Number(confidence).toFixed(2)}, since ${since}`;
}

/** No text may end the comment behind it early, or begin one of its own. */
function oneLine(content: string): string {
  return content.replace(/\s+/g, ' ').replaceAll('<!--', '<! --').replaceAll('-->', '-- >').trim();
}
