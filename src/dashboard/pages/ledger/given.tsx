/** What agents are given, as switches: each says what it means, holds at once, and can be turned back. */
import type { OpenSettings } from '../../../http/settings-api.ts';
import type { LedgerView } from './ledger-view.ts';

/** The settings that are on or off. */
type SwitchName = { [Key in keyof OpenSettings]: OpenSettings[Key] extends boolean ? Key : never }[keyof OpenSettings];

interface SwitchProps {
  readonly name: SwitchName;
  readonly label: string;
  readonly meaning: string;
  readonly isOn: boolean;
  /** Asked before it is turned on. */
  readonly question?: string;
}

export function Switch({ name, label, meaning, isOn, question }: SwitchProps) {
  const asked = isOn || question === undefined ? {} : { 'hx-confirm': question, 'data-confirm-act': 'Turn it on' };
  return (
    <div class="switch">
      <div>
        <h3>{label}</h3>
        <p class="faint small">{meaning}</p>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn ? 'true' : 'false'}
        aria-label={label}
        hx-put="/settings"
        hx-vals={JSON.stringify({ [name]: !isOn })}
        hx-swap="none"
        {...asked}
      />
    </div>
  );
}

export function Given({ report: { settings }, status }: LedgerView) {
  const { sensitive } = status.knowledge;
  return (
    <section class="card stack wide">
      <h2>What agents are given</h2>
      <Switch
        name="injection.enabled"
        label="Give memory to agents"
        meaning="At the start of a session and later. Off, they get nothing by themselves; what they say is still kept."
        isOn={settings['injection.enabled']}
      />
      <Switch
        name="injection.prompts"
        label="With prompts"
        meaning="What was found for a prompt goes along with it."
        isOn={settings['injection.prompts']}
      />
      <Switch
        name="injection.sensitive"
        label="Sensitive things too"
        meaning={`What is marked sensitive (${sensitive} now) is kept from agents unless this is on.`}
        isOn={settings['injection.sensitive']}
        question="Give agents what is marked sensitive? What they are given, their model's provider can read."
      />
      <p class="faint small">
        For one project or session: <code>carryover injection off</code> there.
      </p>
    </section>
  );
}
