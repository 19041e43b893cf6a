/** A page of a session's timeline: its turns, and what happened between them, in the order of time. */
import type { Learning } from '../../../memory/learning.ts';
import { type Json, type StoredRecord, textToShow } from '../../../memory/record.ts';
import type { Turn } from '../../../memory/turn.ts';
import { Badge, Clock, Pager, type Tone } from '../../elements.tsx';
import { ForgetButton } from '../../forget-sheet.tsx';
import { TurnItem } from './turn.tsx';

const EVENT_CHARS = 400;
const TONES: Readonly<Record<string, Tone>> = { info: 'info', warning: 'warn', error: 'bad', critical: 'bad' };
const EVENTS: Readonly<Record<string, string>> = {
  'session-start': 'start',
  'session-end': 'end',
  compaction: 'compaction',
  'compaction-end': 'compacted to',
  'run-start': 'run',
  'run-end': 'run',
  marker: 'said',
  cooldown: 'used',
};

/** Those that hold words of somebody. */
const SAID = new Set<unknown>(['marker', 'cooldown', 'compaction-end']);

export interface TimelinePage {
  readonly turns: readonly Turn[];
  readonly events: readonly StoredRecord[];
  readonly learnings: readonly Learning[];
  /** Where the rest is. */
  readonly next: string | undefined;
  /** When the session began. */
  readonly since: number;
  readonly now: number;
}

export function Timeline({ turns, events, learnings, next, since, now }: TimelinePage) {
  const learned = Map.groupBy(learnings, ({ turnId }) => turnId);
  const items = [
    ...turns.map((turn) => ({
      at: turn.timestamp,
      item: <TurnItem turn={turn} learned={learned.get(turn.id)?.length ?? 0} since={since} now={now} />,
    })),
    ...events.map((record) => ({ at: record.ts, item: <EventLine record={record} since={since} /> })),
  ].toSorted((a, b) => a.at - b.at);
  return (
    <>
      <ol class="timeline">
        {items.map(({ item }) => (
          <li>{item}</li>
        ))}
      </ol>
      {next === undefined ? null : <Pager href={next} label="Show later turns" />}
    </>
  );
}

function EventLine({ record, since }: { record: StoredRecord; since: number }) {
  const { event, level, service, action } = record.metadata;
  const tone = TONES[textOf(level) ?? ''];
  return (
    <div class="event-line small">
      <Badge {...(tone === undefined ? {} : { tone })}>{textOf(level) ?? EVENTS[textOf(event) ?? ''] ?? 'event'}</Badge>
      {record.hidden === undefined ? null : <Badge tone="warn">hidden: past its time</Badge>}
      {textOf(service) === undefined ? null : <strong>{textOf(service)}</strong>}
      {textOf(action) === undefined ? null : <span class="mono">{textOf(action)}</span>}
      <span class="any-text soft">{textToShow(record).slice(0, EVENT_CHARS).toWellFormed()}</span>
      <span class="faint">
        <Clock at={record.ts} since={since} />
      </span>
      {SAID.has(event) ? (
        <span class="quiet-acts">
          <ForgetButton what={{ record_id: record.id }} />
        </span>
      ) : null}
    </div>
  );
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
