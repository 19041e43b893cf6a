/** A turn on the timeline: a line that says what it was about, and, once it is opened, everything in it. */
import type { Learning } from '../../../memory/learning.ts';
import type { StoredRecord } from '../../../memory/record.ts';
import type { Turn } from '../../../memory/turn.ts';
import { memoryAddress, sessionAddress, turnElementId } from '../../addresses.ts';
import { Badge, Clock } from '../../elements.tsx';
import { FORGOTTEN } from '../../forget-sheet.tsx';
import { counted, shortened, typeName } from '../../format.ts';
import { entriesOf } from './entries.ts';
import { type Given, GivenBlock } from './given.tsx';
import { EntryItem, type Marks, Path } from './record.tsx';

const LINE_CHARS = 220;
const PAGE_ENTRIES = 60;

export interface TurnInside {
  readonly records: readonly StoredRecord[];
  readonly given: readonly Given[];
  readonly learnings: readonly Learning[];
  readonly marks: Marks;
  /** Records that are past their time, and in how many days of running time their text goes. */
  readonly hidden: ReadonlyMap<string, number>;
  /** How many entries to show. */
  readonly shown: number;
}

interface TurnProps {
  readonly turn: Turn;
  readonly learned: number;
  /** When the session began. */
  readonly since: number;
  readonly now: number;
  /** When it is open from the beginning. */
  readonly inside?: TurnInside;
}

export function TurnItem({ turn, learned, since, now, inside }: TurnProps) {
  const { toolCalls, errors } = turn;
  const lazily =
    inside === undefined
      ? { 'hx-get': addressOf(turn), 'hx-trigger': 'toggle once', 'hx-target': 'find .turn-inside' }
      : { open: true };
  return (
    <details class="turn" id={turnElementId(turn.id)} {...lazily}>
      <summary class="turn-head" data-row="">
        <span class="turn-line">
          <span class="faint number">{turn.sequenceNum}</span>
          <span class="one-line">{lineOf(turn)}</span>
          <span class="row">
            {toolCalls.length === 0 ? null : <Badge>{counted(toolCalls.length, 'call')}</Badge>}
            {errors.length === 0 ? null : <Badge tone="bad">{counted(errors.length, 'error')}</Badge>}
            {learned === 0 ? null : <Badge tone="good">{learned} learned</Badge>}
            <span class="faint small">
              <Clock at={turn.timestamp} since={since} />
            </span>
          </span>
        </span>
      </summary>
      <div class="turn-inside">
        {inside === undefined ? (
          <p class="faint small">Loading…</p>
        ) : (
          <TurnInsideBody turn={turn} inside={inside} now={now} />
        )}
      </div>
    </details>
  );
}

export function TurnInsideBody({ turn, inside, now }: { turn: Turn; inside: TurnInside; now: number }) {
  const { records, given, learnings, marks, hidden, shown } = inside;
  const entries = entriesOf(records);
  const paths = [...new Set(records.flatMap(({ path }) => (path === null ? [] : [path])))];
  const more = `${addressOf(turn)}?shown=${shown + PAGE_ENTRIES}`;
  return (
    <>
      <div
        class="looks-again"
        hx-get={`${addressOf(turn)}?whole=1`}
        hx-trigger={`${FORGOTTEN} from:body`}
        hx-target="closest li"
      />
      {given.length === 0 ? null : (
        <details class="given">
          <summary class="given-head small">
            Given from memory:{' '}
            {counted(
              given.reduce((sum, { items }) => sum + items.length, 0),
              'item',
            )}
          </summary>
          <div class="stack wide">
            {given.map((one) => (
              <GivenBlock given={one} now={now} />
            ))}
          </div>
        </details>
      )}
      <ol class="entries">
        {entries.slice(0, shown).map((entry) => (
          <EntryItem entry={entry} marks={marks} hidden={hidden} since={turn.timestamp} />
        ))}
      </ol>
      {entries.length <= shown ? null : (
        <div class="pager">
          <button type="button" hx-get={more} hx-target="closest .turn-inside">
            Show more of {counted(entries.length, 'entry', 'entries')}
          </button>
        </div>
      )}
      {learnings.length === 0 ? null : (
        <div class="card">
          <h3>Learned from it</h3>
          <ul class="stack">
            {learnings.map(({ id, type, content, validTo }) => (
              <li>
                <Badge>{typeName(type)}</Badge>{' '}
                <a class="any-text" href={memoryAddress(id)}>
                  {shortened(content)}
                </a>{' '}
                {validTo === null ? null : <span class="faint small">holds no more</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {paths.length === 0 ? null : (
        <details class="small">
          <summary>Files it touched: {paths.length}</summary>
          <ul>
            {paths.map((path) => (
              <li>
                <Path path={path} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** As asked for, within reason. */
export function shownOf(asked: string | undefined): number {
  const wanted = Number(asked);
  return Number.isInteger(wanted) && wanted > PAGE_ENTRIES ? wanted : PAGE_ENTRIES;
}

function addressOf({ sessionId, id }: Turn): string {
  return sessionAddress(sessionId, 'turns', id);
}

/** What was asked; else what was answered. */
export function lineOf({ userMessage, agentResponse }: Pick<Turn, 'userMessage' | 'agentResponse'>): string {
  const text = (userMessage.trim() || agentResponse.trim()).slice(0, LINE_CHARS).toWellFormed();
  return text === '' ? '(no words)' : text.replace(/\s+/g, ' ');
}
