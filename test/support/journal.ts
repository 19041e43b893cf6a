/** What the daemon has stored, read the way anybody can: through the export. */
import type { TestHome } from './home.ts';

interface SessionRow {
  readonly id: string;
  readonly client: string;
  readonly cwd: string | null;
  readonly ended_at: number | null;
}

export interface RecordRow {
  readonly id: string;
  readonly ts: number;
  readonly type: string;
  readonly session_id: string;
  readonly source: string;
  readonly workspace: string | null;
  readonly tool: string | null;
  readonly path: string | null;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface TurnRow {
  readonly id: string;
  readonly rev: number;
  readonly session_id: string;
  readonly user_message: string;
  readonly tool_calls: readonly { readonly tool: string; readonly outcome: string }[];
  readonly agent_response: string;
  readonly close_reason: string;
}

interface InjectionRow {
  readonly session_id: string;
  readonly block: string;
}

interface LearningRow {
  readonly id: string;
  readonly content: string;
}

interface FileRow {
  readonly name: string;
  readonly content: string;
}

/** Of a memory file it has the text before and after. */
export interface EditRow {
  readonly change: { readonly kind: string; readonly before?: string; readonly content?: string };
}

export interface ExportedRows {
  readonly sessions: readonly SessionRow[];
  readonly records: readonly RecordRow[];
  readonly turns: readonly TurnRow[];
  readonly injections: readonly InjectionRow[];
  readonly learnings: readonly LearningRow[];
  readonly files: readonly FileRow[];
  readonly edits: readonly EditRow[];
}

export async function exportRows(home: TestHome): Promise<ExportedRows> {
  const answer = await fetch(`${home.url}/memory/export?format=jsonl`, {
    headers: { authorization: `Bearer ${home.token()}` },
  });
  if (!answer.ok) throw new Error(`export answered ${answer.status}`);
  const rows = (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { readonly kind: string });
  const ofKind = <Row>(kind: string) => rows.filter((row) => row.kind === kind) as unknown as readonly Row[];
  // The newest revision of each.
  const turns = new Map(ofKind<TurnRow>('turn').map((turn) => [turn.id, turn]));
  return {
    sessions: ofKind('session'),
    records: ofKind('record'),
    turns: [...turns.values()],
    injections: ofKind('injection'),
    learnings: ofKind('learning'),
    files: ofKind('file'),
    edits: ofKind('edit'),
  };
}
