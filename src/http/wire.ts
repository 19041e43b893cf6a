/** How things look outside: snake_case, one function per thing, so that a renamed field inside changes nothing there. */
import type { Erasure, ExportRow, Injection } from '../journal/journal.ts';
import type { StoredAct } from '../memory/act.ts';
import type { StoredRecord } from '../memory/record.ts';
import type { StatusReport } from '../memory/status.ts';

export type WireStatus = ReturnType<typeof statusToWire>;

export function erasureToWire(erasure: Erasure) {
  return {
    id: erasure.id,
    workspace: erasure.workspace,
    turn_revisions: erasure.turnRevisions,
    injections: erasure.injections,
  };
}

export function statusToWire(status: StatusReport) {
  return {
    version: status.version,
    pid: status.pid,
    port: status.port,
    uptime_ms: status.uptimeMs,
    state: status.state,
    problems: status.problems,
    journal: status.journal,
    last_event_at: status.lastEventAt,
    active_sessions: status.activeSessions,
    curator: {
      provider: status.curator.provider,
      model: status.curator.model,
      profile: status.curator.profile,
      fallback: status.curator.fallback,
      last_curated_at: status.curator.lastCuratedAt,
    },
    queue: { waiting: status.queue.waiting, parked: status.queue.parked, oldest_ms: status.queue.oldestMs },
    knowledge: {
      learnings: status.knowledge.learnings,
      learnings_ever: status.knowledge.learningsEver,
      pending_actions: status.knowledge.pendingActions,
      waiting_reviews: status.knowledge.waitingReviews,
      dropped: status.knowledge.dropped,
    },
    recall: status.recall,
    injected: status.injected,
    release: status.release,
    spend: { day_usd: status.spend.dayUsd, daily_usd: status.spend.dailyUsd },
    spool: { files: status.spool.files, bytes: status.spool.bytes, oldest_ms: status.spool.oldestMs },
    capture: {
      received: status.capture.received,
      stored: status.capture.stored,
      duplicates: status.capture.duplicates,
      redactions: status.capture.redactions,
      failed_redactions: status.capture.failedRedactions,
      dropped: status.capture.dropped,
      spooled: status.capture.spooled,
      late: status.capture.late,
      errors: status.capture.errors,
    },
  };
}

export function recordToWire(record: StoredRecord) {
  return {
    id: record.id,
    seq: record.seq,
    ts: record.ts,
    type: record.type,
    session_id: record.sessionId,
    workspace: record.workspace,
    turn_id: record.turnId,
    source: record.source,
    tool: record.tool,
    path: record.path,
    content: record.content,
    tags: record.tags,
    metadata: record.metadata,
  };
}

export function exportRowToWire(entry: ExportRow): object {
  switch (entry.kind) {
    case 'session':
      return {
        kind: 'session',
        id: entry.row.id,
        client: entry.row.client,
        workspace: entry.row.workspace,
        cwd: entry.row.cwd,
        started_at: entry.row.startedAt,
        ended_at: entry.row.endedAt,
        last_record_at: entry.row.lastRecordAt,
        message_count: entry.row.messageCount,
        observation_count: entry.row.observationCount,
        metadata: entry.row.metadata,
      };
    case 'record':
      return { kind: 'record', ...recordToWire(entry.row) };
    case 'turn':
      return {
        kind: 'turn',
        id: entry.row.id,
        rev: entry.row.rev,
        session_id: entry.row.sessionId,
        workspace: entry.row.workspace,
        sequence_num: entry.row.sequenceNum,
        timestamp: entry.row.timestamp,
        closed_at: entry.row.closedAt,
        close_reason: entry.row.closeReason,
        user_message: entry.row.userMessage,
        tool_calls: entry.row.toolCalls,
        agent_response: entry.row.agentResponse,
        errors: entry.row.errors,
      };
    case 'injection':
      return { ...injectionToWire(entry.row), kind: 'injection', given_at: entry.row.kind };
    case 'curation':
    case 'edit':
    case 'scan':
      return actToWire(entry.row);
  }
}

export function injectionToWire({ detail, ...injection }: Injection) {
  return {
    id: injection.id,
    ts: injection.ts,
    session_id: injection.sessionId,
    workspace: injection.workspace,
    kind: injection.kind,
    turn_id: detail?.turnId ?? null,
    tokens: detail?.tokens ?? null,
    took_ms: detail?.tookMs ?? null,
    block: injection.text,
    items: injection.items.map((id, index) => ({ id, score: detail?.scores[index] ?? null })),
  };
}

function actToWire(act: StoredAct): object {
  const common = { kind: act.kind, id: act.id, seq: act.seq, ts: act.ts, workspace: act.workspace };
  switch (act.kind) {
    case 'curation':
      return {
        ...common,
        curator: act.curator,
        turns: act.turns,
        files: act.files,
        settings: act.settings,
        prompt_hash: act.promptHash,
        answers: act.answers,
        input_tokens: act.inputTokens,
        output_tokens: act.outputTokens,
        cost_usd: act.costUsd,
      };
    case 'edit':
      return { ...common, change: act.change };
    case 'scan':
      return { ...common, paths: act.paths, partial: act.partial };
  }
}
