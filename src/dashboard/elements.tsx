/** What pages are made of. Stored text is always a text node: nothing here takes markup. */
import type { Child } from 'hono/jsx';
import { clockTime, exactTime, relativeTime, wholeNumber } from './format.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info';

export function PageHead({ title, lead, children }: { title: string; lead?: Child; children?: Child }) {
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {lead === undefined ? null : <p class="lead">{lead}</p>}
      </div>
      {children === undefined ? null : <div class="row">{children}</div>}
    </header>
  );
}

/** Relative, with the exact moment on hover and for machines. */
export function Time({ at, now }: { at: number; now: number }) {
  return (
    <time datetime={new Date(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** Of what happened one after the other: the time of the day, with the day when it is not the one of `since`. */
export function Clock({ at, since }: { at: number; since: number }) {
  return (
    <time datetime={new Date(at).toISOString()} title={exactTime(at)}>
      {clockTime(at, since)}
    </time>
  );
}

export function Badge({ tone, title, children }: { tone?: Tone; title?: string; children?: Child }) {
  return (
    <span class={tone === undefined ? 'badge' : `badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

/** Nothing is here yet: says what will be, and how it gets here. */
export function Empty({ title, children }: { title: string; children?: Child }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Notice({ tone, children }: { tone?: Tone; children?: Child }) {
  return (
    <div class={tone === undefined ? 'notice' : `notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

interface StatProps {
  readonly label: string;
  readonly figure: number | string;
  readonly note?: Child;
  readonly href?: string;
}

export function Stat({ label, figure, note, href }: StatProps) {
  const inside = (
    <>
      <span class="label">{label}</span>
      <span class="figure">{typeof figure === 'number' ? wholeNumber(figure) : figure}</span>
      <span class="note">{note ?? '\u00a0'}</span>
    </>
  );
  return href === undefined ? (
    <div class="card stat">{inside}</div>
  ) : (
    <a class="card stat" href={href}>
      {inside}
    </a>
  );
}

/** The rest of a list: the link's answer replaces the pager itself. */
export function Pager({ href, label = 'Show more' }: { href: string; label?: string }) {
  return (
    <div class="pager" id="pager">
      <a class="button" href={href} hx-get={href} hx-target="#pager" hx-swap="outerHTML">
        {label}
      </a>
    </div>
  );
}

/** What a list is narrowed by: each choice is asked for at once, in an address that can be kept. */
export function ListFilters({ path, list, children }: { path: string; list: string; children?: Child }) {
  return (
    <form
      class="filters"
      action={path}
      method="get"
      hx-get={path}
      hx-target={`#${list}`}
      hx-swap="outerHTML"
      hx-trigger="change, submit"
      hx-push-url="true"
    >
      {children}
    </form>
  );
}

interface ListProps {
  readonly id: string;
  readonly address: string;
  /** What a change is called on the page. */
  readonly changed: string;
  readonly children?: Child;
}

/** Looks at itself again when something in it was changed. */
export function OwnList({ id, address, changed, children }: ListProps) {
  return (
    <div id={id} hx-get={address} hx-trigger={`${changed} from:body`} hx-swap="outerHTML">
      {children}
    </div>
  );
}

/** A field of a filter form. */
interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <label class="field">
      {label}
      <select name={name}>
        {options.map(([key, text]) => (
          <option value={key} selected={key === (value ?? '')}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** An id, short; whole on hover and for copying. */
export function ShortId({ id }: { id: string }) {
  return (
    <code class="faint" title={id}>
      {id.length > 13 ? `…${id.slice(-8)}` : id}
    </code>
  );
}

/** The end of a sheet: leave it, or do it. */
export function SheetActs({ does }: { does: string }) {
  return (
    <div class="acts">
      <button type="button" data-close="">
        Cancel
      </button>
      <button type="submit" class="primary">
        {does}
      </button>
    </div>
  );
}
