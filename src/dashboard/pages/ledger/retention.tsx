/** How long the text of what was said is kept, and when it was last emptied. */
import { Notice, Time } from '../../elements.tsx';
import { counted } from '../../format.ts';
import { spaceName } from '../../spaces.ts';
import type { LedgerView } from './ledger-view.ts';

export function daysTold(days: number | string): string {
  return days === 'off' ? 'for good' : counted(Number(days), 'day');
}

export function Kept({ report: { settings }, status, own, spaces, hidden, now }: LedgerView) {
  const { sweptAt, emptiedAt, emptied } = status.privacy.retention;
  const questions = status.questions.filter(({ code }) => code.startsWith('retention-'));
  return (
    <section class="card stack wide">
      <h2>How long text is kept</h2>
      <dl class="facts">
        <dt>What was said</dt>
        <dd>{daysTold(settings['retention.days'])}</dd>
        {own.map(({ entry, space, days }) => (
          <>
            <dt class="any-text">
              {space === undefined ? entry.slice(0, entry.lastIndexOf('=')) : spaceName(spaces, space)}
            </dt>
            <dd>
              {daysTold(days)}
              {space === undefined ? <span class="faint"> (not known here)</span> : null}
            </dd>
          </>
        ))}
        {hidden === 0 ? null : (
          <>
            <dt>Hidden</dt>
            <dd>
              {counted(hidden, 'record')}
              <span class="faint">, past their time: erased after 7 days of running time, unless you pin them</span>
            </dd>
          </>
        )}
        <dt>Facts and pins</dt>
        <dd>until you forget them</dd>
        <dt>Last look</dt>
        <dd>
          {sweptAt === null ? 'not yet' : <Time at={sweptAt} now={now} />}
          {emptiedAt === null ? null : (
            <span class="faint">
              {', '}
              {counted(emptied, 'record')} emptied <Time at={emptiedAt} now={now} />
            </span>
          )}
        </dd>
      </dl>
      {questions.map(({ message, hint }) => (
        <Notice>
          <strong>{message}</strong> <span class="soft">{hint}</span>
        </Notice>
      ))}
      <div class="row">
        <button type="button" hx-get="/ledger/retention" hx-target="#sheet">
          Change…
        </button>
        <button
          type="button"
          hx-post="/memory/retention"
          hx-target="#sheet"
          hx-config={JSON.stringify({ timeout: 0 })}
          hx-disable="this"
        >
          What is past its time…
        </button>
      </div>
    </section>
  );
}
