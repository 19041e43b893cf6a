/** Secrets that never got in: how many were taken out on the way, by kind. */
import { Meter } from '../../charts.tsx';
import { Notice, Time } from '../../elements.tsx';
import { counted, wholeNumber } from '../../format.ts';
import type { LedgerView } from './ledger-view.ts';

const METER_WIDTH = 96;

export function TakenOut({ redactions, status, now }: LedgerView) {
  const kinds = Object.entries(redactions.kinds).toSorted(([, a], [, b]) => b - a);
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  const most = kinds[0]?.[1] ?? 0;
  const { failedRedactions } = status.capture;
  const { redacting } = status.privacy;
  return (
    <section class="card stack wide">
      <div class="head-line">
        <h2>Secrets taken out</h2>
        <span class="faint small">
          since <Time at={redactions.since} now={now} />
        </span>
      </div>
      {total === 0 ? (
        <p class="soft">
          None yet. Keys, passwords and tokens are replaced before anything is stored, by a stand-in like{' '}
          <code>[REDACTED:api-key:1f3c]</code>. The places where one stands are counted here.
        </p>
      ) : (
        <>
          <p class="soft">
            {counted(total, 'place')} in what was stored where a stand-in like <code>[REDACTED:api-key:1f3c]</code> was
            written instead. The secret itself was never on the disk.
          </p>
          <table>
            <thead>
              <tr>
                <th>Kind</th>
                <th class="number">Places</th>
                <th>
                  <span class="visually-hidden">Share</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(([kind, count]) => (
                <tr>
                  <td>{kind}</td>
                  <td class="number">{wholeNumber(count)}</td>
                  <td class="tight">
                    <Meter
                      value={count}
                      most={most}
                      name={`${wholeNumber(count)} of kind ${kind}`}
                      width={METER_WIDTH}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {failedRedactions === 0 ? null : (
        <Notice tone="warn">
          {counted(failedRedactions, 'text')} could not be redacted since the start, and{' '}
          {failedRedactions === 1 ? 'was' : 'were'} dropped instead.
        </Notice>
      )}
      {redacting === null ? null : (
        <p class="soft">
          Old rows are being looked at with newer rules: {wholeNumber(redacting.rows)} of {wholeNumber(redacting.total)}
          .
        </p>
      )}
      <p class="faint small">
        Your own patterns: <code>carryover config set redaction.patterns …</code>. What is there already:{' '}
        <code>carryover redact</code>.
      </p>
    </section>
  );
}
