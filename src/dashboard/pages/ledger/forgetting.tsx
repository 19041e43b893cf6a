/** Forgetting by name, which begins with what would go, and the receipts of what went. */
import type { Child } from 'hono/jsx';
import { stateOf } from '../../../http/forget-wire.ts';
import type { ForgetReceipt } from '../../../memory/forgetting.ts';
import { Badge, Time } from '../../elements.tsx';
import { counted } from '../../format.ts';
import type { LedgerView } from './ledger-view.ts';

const SELECTIONS = {
  record: 'records',
  learning: 'memories',
  session: 'a session',
  space: 'a space',
  source: 'a source',
  erased: 'again, after a restore',
} as const satisfies Record<ForgetReceipt['selection'], string>;

export function ForgetForm({ spaces }: Pick<LedgerView, 'spaces'>) {
  return (
    <>
      <p class="soft">
        You see what would go before it goes, and get a receipt after the whole home was searched for what may be left.
      </p>
      <div class="forget-ways">
        <Way label="Everything from a source" field="source">
          <input id="forget-source" name="source" required maxlength={4_096} placeholder="a URL, host, tool or file" />
        </Way>
        <Way label="A session" field="session_id">
          <input id="forget-session_id" name="session_id" required placeholder="its id" />
        </Way>
        <Way label="A record" field="record_id">
          <input id="forget-record_id" name="record_id" required placeholder="its id" />
        </Way>
        {spaces.length === 0 ? null : (
          <Way label="A whole space" field="workspace">
            <select id="forget-workspace" name="workspace" required>
              <option value="">Choose one</option>
              {spaces.map(({ id, name }) => (
                <option value={id}>{name}</option>
              ))}
            </select>
          </Way>
        )}
      </div>
    </>
  );
}

/** `field` is the name of its field, which goes by it with `forget-` before. */
function Way({
  label,
  field,
  children,
}: {
  readonly label: string;
  readonly field: string;
  readonly children?: Child;
}) {
  return (
    <form class="row" hx-post="/memory/forget" hx-target="#sheet">
      <div class="field">
        <label for={`forget-${field}`}>{label}</label>
        {children}
      </div>
      <button type="submit">Show what would go</button>
    </form>
  );
}

export function Receipts({ receipts, now }: Pick<LedgerView, 'receipts' | 'now'>) {
  if (receipts.length === 0)
    return (
      <p class="faint small">
        Nothing was forgotten yet. Receipts stand here: how much went, and nothing of what it was.
      </p>
    );
  return (
    <>
      <h3>Receipts</h3>
      <table class="folds">
        <thead>
          <tr>
            <th>When</th>
            <th>What</th>
            <th>Went</th>
            <th>Searched after</th>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <Receipt receipt={receipt} now={now} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Receipt({ receipt, now }: { readonly receipt: ForgetReceipt; readonly now: number }) {
  const { askedAt, selection, counts, verification } = receipt;
  return (
    <tr>
      <td class="tight">
        <Time at={askedAt} now={now} />
      </td>
      <td>{SELECTIONS[selection]}</td>
      <td class="wide">
        {counted(counts.records, 'record')}, {counted(counts.learnings, 'memory', 'memories')}
      </td>
      <td>
        <Searched verification={verification} />
      </td>
    </tr>
  );
}

function Searched({ verification }: Pick<ForgetReceipt, 'verification'>) {
  const { tracesIn, files } = verification;
  switch (stateOf(verification)) {
    case 'proving':
      return <Badge tone="warn">erased, search under way</Badge>;
    case 'not-searchable':
      return <Badge title="nothing it said was its alone, so no search can tell">erased, not searchable</Badge>;
    case 'traces':
      return <Badge tone="bad" title={tracesIn.join('\n')}>{`traces in ${counted(tracesIn.length, 'place')}`}</Badge>;
    case 'verified':
      return (
        <Badge tone="good" title={`in ${counted(files, 'file')}`}>
          nothing left
        </Badge>
      );
  }
}
