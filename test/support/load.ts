/**
 * Clients that keep the daemon busy, and the ledger of what it acknowledged to them: the model that its journal is
 * held against. Each client repeats what was not acknowledged, under the same id, until it is.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestHome } from './home.ts';
import { postHook, postRecords, toolEvent } from './hooks.ts';
import type { RecordRow } from './journal.ts';

const RECORD_CLIENTS = 4;
const HOOK_CLIENTS = 4;
/** Together about as much as a busy machine's agents send. */
const PAUSE_MS = 15;
const FAILED_PAUSE_MS = 50;

export interface Ledger {
  /** Ids of records that were acknowledged. */
  readonly records: ReadonlySet<string>;
  /** `tool_use_id`s of hook events that were acknowledged. */
  readonly events: ReadonlySet<string>;
  /** Requests that got no answer, or not a good one. */
  readonly failures: number;
}

export interface Load {
  /** Waits until every client has its last acknowledgement. */
  stop(): Promise<Ledger>;
}

export function startLoad(home: TestHome): Load {
  const records = new Set<string>();
  const events = new Set<string>();
  let failures = 0;
  let stopped = false;

  async function untilAcknowledged(send: () => Promise<{ readonly status: number }>): Promise<void> {
    for (;;) {
      const answer = await send().catch(() => undefined);
      const acknowledged = answer !== undefined && answer.status >= 200 && answer.status < 300;
      await sleep(acknowledged ? PAUSE_MS : FAILED_PAUSE_MS);
      if (acknowledged) return;
      failures += 1;
    }
  }

  async function sendRecords(client: number): Promise<void> {
    for (let round = 0; !stopped; round += 1) {
      // One, two or three in one request: all of them are acknowledged, or none.
      const ids = Array.from({ length: 1 + (round % 3) }, (_, index) => `record-${client}-${round}-${index}`);
      const batch = ids.map((id) => ({ id, type: 'event', content: `content of ${id}`, session_id: `load-${client}` }));
      await untilAcknowledged(() => postRecords(home, batch));
      for (const id of ids) records.add(id);
    }
  }

  async function sendEvents(client: number): Promise<void> {
    for (let round = 0; !stopped; round += 1) {
      const id = `toolu-${client}-${round}`;
      await untilAcknowledged(() => postHook(home, toolEvent(`agent-${client}`, id)));
      events.add(id);
    }
  }

  const clients = [
    ...Array.from({ length: RECORD_CLIENTS }, (_, client) => sendRecords(client)),
    ...Array.from({ length: HOOK_CLIENTS }, (_, client) => sendEvents(client)),
  ];
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(clients);
      return { records, events, failures };
    },
  };
}

/** What the journal does not hold exactly once, of what the ledger says was acknowledged. */
export function mismatches(ledger: Ledger, rows: readonly RecordRow[]): string[] {
  const found = new Map<string, number>();
  for (const row of rows) {
    const toolUseId = row.metadata.tool_use_id;
    const name = typeof toolUseId === 'string' ? `${row.type} ${toolUseId}` : row.id;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  const expected = [...ledger.records, ...[...ledger.events].flatMap((id) => [`tool_use ${id}`, `tool_result ${id}`])];
  return [
    ...expected.filter((name) => !found.has(name)).map((name) => `lost: ${name}`),
    ...[...found].filter(([, count]) => count > 1).map(([name, count]) => `${count} times: ${name}`),
  ];
}
