/** It is the person's: taking it along, the copies of it, its encryption, and who else has a token. */
import type { StatusReport } from '../../../memory/status.ts';
import { Badge, Time } from '../../elements.tsx';
import { bytes, counted } from '../../format.ts';
import type { LedgerView } from './ledger-view.ts';

const MEGABYTE = 1_024 ** 2;
const SIZES = [0, 256, 512, 1_024, 2_048, 4_096, 8_192] as const;
const HOLDERS = {
  passphrase: 'with a passphrase',
  'key-file': 'with a key file',
  keychain: "with a key in the system's keychain",
} as const satisfies Record<NonNullable<StatusReport['encryption']['holder']>, string>;

export function Belongings({ status, report, apps, copies, now }: LedgerView) {
  const { backups, encryption } = status;
  return (
    <section class="card stack wide">
      <h2>Yours to take along</h2>
      <div class="stack">
        <div>
          <a class="button" href="/memory/export?format=jsonl" download="carryover.jsonl">
            Download everything
          </a>
        </div>
        <p class="faint small">
          JSON lines, which <code>carryover import FILE</code> reads.
        </p>
      </div>
      <dl class="facts">
        <dt>Copies</dt>
        <dd>
          {backups.lastAt === null ? (
            'none yet'
          ) : (
            <>
              {counted(backups.copies, 'copy', 'copies')}, {bytes(backups.bytes)}, the last{' '}
              <Time at={backups.lastAt} now={now} />
            </>
          )}
          <div class="faint small">
            One more now: <code>carryover backup</code>. Back to one: <code>carryover restore</code>.
          </div>
        </dd>
        {copies.length === 0 ? null : (
          <>
            <dt>Protected</dt>
            <dd>
              <ul class="stack">
                {copies.map(({ name, daysLeft }) => (
                  <li class="row spread">
                    <span>
                      <code class="any-text">{name}</code>{' '}
                      <span class="faint small">{counted(daysLeft, 'day')} of running time left</span>
                    </span>
                    <button
                      type="button"
                      hx-post="/memory/backups/release"
                      hx-vals={JSON.stringify({ name })}
                      hx-swap="none"
                      hx-confirm="What only this copy holds is then gone."
                      data-confirm-act="Let it go"
                    >
                      Let go…
                    </button>
                  </li>
                ))}
              </ul>
              <div class="faint small">From before text was erased, a restore or an update: nothing replaces them.</div>
            </dd>
          </>
        )}
        <dt>
          <label for="backup-size">Room for copies</label>
        </dt>
        <dd>
          <BackupSize megabytes={report.settings['backups.megabytes']} />
        </dd>
        <dt>Encryption</dt>
        <dd>
          <Encryption {...encryption} />
        </dd>
        <dt>Apps</dt>
        <dd>
          {apps === 0 ? 'none has a token' : `${counted(apps, 'app')} with a token`}
          <div class="faint small">
            <code>carryover app list</code>
          </div>
        </dd>
      </dl>
    </section>
  );
}

function BackupSize({ megabytes }: { readonly megabytes: number }) {
  const sizes = [...new Set([...SIZES, megabytes])].sort((a, b) => a - b);
  return (
    <form class="row" hx-put="/settings" hx-swap="none">
      <select id="backup-size" name="backups.megabytes:number">
        {sizes.map((size) => (
          <option value={String(size)} selected={size === megabytes}>
            {size === 0 ? 'keep none' : bytes(size * MEGABYTE)}
          </option>
        ))}
      </select>
      <button type="submit">Save</button>
    </form>
  );
}

function Encryption({ state, holder, converting }: StatusReport['encryption']) {
  const isOn = state === 'on';
  return (
    <>
      <span class="row">
        <Badge {...(isOn ? { tone: 'good' } : {})}>{state}</Badge>
        {holder === undefined ? null : HOLDERS[holder]}
      </span>
      {converting === undefined ? null : <div class="small">A change of it was cut off and goes on by itself.</div>}
      <div class="faint small">
        {isOn ? (
          <>
            Another key: <code>carryover rekey</code>. Off: <code>carryover decrypt</code>.
          </>
        ) : (
          <>
            The files are readable to your user alone. Encrypted as well: <code>carryover encrypt</code>.
          </>
        )}
      </div>
    </>
  );
}
