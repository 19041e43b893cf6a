/** The forms about memories that open over the page: a new one, where one holds, and several that say the same put into one (C-065). */
import type { Learning } from '../../../memory/learning.ts';
import { memoryAddress } from '../../addresses.ts';
import { Notice, SheetActs } from '../../elements.tsx';
import { shortened, typeName } from '../../format.ts';
import { PlaceField } from '../../mark-buttons.tsx';
import { type NamedSpace, spaceName } from '../../spaces.ts';
import { CATEGORIES } from './filter.ts';
import { Confidence } from './row.tsx';

export function NewMemory({ spaces, services }: { spaces: readonly NamedSpace[]; services: readonly string[] }) {
  return (
    <form class="stack wide" hx-post="/memories" hx-swap="none">
      <h2>New memory</h2>
      <label class="field">
        Observation
        <textarea
          name="observation"
          maxlength={2000}
          required
          placeholder="Takes 60 s to start after a restart: wait before checking its health"
        />
      </label>
      <div class="row">
        <label class="field">
          Service
          <input name="service:optional" placeholder="general" list="known-services" />
          <datalist id="known-services">
            {services.map((name) => (
              <option value={name} />
            ))}
          </datalist>
        </label>
        <label class="field">
          Category
          <select name="category">
            {CATEGORIES.map((category) => (
              <option value={category}>{typeName(category)}</option>
            ))}
          </select>
        </label>
        <PlaceField spaces={spaces} place={null} />
        <label class="field">
          Confidence
          <input type="number" name="confidence:number" min="0" max="1" step="any" placeholder="0.7" />
        </label>
      </div>
      <SheetActs does="Keep it" />
    </form>
  );
}

export function MoveMemory({ learning, spaces }: { learning: Learning; spaces: readonly NamedSpace[] }) {
  return (
    <form class="stack" hx-put={memoryAddress(learning.id)} hx-swap="none">
      <h2>Where it holds</h2>
      <p class="any-text soft">{shortened(learning.content)}</p>
      <PlaceField spaces={spaces} place={learning.workspace} />
      <p class="faint small">
        Its line goes to the memory files there. What holds everywhere is given in every project.
      </p>
      <SheetActs does="Move it" />
    </form>
  );
}

interface MergeProps {
  readonly learnings: readonly Learning[];
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

export function MergeMemories({ learnings, spaces, now }: MergeProps) {
  const places = [...new Set(learnings.map(({ workspace }) => spaceName(spaces, workspace)))];
  const isOneSpace = new Set(learnings.map(({ workspace }) => workspace)).size === 1;
  return (
    <form class="stack wide" hx-post="/memories/merge" hx-swap="none">
      <h2>Merge {learnings.length} memories</h2>
      <p class="soft">
        Choose the one that stays. It gets the evidence of all and the highest confidence; the others are closed and
        point to it.
      </p>
      {isOneSpace ? null : (
        <Notice tone="warn">
          These hold in different places ({places.join(', ')}), and only memories of one place are merged. Delete what
          is said twice instead, or pick others.
        </Notice>
      )}
      <ul class="list">
        {learnings.map((learning, index) => (
          <li>
            <label class="row option">
              <input type="radio" name="into" value={learning.id} checked={index === 0} />
              <span class="any-text">{shortened(learning.content)}</span>
            </label>
            <input type="hidden" name="from:list" value={learning.id} />
            <div class="faint small">
              {learning.subject ?? 'general'} · {typeName(learning.type)} · {spaceName(spaces, learning.workspace)} ·{' '}
              <Confidence learning={learning} now={now} />
            </div>
          </li>
        ))}
      </ul>
      <div class="acts">
        <button type="button" data-close="">
          Cancel
        </button>
        <button type="submit" class="primary" disabled={!isOneSpace}>
          Merge
        </button>
      </div>
    </form>
  );
}
