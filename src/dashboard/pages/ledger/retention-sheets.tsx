/** The dialogs of retention: how long text is kept, and what would be emptied now. */

import type * as z from 'zod';
import type { retentionAnswer } from '../../../http/openapi/schemas/privacy.ts';
import type { OpenSettings } from '../../../http/settings-api.ts';
import { SheetActs } from '../../elements.tsx';
import { counted, wholeNumber } from '../../format.ts';
import type { NamedSpace } from '../../spaces.ts';
import type { OwnRetention } from './ledger-view.ts';
import { daysTold } from './retention.tsx';

const DAYS = [7, 14, 30, 60, 90, 180, 365, 730] as const;

interface RetentionSheetProps {
  readonly settings: OpenSettings;
  readonly own: readonly OwnRetention[];
  readonly spaces: readonly NamedSpace[];
}

/** One list of rules goes back: of each space one, or none. Rules of spaces that are not known now stay as they are. */
export function RetentionSheet({ settings, own, spaces }: RetentionSheetProps) {
  const known = new Set(spaces.map(({ id }) => id));
  const isElsewhere = ({ space }: OwnRetention) => space === undefined || !known.has(space);
  return (
    <form
      class="stack wide"
      hx-put="/settings"
      hx-swap="none"
      hx-confirm="Text that is older than that is hidden with the next look, within a day, and erased after 7 more days of running time. Unusually much waits for your word. Facts stay."
      data-confirm-act="Keep it so"
    >
      <h2>How long text is kept</h2>
      <div class="field">
        <label for="retention-days">What was said, unless a space has its own number</label>
        <Days id="retention-days" name="retention.days:number" value={String(settings['retention.days'])} />
      </div>
      {spaces.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th>Space</th>
              <th>Kept</th>
            </tr>
          </thead>
          <tbody>
            {spaces.map(({ id, name }) => (
              <tr>
                <td class="any-text">{name}</td>
                <td class="tight">
                  <Days
                    name="retention.spaces:list"
                    value={own.findLast(({ space }) => space === id)?.days}
                    space={id}
                    label={`How long ${name} keeps its text`}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {own.filter(isElsewhere).map(({ entry }) => (
        <input type="hidden" name="retention.spaces:list" value={entry} />
      ))}
      <p class="faint small">
        Any other number: <code>carryover config set retention.days 45</code>.
      </p>
      <SheetActs does="Save" />
    </form>
  );
}

interface DaysProps {
  readonly id?: string;
  readonly name: string;
  readonly value: string | undefined;
  /** Of a rule for one space, which may also have none. */
  readonly space?: string;
  readonly label?: string;
}

function Days({ id, name, value, space, label }: DaysProps) {
  const chosen = value === undefined || value === 'off' ? [] : [Number(value)];
  const choices = [...new Set([...DAYS, ...chosen])].sort((a, b) => a - b).map(String);
  const prefix = space === undefined ? '' : `${space}=`;
  return (
    <select id={id} name={name} aria-label={label}>
      {space === undefined ? null : <option value="">like the others</option>}
      {[...choices, 'off'].map((days) => (
        <option value={`${prefix}${days}`} selected={days === value}>
          {daysTold(days)}
        </option>
      ))}
    </select>
  );
}

type Sweep = Pick<z.infer<typeof retentionAnswer>, 'spaces' | 'current'>;

export function SweepSheet({ spaces, current }: Sweep) {
  const told = spaces.filter(({ expired, hidden, pinned, unread }) => expired + hidden + pinned + unread > 0);
  const expired = spaces.reduce((sum, space) => sum + space.expired, 0);
  return (
    <div class="stack wide">
      <h2>{expired === 0 ? 'Nothing is past its time' : `Let ${counted(expired, 'record')} go?`}</h2>
      <p class="soft">
        {expired === 0
          ? 'There is nothing to hide now. Carryover looks every day by itself.'
          : 'They are hidden from agents and search now, and their text is erased after 7 days of running time; until then a pin keeps one. When they happened and what was learned from them stays.'}
      </p>
      {current ? null : <p class="faint small">These are the numbers of the last whole look.</p>}
      {told.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th>Space</th>
              <th>Kept</th>
              <th class="number">Past their time</th>
              <th class="number">Hidden</th>
              <th class="number">Pinned, stay</th>
              <th class="number">Not read yet</th>
            </tr>
          </thead>
          <tbody>
            {told.map((space) => (
              <tr>
                <td class="any-text">{space.name}</td>
                <td>{daysTold(space.days)}</td>
                <td class="number">{wholeNumber(space.expired)}</td>
                <td class="number">{wholeNumber(space.hidden)}</td>
                <td class="number">{wholeNumber(space.pinned)}</td>
                <td class="number">{wholeNumber(space.unread)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="acts">
        <button type="button" data-close="">
          {expired === 0 ? 'Close' : 'Cancel'}
        </button>
        {expired === 0 ? null : (
          <button
            type="button"
            class="danger primary"
            hx-post="/memory/retention"
            hx-vals={JSON.stringify({ confirm: true })}
            hx-config={JSON.stringify({ timeout: 0 })}
            hx-swap="none"
            hx-disable="this"
          >
            Hide them now
          </button>
        )}
      </div>
    </div>
  );
}
