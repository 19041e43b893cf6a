/** One record of a turn: its text, cut where it is long, and what can be done with it. */
import { type StoredRecord, textToShow } from '../../../memory/record.ts';
import type { RecordMark } from '../../../memory/scope-state.ts';
import { Badge, Clock, type Tone } from '../../elements.tsx';
import { ForgetButton } from '../../forget-sheet.tsx';
import { counted, wholeNumber } from '../../format.ts';
import { MarkButton, RememberButton } from '../../mark-buttons.tsx';
import { saidBy } from '../../said-by.ts';
import { type CallOutcome, type Entry, outcomeOf } from './entries.ts';

/** About a screen. */
const SHOWN_CHARS = 2_000;
/** So little more is not worth a click. */
const SPARE_CHARS = 400;
const LINE_CHARS = 160;

const OUTCOMES = {
  ok: { text: 'ok', look: { tone: 'good' } },
  error: { text: 'failed', look: { tone: 'bad' } },
  denied: { text: 'denied', look: { tone: 'warn' } },
  unknown: { text: 'no outcome', look: {} },
} as const satisfies Record<CallOutcome, { readonly text: string; readonly look: { readonly tone?: Tone } }>;

export type Marks = ReadonlyMap<string, RecordMark>;

interface EntryProps {
  readonly entry: Entry;
  readonly marks: Marks;
  readonly hidden: Hidden;
  /** When the turn began. */
  readonly since: number;
}

/** By the id of a record: in how many days its text goes. */
type Hidden = ReadonlyMap<string, number>;

export function EntryItem({ entry, since, ...known }: EntryProps) {
  if (entry.kind === 'said') return <Said record={entry.record} since={since} {...known} />;
  return <Call records={entry.records} {...known} />;
}

interface Known {
  readonly marks: Marks;
  readonly hidden: Hidden;
}

function Said({ record, marks, hidden, since }: Known & { record: StoredRecord; since: number }) {
  const agent = record.metadata.agent_type;
  return (
    <li class={`said ${record.type}`}>
      <div class="row spread">
        <div class="row small faint">
          <strong>{saidBy(record)}</strong>
          {typeof agent === 'string' && agent !== '' ? <Badge>subagent {agent}</Badge> : null}
          <Clock at={record.ts} since={since} />
        </div>
        <Acts record={record} marks={marks} />
      </div>
      <HiddenNote record={record} hidden={hidden} />
      <RecordText record={record} />
    </li>
  );
}

function Call({ records, marks, hidden }: Known & { records: Extract<Entry, { kind: 'call' }>['records'] }) {
  const [first] = records;
  const outcome = OUTCOMES[outcomeOf(records)];
  const agent = first.metadata.agent_type;
  return (
    <li class="call">
      <details>
        <summary class="call-head">
          <span class="call-line">
            <span class="mono">{first.tool ?? 'tool'}</span>
            <span class="mono faint one-line">{(first.path ?? firstLine(first)).slice(0, LINE_CHARS)}</span>
            {typeof agent === 'string' && agent !== '' ? <Badge>subagent {agent}</Badge> : null}
            <Badge {...outcome.look}>{outcome.text}</Badge>
          </span>
        </summary>
        <div class="stack">
          {first.path === null ? null : <Path path={first.path} />}
          {records.map((record) => (
            <div>
              <div class="row spread">
                <strong class="small faint">{saidBy(record)}</strong>
                <Acts record={record} marks={marks} isPart />
              </div>
              <HiddenNote record={record} hidden={hidden} />
              <RecordText record={record} />
            </div>
          ))}
          <div class="quiet-acts">
            <ForgetButton what={{ record_id: records.map(({ id }) => id) }} label="Forget this call…" />
          </div>
        </div>
      </details>
    </li>
  );
}

function HiddenNote({ record, hidden }: { record: StoredRecord; hidden: Hidden }) {
  const days = hidden.get(record.id);
  if (days === undefined) return null;
  return (
    <p class="row small soft">
      <Badge tone="warn">hidden</Badge> past its time, for no agent and no search: erased in {counted(days, 'day')} of
      running time. <MarkButton id={record.id} mark="pinned" isOn={false} label="Keep it" />
    </p>
  );
}

function Acts({ record, marks, isPart = false }: { record: StoredRecord; marks: Marks; isPart?: boolean }) {
  const mark = marks.get(record.id);
  return (
    <div class="quiet-acts">
      <RememberButton record={record.id} />
      <MarkButton id={record.id} mark="sensitive" isOn={mark?.sensitive === true} />
      <MarkButton id={record.id} mark="pinned" isOn={mark?.pinned === true} />
      {isPart ? null : <ForgetButton what={{ record_id: record.id }} />}
    </div>
  );
}

export function RecordText({ record, isWhole = false }: { record: StoredRecord; isWhole?: boolean }) {
  const text = textToShow(record);
  const isCut = !isWhole && text.length > SHOWN_CHARS + SPARE_CHARS;
  const shown = isCut ? `${text.slice(0, SHOWN_CHARS).toWellFormed()}…` : text;
  const isProse = record.type === 'prompt' || record.type === 'assistant';
  return (
    <div class="record-text">
      {isProse ? <div class="any-text measure">{shown}</div> : <pre class="sheet">{shown}</pre>}
      {isCut ? (
        <button
          type="button"
          class="show-all"
          hx-get={`/records/text?${new URLSearchParams({ id: record.id })}`}
          hx-target="closest .record-text"
          hx-swap="outerHTML"
        >
          Show all {wholeNumber(text.length)} characters
        </button>
      ) : null}
    </div>
  );
}

export function Path({ path }: { path: string }) {
  return (
    <span class="row small">
      <code class="any-text">{path}</code>
      <button type="button" class="plain" data-copy={path} aria-label={`Copy ${path}`}>
        Copy
      </button>
    </span>
  );
}

function firstLine(record: StoredRecord): string {
  return textToShow(record).trim().split('\n', 1)[0] ?? '';
}
