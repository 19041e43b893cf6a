/**
 * Reads git's configuration format, and tells which remote a repository has. Pure: git is not asked. Includes and
 * `insteadOf` are not followed: they may lead anywhere. Takes time that grows with the text and not faster: whoever packs an
 * archive writes it.
 */
import { resolve } from 'node:path';

export interface GitConfigEntry {
  /** Section and name in small letters, the part in quotes as it is: `remote.origin.url`. */
  readonly key: string;
  readonly value: string;
}

const HEADER = /^\[[ \t]*([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?[ \t]*\](.*)$/;
const VARIABLE = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*=[ \t]*(.*)$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };
const REMOTE_URL = /^remote\.(.+)\.url$/s;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/;
/** `user@host:path`, without the user: a colon before any slash. */
const HOST_AND_PATH = /^(\[[^\]/]*\]|[^/:]+):/;
const USUAL_PORT: Readonly<Record<string, string>> = { http: '80', https: '443', git: '9418' };

export function readGitConfig(text: string): readonly GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  let section = '';
  for (const line of text.replaceAll(/\\\r?\n/g, '').split('\n')) {
    let rest = line.trim();
    const header = HEADER.exec(rest);
    if (header !== null) {
      const [, name = '', part, after = ''] = header;
      section = part === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${part.replaceAll(/\\(.)/g, '$1')}`;
      rest = after.trim();
    }
    const [, name, value = ''] = VARIABLE.exec(rest) ?? [];
    if (name !== undefined) entries.push({ key: `${section}.${name.toLowerCase()}`, value: plainValue(value) });
  }
  return entries;
}

/** The last one counts, as it does for git. */
export function configValue(entries: readonly GitConfigEntry[], key: string): string | undefined {
  return entries.findLast((entry) => entry.key === key)?.value;
}

/** `origin`, else the one that comes first; in the form in which URLs of one repository are equal. Empty without one. */
export function mainRemote(entries: readonly GitConfigEntry[], root: string): string {
  const remotes = entries.filter(({ key, value }) => REMOTE_URL.test(key) && value !== '');
  const main = remotes.find(({ key }) => key === 'remote.origin.url') ?? remotes[0];
  return main === undefined ? '' : normalRemote(main.value, root);
}

/**
 * Host and path: the same for https and ssh, with a user name, a password or a usual port and without, with `.git` and
 * without. The port of ssh says nothing about the repository; one of http may.
 */
export function normalRemote(url: string, root: string): string {
  const [opening = '', scheme = ''] = SCHEME.exec(url) ?? [];
  const kind = scheme.toLowerCase();
  const [authority, path] = parted(url.slice(opening.length), '/');
  if (scheme !== '' && kind !== 'file') {
    const place = withoutUser(authority);
    const [, host = place, port = ''] = HOST_AND_PORT.exec(place) ?? [];
    const keepsPort = port !== '' && kind in USUAL_PORT && USUAL_PORT[kind] !== port;
    const plain = kind in USUAL_PORT ? path.replace(/[?#].*$/s, '') : path;
    return `${host.toLowerCase()}${keepsPort ? `:${port}` : ''}/${plainPath(plain)}`;
  }
  if (scheme === '') {
    const [user] = parted(url, /[/:]/);
    const place = url.slice(user.lastIndexOf('@') + 1);
    const [start = '', host = ''] = HOST_AND_PATH.exec(place) ?? [];
    if (host !== '') return `${host.toLowerCase()}/${plainPath(place.slice(start.length))}`;
  }
  return `file:/${plainPath(resolve(root, scheme === '' ? url : path))}`;
}

/** What stands before the first such sign, and the rest from it on. */
function parted(text: string, sign: string | RegExp): readonly [string, string] {
  const at = typeof sign === 'string' ? text.indexOf(sign) : text.search(sign);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

function withoutUser(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1);
}

function plainPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.at(-1) === '.git') parts.pop();
  return parts.join('/').replace(/\.git$/, '');
}

/** Without quotes, escapes and a comment at the end. */
function plainValue(text: string): string {
  let value = '';
  let solid = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') quoted = !quoted;
    else if (sign === '\\') {
      at += 1;
      value += ESCAPES[text.charAt(at)] ?? text.charAt(at);
    } else if (!quoted && (sign === '#' || sign === ';')) break;
    else value += sign;
    if (quoted || !/\s/.test(sign)) solid = value.length;
  }
  return value.slice(0, solid);
}
