/**
 * A hook payload for the spool, without what is a secret as a whole: the content of a secret file, the output of a command
 * that prints one. Rules look for signs of a secret, and such a text may have none. The journal needs it not: capture/content-policy.ts
 * puts the same stubs into records. Limit: what was spooled tells no longer which marker lines the secret text held.
 */
import { type Fields, isObject, text } from '../../memory/json-guards.ts';
import { isSecretFile, stubSecretFile } from '../../redaction/secret-file.ts';
import { isSecretOutput, stubSecretOutput } from '../../redaction/secret-output.ts';
import { commandOf, handlesFileContent, toolOutputText, toolPath } from './tool-text.ts';

/** What the tools write into a file, or replace in it. */
const CONTENT_FIELDS = ['content', 'new_string', 'old_string', 'new_source', 'edits'];

export function withheldPayload(payload: Fields): Fields {
  const tool = text(payload.tool_name);
  const input = payload.tool_input;
  const path = handlesFileContent(tool, input) ? toolPath(input) : null;
  const file = path !== null && isSecretFile(path) ? path : commandOf(tool, input).secret_file;
  const command = tool === 'Bash' && isObject(input) ? text(input.command) : '';
  const stub = (output: string): string | undefined => {
    if (file !== undefined) return stubSecretFile(file, output);
    return command !== '' && isSecretOutput(command, output) ? stubSecretOutput(output) : undefined;
  };
  const kept: Record<string, unknown> = { ...payload };
  for (const field of ['tool_response', 'error']) {
    if (!(field in payload)) continue;
    const stubbed = stub(toolOutputText(tool, payload[field]));
    if (stubbed !== undefined) kept[field] = stubbed;
  }
  if (file !== undefined && file === path && isObject(input)) kept.tool_input = withoutContent(file, input);
  return kept;
}

function withoutContent(file: string, input: Fields): Fields {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      CONTENT_FIELDS.includes(name) ? withheldContent(file, value) : value,
    ]),
  );
}

function withheldContent(file: string, value: unknown): unknown {
  if (typeof value === 'string') return stubSecretFile(file, value);
  if (!Array.isArray(value)) return value;
  return value.filter(isObject).map((edit) => withoutContent(file, edit));
}
