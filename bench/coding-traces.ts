/**
 * What is learned of recorded sessions, and how much of the next one was known before it began:
 * `npm run bench -- coding-traces --data DIR [--show] [--only NAME]`. Each file of the folder is a project, played session
 * by session through the hooks of a daemon and read by the rules after each. `--show` prints files and boot block.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, connect } from './support/api.ts';
import { startBenchDaemon } from './support/daemon.ts';
import { type Known, knownBefore } from './support/known-before.ts';
import { playSession, readAll } from './support/play-session.ts';
import { asPlayed, recordedProjects } from './support/recorded-sessions.ts';

const SAMPLE = join(import.meta.dirname, '..', 'test', 'corpora', 'coding-traces');
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const isShown = process.argv.includes('--show');

interface Kept {
  readonly block: string;
  readonly files: ReadonlyMap<string, string>;
  readonly learnings: readonly { readonly type: string; readonly content: string }[];
}

async function kept(api: Api, workspace: string): Promise<Kept> {
  const { block } = JSON.parse((await api.get('/memory/context', { workspace })).body) as { block: string };
  const { files } = JSON.parse((await api.get('/files', { workspace })).body) as { files: { name: string }[] };
  const texts = new Map<string, string>();
  for (const { name } of files) {
    const { body } = await api.get(`/files/${name}`, { workspace });
    texts.set(name, (JSON.parse(body) as { content: string }).content);
  }
  const lines = (await api.get('/memory/export', { format: 'jsonl', workspace })).body.split('\n').filter(Boolean);
  const learnings = lines
    .map((line) => JSON.parse(line) as { kind?: string; type: string; content: string; valid_to?: number | null })
    .filter(({ kind, valid_to }) => kind === 'learning' && (valid_to ?? null) === null);
  return { block, files: texts, learnings };
}

function everything({ block, files, learnings }: Kept): string {
  return [block, ...files.values(), ...learnings.map(({ content }) => content)].join('\n');
}

function linesOf(text: string): number {
  return text.split('\n').filter((line) => line.startsWith('- ')).length;
}

function share(part: readonly string[], whole: readonly string[]): string {
  return `${part.length} of ${whole.length}`;
}

const data = option('--data') ?? SAMPLE;
const only = option('--only');
const daemon = await startBenchDaemon({ config: { 'curator.profile': 'manual', 'curator.provider': 'rules' } });
const root = mkdtempSync(join(tmpdir(), 'carryover-traces-'));
const totals: Known[] = [];
try {
  const api = connect(daemon);
  for (const [name, sessions] of recordedProjects(data)) {
    if (only !== undefined && only !== name) continue;
    const project = join(root, 'projects', name);
    mkdirSync(project, { recursive: true });
    execFileSync('git', ['init', '-q', project]);
    writeFileSync(join(project, 'package.json'), '{}\n');
    console.log(`\n== ${name}, ${sessions.length} sessions`);
    const touched = new Set<string>();
    for (const [at, session] of sessions.entries()) {
      if (at > 0) {
        const known = knownBefore(session, everything(await kept(api, project)));
        totals.push(known);
        const again = known.files.filter((path) => touched.has(path));
        const calls = `${share(known.sameCall, known.commands)} commands known as they were, ${share(known.sameProgram, known.commands)} by the program`;
        console.log(
          `  ${session.session_id}: ${calls}; ${share(known.knownFiles, known.files)} files known, ${again.length} touched before`,
        );
        const missed = known.commands.filter((call) => !known.sameCall.includes(call));
        if (isShown && missed.length > 0) console.log(`    not known: ${missed.join(' · ')}`);
      }
      await playSession(api, project, asPlayed(session, project));
      for (const path of knownBefore(session, '').files) touched.add(path);
      await readAll(api);
    }
    print(await kept(api, project));
  }
  api.close();
} finally {
  await daemon.stop();
  rmSync(root, { recursive: true, force: true });
}
const all = (pick: (known: Known) => readonly string[]): readonly string[] => totals.flatMap(pick);
console.log(
  `\nall sessions but the first of each project: ${share(
    all(({ sameCall }) => sameCall),
    all(({ commands }) => commands),
  )} commands known as they were, ${share(
    all(({ sameProgram }) => sameProgram),
    all(({ commands }) => commands),
  )} by the program, ${share(
    all(({ knownFiles }) => knownFiles),
    all(({ files }) => files),
  )} edited files known`,
);

function print(now: Kept): void {
  const types = new Map<string, number>();
  for (const { type } of now.learnings) types.set(type, (types.get(type) ?? 0) + 1);
  console.log(`  learnings: ${[...types].map(([type, count]) => `${type} ${count}`).join(', ') || 'none'}`);
  console.log(`  lines: ${[...now.files].map(([file, text]) => `${file} ${linesOf(text)}`).join(', ') || 'no file'}`);
  if (!isShown) return;
  for (const [file, text] of now.files) console.log(`--- ${file}\n${text}`);
  console.log(`--- boot block of the next session\n${now.block}`);
}
