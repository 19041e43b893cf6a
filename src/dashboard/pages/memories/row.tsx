/** One memory as a row of the table, as it is read and as it is edited (C-052, C-055). */
import { createHash } from 'node:crypto';
import { confidenceAt, isActive } from '../../../memory/decay.ts';
import { isQuestioned, isUnsettled, type Learning } from '../../../memory/learning.ts';
import { NO_SERVICE } from '../../../memory/marker.ts';
import { memoryAddress, turnAddress } from '../../addresses.ts';
import { Meter } from '../../charts.tsx';
import { Badge, Notice, ShortId, Time } from '../../elements.tsx';
import { exactTime, shortened, typeName } from '../../format.ts';
import { CATEGORIES } from './filter.ts';

const COLUMNS = 9;
/** Enough to tell the rows of a page apart. */
const HASH_CHARS = 12;

interface RowProps {
  readonly learning: Learning;
  readonly now: number;
}

/** A name for its element that no id can break out of, whatever program wrote it. */
export function rowId(id: string): string {
  return `memory-${createHash('sha256').update(id).digest('hex').slice(0, HASH_CHARS)}`;
}

export function meanwhileId(id: string): string {
  return `${rowId(id)}-meanwhile`;
}

export function MemoryRow({ learning, now }: RowProps) {
  const { id, subject, type, content, updatedAt, sessionId, turnId } = learning;
  const active = isActive(learning, now);
  const address = memoryAddress(id);
  return (
    <tr id={rowId(id)} class={active ? undefined : 'inactive'} data-row="" tabindex={-1}>
      <td class="tight">
        <input type="checkbox" name="ids:list" value={id} data-tick="" aria-label={`Pick: ${content.slice(0, 60)}`} />
      </td>
      <td class="tight name" title={subject ?? undefined}>
        {subject ?? <span class="faint">{NO_SERVICE}</span>}
      </td>
      <td class="tight">
        <Badge>{typeName(type)}</Badge>
      </td>
      <td class="wide">
        <a class="any-text quiet" href={address}>
          {shortened(content)}
        </a>{' '}
        <Flags learning={learning} />
      </td>
      <td class="tight number">
        <Confidence learning={learning} now={now} />
      </td>
      <td class="tight">{active ? <span class="faint">active</span> : <Badge>inactive</Badge>}</td>
      <td class="tight faint">
        <Time at={updatedAt} now={now} />
      </td>
      <td class="tight">
        {sessionId === null ? (
          <span class="faint">by hand</span>
        ) : (
          <a href={turnAddress({ sessionId, turnId })}>
            <ShortId id={sessionId} />
          </a>
        )}
      </td>
      <td class="tight">
        <div class="row-acts on-demand">
          <button
            type="button"
            class="plain"
            data-edit=""
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

/** It stays as it is while the table around it is refreshed. Alone, it stands in a dialog. */
export function MemoryEditRow({ learning, now, isAlone = false }: RowProps & { readonly isAlone?: boolean }) {
  const { id, subject, type, content, persistent } = learning;
  const address = memoryAddress(id);
  return (
    <tr id={rowId(id)} hx-morph-skip="" data-edits="">
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
                    {typeName(category)}
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
                required
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
          <div class="stack" id={meanwhileId(id)}>
            <Base of={learning} />
          </div>
          <div class="row">
            <button type="button" class="primary" hx-put={address} hx-swap="none">
              Save
            </button>
            {isAlone ? (
              <button type="button" data-cancel="" data-close="">
                Cancel
              </button>
            ) : (
              <button
                type="button"
                data-cancel=""
                hx-get={`${address}/row`}
                hx-target={`#${rowId(id)}`}
                hx-swap="outerHTML"
              >
                Cancel
              </button>
            )}
            <span class="faint small">What you write wins: the old wording is not learned again.</span>
          </div>
        </div>
      </td>
    </tr>
  );
}

/** Instead of a save: what became of the memory while it was edited. Saved once more, one's own words take its place. */
export function Meanwhile({ learning, now }: { readonly learning: Learning | undefined; readonly now: number }) {
  if (learning === undefined) {
    return (
      <Notice tone="bad">
        This memory was deleted meanwhile, so nothing was saved. Your words are still here: copy them if you want to
        keep them.
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="bad">
        It was changed meanwhile (<Time at={learning.updatedAt} now={now} />
        ), and nothing was saved. It now says: <q class="any-text">{learning.content}</q>{' '}
        <Confidence learning={learning} now={now} />. Save once more to put yours in its place, or cancel.
      </Notice>
      <Base of={learning} />
    </>
  );
}

/** What an edit began with. */
function Base({ of: { updatedAt } }: { readonly of: Learning }) {
  return <input type="hidden" name="base_updated_at:number" value={String(updatedAt)} />;
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
        width={32}
        name={`confidence ${shown(value)}`}
        {...(isActive(learning, now) ? {} : { tone: 'warn' as const })}
      />{' '}
      {value.toFixed(2)}
    </span>
  );
}

export function Flags({ learning }: { learning: Learning }) {
  const { pinned, persistent, sensitive, supersededBy } = learning;
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
      {isQuestioned(learning) ? (
        <Badge tone="warn" title="a newer one may have taken its place: see Review; not given to agents">
          asked about
        </Badge>
      ) : supersededBy === null ? null : (
        <Badge title="another one took its place">replaced</Badge>
      )}
      {isUnsettled(learning) ? (
        <Badge title="it may have taken the place of another: see Review; given to agents with a mark">newer</Badge>
      ) : null}
    </>
  );
}

/** At most two decimals. */
function shown(confidence: number): string {
  return String(Math.round(confidence * 100) / 100);
}
