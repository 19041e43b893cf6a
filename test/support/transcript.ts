/** A transcript file as the client writes it: below `projects`, named after its session, one JSON object per line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './workspace.ts';

/** Returns its path, for `transcript_path`. */
export function writeTranscript(session: string, lines: readonly object[]): string {
  const path = join(makeFolder('client'), 'projects', 'somewhere', `${session}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const text = lines.map(
    (line) => `${JSON.stringify({ sessionId: session, timestamp: new Date().toISOString(), ...line })}\n`,
  );
  writeFileSync(path, text.join(''));
  return path;
}

export function promptLine(promptId: string, content: string): object {
  return { type: 'user', uuid: `line-${promptId}`, promptId, message: { role: 'user', content } };
}
