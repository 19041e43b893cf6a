/** One memory as a row of the table, as it is read and as it is edited (C-052, C-055). */
import { confidenceAt, isActive } from '../../../memory/decay.ts';
import type { Learning } from '../../../memory/learning.ts';
import { NO_SERVICE } from '../../../memory/marker.ts';
import { Meter } from '../../charts.tsx';
import { Badge, ShortId, Time } from '../../elements.tsx';
import { exactTime } from '../../format.ts';
import { CATEGORIES } from './filter.ts';

const COLUMNS = 9;

interface RowProps {
  readonly learning: Learning;
  readonly now: number;
}

export function rowId(id: string): string {
  return `memory-${id}`;
}

export function MemoryRow({ learning, now }: RowProps) {
  const { id, subject, type, content, updatedAt, sessionId, turnId } = learning;
  const active = isActive(learning, now);
  const address = `/memories/${id}`;
  return (
    <tr id={rowId(id)} class={active ? undefined : 'inactive'} data-row="" tabindex={-1}>
      <td class="tight">
        <input type="checkbox" name="ids:list" value={id} data-tick="" aria-label={`Pick: ${content.slice(0, 60)}`} />
      </td>
      <td class="tight">{subject ?? <span class="faint">{NO_SERVICE}</span>}</td>
      <td class="tight">
        <Badge>{type.toLowerCase()}</Badge>
      </td>
      <td class="wide">
        <a class="any-text quiet" href={address}>
          {content}
        </a>{' '}
        <Flags learning={learning} />
      </td>
      <td class="tight number">
        <Confidence learning={learning} now={now} />
      </td>
      <td class="tight">
        <Badge {...(active ? { tone: 'good' as const } : {})}>{active ? 'active' : 'inactive'}</Badge>
      </td>
      <td class="tight faint">
        <Time at={updatedAt} now={now} />
      </td>
      <td class="tight">
        {sessionId === null ? (
          <span class="faint">by hand</span>
        ) : (
          <a href={`/sessions/${encodeURIComponent(sessionId)}${turnId === null ? '' : `#turn-${turnId}`}`}>
            <ShortId id={sessionId} />
          </a>
        )}
      </td>
      <td class="tight">
        <div class="row-acts">
          <button
            type="button"
            class="plain"
            hx-get={`${address}/edit`}
            hx-target={`#${rowId(id)}`}
            hx-swap="outerHTML"
          >
            Edit
          </button>
          <button
            type="button"
            class="plain danger"
            hx-delete={address}
            hx-confirm={`Delete this memory? ${content.slice(0, 200)}`}
            data-confirm-act="Delete"
            hx-swap="none"
          >
            Delete
          </button>
        </div>
      </td>
    </tr>
  );
}

/** It stays as it is while the table around it is refreshed. */
export function MemoryEditRow({ learning, now }: RowProps) {
  const { id, subject, type, content, persistent } = learning;
  const address = `/memories/${id}`;
  return (
    <tr id={rowId(id)} hx-morph-skip="">
      <td class="wide" colspan={COLUMNS}>
        <div class="stack" data-form="">
          <label class="field">
            Observation
            <textarea name="observation" maxlength={2000} required autofocus>
              {content}
            </textarea>
          </label>
          <div class="row">
            <label class="field">
              Service
              <input name="service:optional" value={subject ?? ''} placeholder={NO_SERVICE} />
            </label>
            <label class="field">
              Category
              <select name="category">
                {CATEGORIES.map((category) => (
                  <option value={category} selected={category === type}>
                    {category.toLowerCase()}
                  </option>
                ))}
              </select>
            </label>
            <label class="field">
              Confidence
              <input
                type="number"
                name="confidence:number"
                min="0"
                max="1"
                step="any"
                value={shown(confidenceAt(learning, now))}
              />
            </label>
            <label class="field">
              Status
              <select name="active:boolean">
                <option value="true" selected={isActive(learning, now)}>
                  active
                </option>
                <option value="false" selected={!isActive(learning, now)}>
                  inactive
                </option>
              </select>
            </label>
            <label class="field">
              Fades with time
              <select name="persistent:boolean">
                <option value="false" selected={!persistent}>
                  yes
                </option>
                <option value="true" selected={persistent}>
                  no, it is persistent
                </option>
              </select>
            </label>
          </div>
          <div class="row">
            <button type="button" class="primary" hx-put={address} hx-include="closest [data-form]" hx-swap="none">
              Save
            </button>
            <button
              type="button"
              data-cancel=""
              hx-get={`${address}/row`}
              hx-target={`#${rowId(id)}`}
              hx-swap="outerHTML"
            >
              Cancel
            </button>
            <span class="faint small">What you write wins: the old wording is not learned again.</span>
          </div>
        </div>
      </td>
    </tr>
  );
}

export function Confidence({ learning, now }: RowProps) {
  const value = confidenceAt(learning, now);
  const faded = learning.confidence - value > 0.001;
  const title = faded
    ? `${shown(learning.confidence)} when it was last confirmed, ${exactTime(learning.confirmedAt)}`
    : `last confirmed ${exactTime(learning.confirmedAt)}`;
  return (
    <span title={title}>
      <Meter
        value={value}
        most={1}
        width={44}
        name={`confidence ${shown(value)}`}
        {...(isActive(learning, now) ? {} : { tone: 'warn' as const })}
      />{' '}
      {value.toFixed(2)}
    </span>
  );
}

export function Flags({ learning: { pinned, persistent, sensitive, supersededBy } }: { learning: Learning }) {
  return (
    <>
      {pinned ? (
        <Badge tone="good" title="kept in any case">
          pinned
        </Badge>
      ) : null}
      {persistent && !pinned ? <Badge title="does not fade">persistent</Badge> : null}
      {sensitive ? (
        <Badge tone="warn" title="not given to agents">
          sensitive
        </Badge>
      ) : null}
      {supersededBy === null ? null : <Badge title="another one took its place">replaced</Badge>}
    </>
  );
}

/** At most two decimals. */
function shown(confidence: number): string {
  return String(Math.round(confidence * 100) / 100);
}
