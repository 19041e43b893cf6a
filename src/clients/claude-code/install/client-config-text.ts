/**
 * Puts our MCP server into the text of `~/.claude.json` and takes it out again. Pure. For one project the server stands
 * under `projects`, where only this person's client looks, never in the committed `.mcp.json`. The client calls this
 * file corrupt when it holds a comment, so it is read strictly.
 */
import { isDeepStrictEqual } from 'node:util';
import { CarryoverError } from '../../../memory/error.ts';
import type { Found } from './found.ts';
import { openJson } from './json-edit.ts';
import { isEmptyContainer, type JsonPath } from './json-tree.ts';
import { isOwnServer, SERVER_NAME } from './own-entries.ts';

export interface ClientConfigFile {
  readonly path: string;
  readonly text: string | null;
  /** The project the server is for; undefined for all. */
  readonly projectKey: string | undefined;
}

export function addServer(file: ClientConfigFile, server: object): string {
  const document = open(file);
  const path = serverPath(file);
  const present = document.get(path);
  if (present !== undefined && !isOwnServer(present)) {
    throw new CarryoverError(`${file.path}: another MCP server is called "${SERVER_NAME}"`, {
      code: 'server-name-taken',
      subject: file.path,
      hint: `rename or remove it (\`claude mcp remove ${SERVER_NAME}\`), then run the command again; nothing was changed`,
    });
  }
  return isDeepStrictEqual(present, server) ? document.text : document.set(path, server).text;
}

/** Without our server, and without the containers it leaves empty unless they were found there. */
export function removeServer(file: ClientConfigFile, found: Found): string {
  const path = serverPath(file);
  let document = open(file);
  if (!isOwnServer(document.get(path))) return file.text ?? '';
  document = document.remove(path);
  for (const container of containersOf(path)) {
    if (found.containers.includes(container.join('/')) || !isEmptyContainer(document.get(container))) break;
    document = document.remove(container);
  }
  return document.text;
}

export function hasOwnServer(file: ClientConfigFile): boolean {
  return isOwnServer(open(file).get(serverPath(file)));
}

export function findInClientConfig(file: ClientConfigFile): Found {
  const document = open(file);
  const present = containersOf(serverPath(file)).filter((path) => document.get(path) !== undefined);
  return { containers: present.map((path) => path.join('/')), rules: [] };
}

function open({ path, text }: ClientConfigFile): ReturnType<typeof openJson> {
  return openJson(text, { file: path, strict: true });
}

function serverPath({ projectKey }: ClientConfigFile): JsonPath {
  const scope = projectKey === undefined ? [] : ['projects', projectKey];
  return [...scope, 'mcpServers', SERVER_NAME];
}

/** What leads to the server, the innermost first. */
function containersOf(path: JsonPath): readonly JsonPath[] {
  return path.slice(0, -1).map((_, index) => path.slice(0, path.length - 1 - index));
}
