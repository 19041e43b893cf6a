/** How things look outside: snake_case, one function per thing, so that a renamed field inside changes nothing there. */
import type { Erasure, ExportRow, SearchHit } from '../journal/journal.ts';
import type { StoredAct } from '../memory/act.ts';
import type { LearningId, RecordId, SessionId, SpaceId } from '../memory/ids.ts';
import type { JsonObject, RecordType } from '../memory/record.ts';
import type { StatusReport } from '../memory/status.ts';

export interface WireHit {
  readonly id: RecordId | LearningId;
  readonly type: RecordType | 'fact';
  /** 0 … 1; the best of its kind in this answer is 1. */
  readonly score: number;
  readonly snippet: string;
  readonly session_id: SessionId | null;
  readonly workspace: SpaceId | null;
  readonly ts: number;
  readonly tags: readonly string[];
  /** Of a fact: learning_type, scope, subject, confidence, trust, valid. */
  readonly metadata: JsonObject;
}
export interface WireSearch {
  readonly hits: readonly WireHit[];
  readonly took_ms: number;
}
export type WireStatus = ReturnType<typeof statusToWire>;

export function hitToWire({ record, score, snippet }: SearchHit): WireHit {
  return {
    id: record.id,
    type: record.type,
    score,
    snippet,
    session_id: record.sessionId,
    workspace: record.workspace,
    ts: record.ts,
    tags: record.tags,
    metadata: record.metadata,
  };
}

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
      errors: status.capture.errors,
    },
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
      return {
        kind: 'record',
        id: entry.row.id,
        seq: entry.row.seq,
        ts: entry.row.ts,
        type: entry.row.type,
        session_id: entry.row.sessionId,
        workspace: entry.row.workspace,
        turn_id: entry.row.turnId,
        source: entry.row.source,
        tool: entry.row.tool,
        path: entry.row.path,
        content: entry.row.content,
        tags: entry.row.tags,
        metadata: entry.row.metadata,
      };
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
    case 'curation':
    case 'edit':
    case 'scan':
      return actToWire(entry.row);
  }
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
