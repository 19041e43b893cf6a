/** The file of the memory MCP server: entities with observations, and relations between them, one JSON object per line. */
import { type Fields, isObject, text } from '../../../memory/json-guards.ts';
import { parseLine } from '../parse-line.ts';
import type { SourceStatement } from './source-lines.ts';

export function isMemoryMcp(line: Fields): boolean {
  return (
    (line.type === 'entity' && Array.isArray(line.observations)) || (line.type === 'relation' && 'relationType' in line)
  );
}

/** What is no line of such a file is a reason to refuse it. */
export function memoryMcp(path: string, bytes: Buffer): readonly SourceStatement[] | string {
  const line = parseLine(bytes);
  if (typeof line === 'string') return line;
  if (!isObject(line) || !isMemoryMcp(line)) return 'neither an entity nor a relation';
  const common = { type: 'FACT', path, ofProject: true } as const;
  if (line.type === 'relation')
    return [{ ...common, content: `${text(line.from)} ${text(line.relationType)} ${text(line.to)}` }];
  const name = text(line.name);
  return (line.observations as readonly unknown[])
    .map(text)
    .filter((observation) => observation.trim() !== '')
    .map((observation) => ({
      ...common,
      // What is said of a thing rarely names it.
      content: observation.includes(name) ? observation : `${name}: ${observation}`,
      subject: name,
      tags: text(line.entityType) === '' ? [] : [text(line.entityType)],
    }));
}
