/** One hit: where it comes from, its words with those of the question marked, and what can be done with it. */
import type { RecordId } from '../../../memory/ids.ts';
import type { RecordMark } from '../../../memory/scope-state.ts';
import type { RecallHit } from '../../../recall/recall.ts';
import { memoryAddress, turnAddress } from '../../addresses.ts';
import { Badge, Time } from '../../elements.tsx';
import { ForgetButton } from '../../forget-sheet.tsx';
import { typeName } from '../../format.ts';
import { MarkButton, RememberButton } from '../../mark-buttons.tsx';
import { saidBy } from '../../said-by.ts';
import { type NamedSpace, spaceName } from '../../spaces.ts';
import { markedParts } from './highlight.ts';

export interface HitLook {
  readonly marks: ReadonlyMap<RecordId, RecordMark>;
  readonly spaces: readonly NamedSpace[];
  readonly now: number;
}

interface HitProps {
  readonly hit: RecallHit;
  readonly look: HitLook;
  readonly question: string;
  /** Tells why it stands here. */
  readonly why: string;
}

export function idOf(hit: RecallHit): string {
  return hit.kind === 'fact' ? hit.learning.id : hit.record.id;
}

export function Hit({ hit, look, question, why }: HitProps) {
  const address = hit.kind === 'fact' ? memoryAddress(hit.learning.id) : turnAddress(hit.record);
  return (
    <li class="hit" data-row="" tabindex={-1}>
      {hit.kind === 'fact' ? <AboutFact hit={hit} look={look} /> : <AboutRecord hit={hit} look={look} />}
      <a class="any-text quiet" href={address}>
        {hit.snippet === '' ? '(no words)' : markedParts(hit.snippet, question).map(shown)}
      </a>
      <div class="quiet-acts">
        <details hx-get={why} hx-trigger="toggle once" hx-target="next .why">
          <summary class="why-head">Why here</summary>
        </details>
        <div class="why" />
        {hit.kind === 'fact' ? <ActsOnFact hit={hit} /> : <ActsOnRecord hit={hit} look={look} />}
      </div>
    </li>
  );
}

function shown({ text, isMarked }: { text: string; isMarked: boolean }) {
  return isMarked ? <mark>{text}</mark> : text;
}

type FactHit = Extract<RecallHit, { kind: 'fact' }>;
type RecordHit = Extract<RecallHit, { kind: 'record' }>;

function AboutFact({ hit: { learning }, look: { spaces, now } }: { hit: FactHit; look: HitLook }) {
  return (
    <div class="row faint small">
      <Badge tone="good">memory</Badge>
      {learning.subject === null ? null : <Badge>{learning.subject}</Badge>}
      <span>{typeName(learning.type)}</span>
      <span>{spaceName(spaces, learning.workspace)}</span>
      <Time at={learning.confirmedAt} now={now} />
      {learning.sensitive ? <Badge tone="warn">sensitive</Badge> : null}
    </div>
  );
}

function AboutRecord({ hit: { record }, look: { spaces, marks, now } }: { hit: RecordHit; look: HitLook }) {
  return (
    <div class="row faint small">
      <Badge>{saidBy(record)}</Badge>
      {record.tool === null ? null : <span class="mono">{record.tool}</span>}
      {record.path === null ? null : <span class="mono one-line path">{record.path}</span>}
      <span>{record.workspace === null ? 'no space' : spaceName(spaces, record.workspace)}</span>
      <Time at={record.ts} now={now} />
      {marks.get(record.id)?.sensitive === true ? <Badge tone="warn">sensitive</Badge> : null}
    </div>
  );
}

function ActsOnFact({ hit: { learning } }: { hit: FactHit }) {
  return (
    <>
      <MarkButton id={learning.id} mark="pinned" isOn={learning.pinned} />
      <ForgetButton what={{ learning_id: learning.id }} />
    </>
  );
}

function ActsOnRecord({ hit: { record }, look: { marks } }: { hit: RecordHit; look: HitLook }) {
  return (
    <>
      <RememberButton record={record.id} />
      <MarkButton id={record.id} mark="pinned" isOn={marks.get(record.id)?.pinned === true} />
      <ForgetButton what={{ record_id: record.id }} />
    </>
  );
}
