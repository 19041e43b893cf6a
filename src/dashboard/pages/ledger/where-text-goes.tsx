/** Who outside may read what was said: models that were chosen for curation and for order by meaning, and what they cost. */
import type { ModelUse } from '../../../http/settings-api.ts';
import { Meter } from '../../charts.tsx';
import { Badge } from '../../elements.tsx';
import { usd } from '../../format.ts';
import { Switch } from './given.tsx';
import type { LedgerView } from './ledger-view.ts';

export function WhereTextGoes({ report, status }: LedgerView) {
  const { curator, embeddings, settings } = report;
  const { dayUsd, dailyUsd } = status.spend;
  const isAsked = settings['curator.modelCalls'];
  return (
    <section class="card stack wide">
      <h2>Where text may go</h2>
      <dl class="facts">
        <dt>Curator</dt>
        <dd>
          {curator.provider === 'rules' ? 'rules, which ask no model' : <Reader use={curator} isAsked={isAsked} />}
        </dd>
        <dt>Search, order by meaning</dt>
        <dd>{embeddings.provider === 'off' ? 'off' : <Reader use={embeddings} isAsked={isAsked} />}</dd>
        <dt>Spent today</dt>
        <dd class="row">
          <span class="number">
            {usd(dayUsd)} of {usd(dailyUsd)}
          </span>
          <Meter value={dayUsd} most={dailyUsd} name={`${usd(dayUsd)} of ${usd(dailyUsd)} spent`} />
        </dd>
      </dl>
      <Switch
        name="curator.modelCalls"
        label="Let the curator ask a model"
        meaning="Off, no model is asked and nothing is spent, whatever was chosen; rules go on."
        isOn={isAsked}
      />
      <p class="faint small">
        What is sent was redacted before. Which model, with which key and up to which cost is set where nobody on the
        network can: <code>carryover config set curator.provider …</code>, <code>curator.dailyUsd</code>.
      </p>
    </section>
  );
}

function Reader({ use, isAsked }: { readonly use: ModelUse; readonly isAsked: boolean }) {
  const { provider, recipient, key } = use;
  const leaves = recipient !== null && isAsked;
  return (
    <>
      <span class="row">
        {provider}
        <Badge tone={leaves ? 'warn' : 'good'}>{leaves ? `is sent to ${recipient}` : 'stays on this machine'}</Badge>
      </span>
      <span class="faint small">{key.set ? 'a key is set' : 'no key is set'}</span>
    </>
  );
}
