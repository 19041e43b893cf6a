/**
 * What a tool call says, as text worth searching: the command, the path with the change, the question; never the JSON
 * around it when a plainer form exists. Hooks and transcripts give the same structured forms, so both read the same.
 */

import { type Fields, isObject, text } from '../../memory/json-guards.ts';
import type { Json } from '../../memory/record.ts';
import { isSecretFile } from '../../redaction/secret-file.ts';
import { secretFilesInCommand } from '../../redaction/secret-file-command.ts';

/** Enough to recognise a command by. */
const COMMAND_CHARS = 1_000;

const FILE_TOOLS: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead']);
/** They take a path and answer with names only. */
const NAME_TOOLS: ReadonlySet<string> = new Set(['Glob', 'LS']);
/** The fields in which the tools of Claude Code and of MCP servers name a file. */
const PATH_FIELDS = ['file_path', 'notebook_path', 'path', 'filePath', 'filename', 'file'] as const;
/** How Grep begins a line of a file when it searched several: `path:12:text`, `path-12-text`, `path:text`. */
const GREP_PLACE = /^((?:[A-Za-z]:)?[^:\n]+?)(?:[:-]\d+[:-]|:)/;

/** True when input or output of the tool can be the content of the file it names; unknown tools are taken to read it. */
export function handlesFileContent(tool: string, input: unknown): boolean {
  return FILE_TOOLS.has(tool) || (!NAME_TOOLS.has(tool) && toolPath(input) !== null);
}

export function toolPath(input: unknown): string | null {
  if (!isObject(input)) return null;
  const named = PATH_FIELDS.map((field) => text(input[field])).find((path) => path !== '');
  if (named !== undefined) return pathOf(named);
  const uri = text(input.uri);
  if (uri.startsWith('file://')) return pathOf(uri);
  // A tool that reads several files has one output: the secret one among them decides.
  const several = Array.isArray(input.paths) ? input.paths.map(text).filter(Boolean).map(pathOf) : [];
  return several.find(isSecretFile) ?? several[0] ?? null;
}

function pathOf(named: string): string {
  if (!named.startsWith('file://')) return named;
  const path = named.slice('file://'.length).replace(/^\/(?=[A-Za-z]:)/, '');
  // Decoded one sign at a time, because one that is no character must not spoil the rest.
  return path.replace(/%([2-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** What is worth knowing of the command an output came from. */
export interface CommandFacts {
  readonly command?: string;
  /** The file whose content the output is, when that is a secret. */
  readonly secret_file?: string;
}

export function commandOf(tool: string, input: unknown): CommandFacts {
  if (tool !== 'Bash' || !isObject(input)) return {};
  const whole = text(input.command);
  const command = whole.slice(0, COMMAND_CHARS).toWellFormed();
  const secretFile = secretFilesInCommand(whole)[0];
  return secretFile === undefined ? { command } : { command, secret_file: secretFile };
}

export function toolInputText(tool: string, input: unknown): string {
  if (!isObject(input)) return plain(input);
  switch (tool) {
    case 'Bash':
      return text(input.command);
    case 'Read':
      return text(input.file_path);
    case 'Write':
      return `${text(input.file_path)}\n${text(input.content)}`;
    case 'Edit':
      return `${text(input.file_path)}\n${change(input)}`;
    case 'MultiEdit':
      return [
        text(input.file_path),
        ...(Array.isArray(input.edits) ? input.edits : []).filter(isObject).map(change),
      ].join('\n');
    case 'Agent':
    case 'Task':
      return [text(input.description), text(input.prompt)].filter(Boolean).join('\n');
    default:
      return plain(input);
  }
}

export function toolOutputText(tool: string, output: unknown): string {
  if (tool === 'Grep') return withoutSecretLines(grepText(output));
  return outputText(tool, output);
}

function outputText(tool: string, output: unknown): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return output.map(blockText).filter(Boolean).join('\n');
  if (!isObject(output)) return plain(output);
  if (tool === 'Bash') return [text(output.stdout), text(output.stderr)].filter(Boolean).join('\n');
  if (isObject(output.file)) return text(output.file.content) || plain(output.file);
  // Edit and Write answer with the whole file before and after; the change is in the input already.
  if (tool === 'Edit' || tool === 'MultiEdit' || tool === 'Write') return text(output.filePath) || text(output.type);
  if (Array.isArray(output.content)) return outputText(tool, output.content);
  return plain(output);
}

function grepText(output: unknown): string {
  if (!isObject(output) || Array.isArray(output.content)) return outputText('Grep', output);
  const names = Array.isArray(output.filenames) ? output.filenames.map(text).filter(Boolean) : [];
  return text(output.content) || names.join('\n');
}

/** A search through a folder also finds lines of secret files in it (RED-11). */
function withoutSecretLines(found: string): string {
  return found
    .split('\n')
    .map((line) => {
      const file = GREP_PLACE.exec(line)?.[1];
      return file !== undefined && isSecretFile(file) ? `[SECRET-FILE ${file}]` : line;
    })
    .join('\n');
}

function change(edit: Fields): string {
  const removed = text(edit.old_string);
  const added = text(edit.new_string);
  return [removed && prefixLines('- ', removed), added && prefixLines('+ ', added)].filter(Boolean).join('\n');
}

function prefixLines(prefix: string, lines: string): string {
  return lines
    .split('\n')
    .map((line) => prefix + line)
    .join('\n');
}

function blockText(block: unknown): string {
  if (!isObject(block)) return plain(block);
  if (block.type === 'text') return text(block.text);
  // Images and documents are data, not words.
  if (block.type === 'image' || block.type === 'document') return `[${String(block.type)}]`;
  return plain(block);
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value as Json);
}
