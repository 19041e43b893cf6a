/** How things look outside: snake_case, one function per thing, so that a renamed field inside changes nothing there. */
import type { Injection } from '../memory/injection.ts';
import type { StoredRecord } from '../memory/record.ts';
import type { StatusReport } from '../memory/status.ts';

export type WireStatus = ReturnType<typeof statusToWire>;

export function statusToWire(status: StatusReport) {
  return {
    version: status.version,
    pid: status.pid,
    port: status.port,
    uptime_ms: status.uptimeMs,
    encryption: status.encryption,
    state: status.state,
    problems: status.problems,
    questions: status.questions,
    backups: {
      copies: status.backups.copies,
      bytes: status.backups.bytes,
      last_at: status.backups.lastAt,
    },
    privacy: {
      injection: status.privacy.injection,
      prompts: status.privacy.prompts,
      sensitive: status.privacy.sensitive,
      model_calls: status.privacy.modelCalls,
      redacting: status.privacy.redacting,
      retention: {
        days: status.privacy.retention.days,
        spaces: status.privacy.retention.spaces,
        swept_at: status.privacy.retention.sweptAt,
        emptied_at: status.privacy.retention.emptiedAt,
        emptied: status.privacy.retention.emptied,
      },
    },
    journal: status.journal,
    last_event_at: status.lastEventAt,
    active_sessions: status.activeSessions,
    thread:
      status.thread === null
        ? null
        : {
            longest_ms: status.thread.longestMs,
            during: status.thread.during,
            at: status.thread.at,
            times: status.thread.times,
          },
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
      pinned: status.knowledge.pinned,
      sensitive: status.knowledge.sensitive,
      pending_actions: status.knowledge.pendingActions,
      waiting_reviews: status.knowledge.waitingReviews,
      waiting_questions: status.knowledge.waitingQuestions,
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
    ...(record.hidden === undefined ? {} : { hidden: true as const }),
  };
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
