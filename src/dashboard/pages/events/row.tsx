/** One event: how grave it is, what it is about, what was said, and where to read on. */
import type { Child } from 'hono/jsx';
import type { FedEvent } from '../../../http/event-feed.ts';
import { isUuid } from '../../../memory/ids.ts';
import type { Learning } from '../../../memory/learning.ts';
import { EVENT_LEVELS, type EventLevel, NO_SERVICE } from '../../../memory/marker.ts';
import { type StoredRecord, textToShow } from '../../../memory/record.ts';
import { memoryAddress, sessionAddress } from '../../addresses.ts';
import { Badge, Time, type Tone } from '../../elements.tsx';
import { counted, duration, typeName, usd } from '../../format.ts';
import { type NamedSpace, spaceName } from '../../spaces.ts';

const TONES = {
  info: 'info',
  warning: 'warn',
  error: 'bad',
  critical: 'bad',
} as const satisfies Record<EventLevel, Tone>;

interface Seen {
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

export function EventRow({ event, ...seen }: Seen & { readonly event: FedEvent }) {
  return event.kind === 'memory' ? (
    <MemoryMade learning={event.learning} {...seen} />
  ) : (
    <Reported record={event.record} {...seen} />
  );
}

function MemoryMade({ learning, spaces, now }: Seen & { readonly learning: Learning }) {
  const { id, type, subject, content, workspace, createdAt } = learning;
  return (
    <Row id={id} at={createdAt} now={now} level="info" service={subject ?? NO_SERVICE}>
      <div class="any-text">{content}</div>
      <div class="faint small">
        new memory, {typeName(type)} · {spaceName(spaces, workspace)} · <a href={memoryAddress(id)}>memory</a>
        <SessionLink id={learning.sessionId} />
      </div>
    </Row>
  );
}

function Reported({ record, spaces, now }: Seen & { readonly record: StoredRecord }) {
  const { event, level, service, run } = record.metadata;
  // A run has a session of its own, in which nothing but this is said.
  const isRunItself = typeof run === 'string' && record.sessionId === `run-${run}`;
  return (
    <Row
      id={record.id}
      at={record.ts}
      now={now}
      level={EVENT_LEVELS.find((known) => known === level)}
      service={typeof service === 'string' ? service : undefined}
    >
      {event === 'run-end' ? <RunEnd record={record} /> : <div class="any-text">{textToShow(record)}</div>}
      <div class="faint small">
        {KINDS[String(event)] ?? 'event'}
        {event === 'cooldown' ? ` of “${String(record.metadata.action)}”` : ''} ·{' '}
        {record.workspace === null ? 'no project' : spaceName(spaces, record.workspace)}
        {isRunItself ? null : <SessionLink id={record.sessionId} />}
      </div>
    </Row>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  marker: 'event',
  cooldown: 'use',
  'run-start': 'run started',
  'run-end': 'run ended',
};

function RunEnd({ record }: { readonly record: StoredRecord }) {
  const { name, exit_code: exitCode, signal, duration_ms: durationMs, turns, cost_usd: costUsd } = record.metadata;
  if (typeof exitCode !== 'number') return <div class="any-text">{textToShow(record)}</div>;
  return (
    <div class="row">
      <span>{typeof name === 'string' ? `Run of ${name}` : 'Run'} ended</span>
      <Badge tone={exitCode === 0 ? 'good' : 'bad'}>
        {typeof signal === 'string' ? signal : `exit code ${exitCode}`}
      </Badge>
      <span class="soft number">
        {[
          typeof durationMs === 'number' ? duration(durationMs) : [],
          typeof turns === 'number' && turns > 0 ? counted(turns, 'turn') : [],
          typeof costUsd === 'number' ? usd(costUsd) : [],
        ]
          .flat()
          .join(' · ')}
      </span>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly at: number;
  readonly now: number;
  readonly level: EventLevel | undefined;
  readonly service: string | undefined;
  readonly children?: Child;
}

function Row({ id, at, now, level, service, children }: RowProps) {
  return (
    // What was imported may be called anything; it gets no id.
    <tr id={isUuid(id) ? `event-${id}` : undefined} data-row="" tabindex={0}>
      <td class="tight">
        <Time at={at} now={now} />
      </td>
      <td class="tight">{level === undefined ? null : <Badge tone={TONES[level]}>{level}</Badge>}</td>
      <td class="tight" title={service}>
        {service}
      </td>
      <td class="wide">{children}</td>
    </tr>
  );
}

function SessionLink({ id }: { readonly id: string | null }) {
  if (id === null) return null;
  return (
    <>
      {' '}
      · <a href={sessionAddress(id)}>session</a>
    </>
  );
}
