/**
 * What a tool call says, as text worth searching: the command, the path with the change, the question; never the JSON
 * around it when a plainer form exists. Hooks and transcripts give the same structured forms, so both read the same.
 */
import type { Json } from '../../memory/record.ts';

/** Enough to see which files a command reads. */
const COMMAND_CHARS = 1_000;

type Fields = Readonly<Record<string, unknown>>;

const FILE_TOOLS: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead']);

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** True when input or output of the tool is the content of the file it names. */
export function handlesFileContent(tool: string): boolean {
  return FILE_TOOLS.has(tool);
}

export function toolPath(input: unknown): string | null {
  if (!isObject(input)) return null;
  return text(input.file_path) || text(input.notebook_path) || text(input.path) || null;
}

/** The command an output came from: capture judges by it whether the output is that of a secret file. */
export function commandOf(tool: string, input: unknown): { readonly command?: string } {
  return tool === 'Bash' && isObject(input)
    ? { command: text(input.command).slice(0, COMMAND_CHARS).toWellFormed() }
    : {};
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
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return output.map(blockText).filter(Boolean).join('\n');
  if (!isObject(output)) return plain(output);
  if (tool === 'Bash') return [text(output.stdout), text(output.stderr)].filter(Boolean).join('\n');
  if (isObject(output.file)) return text(output.file.content) || plain(output.file);
  // Edit and Write answer with the whole file before and after; the change is in the input already.
  if (tool === 'Edit' || tool === 'MultiEdit' || tool === 'Write') return text(output.filePath) || text(output.type);
  if (Array.isArray(output.content)) return toolOutputText(tool, output.content);
  return plain(output);
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
