/**
 * Rows of the journal as lines of an export (docs/export.md), in snake_case; what acts hold is as the journal holds it. A
 * line has all that is needed to put the row into another journal, and nothing that differs between two journals that
 * say the same: the order of lines is the order of rows.
 */
import type { ExportRow } from '../../journal/sqlite/export-rows.ts';
import type { StoredAct } from '../../memory/act.ts';
import type { StoredInjection } from '../../memory/injection.ts';
import type { SettledCall } from '../../memory/model-call.ts';

export function journalLine(entry: ExportRow): object {
  switch (entry.kind) {
    case 'space':
      return { kind: 'space', id: entry.row.id, created_at: entry.row.createdAt };
    case 'place': {
      const { spaceId, anchor, root, kind, fingerprint, seenAt } = entry.row;
      return { kind: 'place', space_id: spaceId, anchor, root, place_kind: kind, fingerprint, seen_at: seenAt };
    }
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
        last_record_id: entry.row.lastRecordId,
      };
    case 'injection':
      return injectionLine(entry.row);
    case 'act':
      return actLine(entry.row);
    case 'model-call':
      return { kind: 'model-call', ...callFields(entry.row) };
    case 'tombstone':
      return { kind: 'tombstone', of: entry.row.of, hash: entry.row.hash, erased_at: entry.row.erasedAt };
    case 'forget-receipt': {
      const { id, askedAt, finishedAt, selection, counts, copiesOutside, verification } = entry.row;
      const times = { asked_at: askedAt, finished_at: finishedAt };
      return { kind: 'forget-receipt', id, ...times, selection, counts, copies_outside: copiesOutside, verification };
    }
  }
}

/** The space a row belongs to; undefined for what belongs to all of them. */
export function workspaceOf(entry: ExportRow): string | null | undefined {
  switch (entry.kind) {
    case 'space':
      return entry.row.id;
    case 'place':
      return entry.row.spaceId;
    case 'model-call':
    case 'tombstone':
    case 'forget-receipt':
      return undefined;
    case 'act':
      return entry.row.kind === 'checkpoint' ? undefined : entry.row.workspace;
    default:
      return entry.row.workspace;
  }
}

function injectionLine({ detail, ...injection }: StoredInjection): object {
  return {
    kind: 'injection',
    id: injection.id,
    ts: injection.ts,
    session_id: injection.sessionId,
    workspace: injection.workspace,
    given_at: injection.kind,
    turn_id: detail?.turnId ?? null,
    tokens: detail?.tokens ?? null,
    took_ms: detail?.tookMs ?? null,
    block: injection.text,
    items: injection.items.map((id, index) => ({ id, score: detail?.scores[index] ?? null })),
  };
}

function actLine(act: StoredAct): object {
  const common = { kind: act.kind, id: act.id, ts: act.ts, workspace: act.workspace };
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
    case 'checkpoint':
      return { ...common, cause: act.cause, scopes: act.scopes, state: act.state };
  }
}

/** A model call as it looks outside, here and in the API. */
export function callFields({ id, ts, provider, model, purpose, sessions, reservedUsd, end }: SettledCall) {
  return {
    id,
    ts,
    provider,
    model,
    purpose,
    sessions,
    reserved_usd: reservedUsd,
    end: end && {
      ts: end.ts,
      outcome: end.outcome,
      problem: end.problem,
      input_tokens: end.inputTokens,
      output_tokens: end.outputTokens,
      cost_usd: end.costUsd,
    },
  };
}
