/** What `status` tells of what was too much for the daemon: for its thread, and for the workers that read for it. */
import type { QuarantinedInput } from '../capture/quarantine.ts';
import type { StatusProblem, StatusReport } from '../memory/status.ts';
import type { HeldThread } from '../platform/thread-watch.ts';

/** An agent that waits for an answer notices this much. */
const NOTICED_MS = 250;
/** Once is an accident. */
const OFTEN = 3;

/** The longest block of the last hour; null when there was none. */
export function threadStatus(held: readonly HeldThread[]): StatusReport['thread'] {
  const computed = held.filter(({ spent }) => spent === 'computing');
  const longest = computed.toSorted((one, other) => other.ms - one.ms)[0];
  return longest === undefined
    ? null
    : { longestMs: longest.ms, during: longest.during, at: longest.at, times: computed.length };
}

export function threadProblems(held: readonly HeldThread[]): readonly StatusProblem[] {
  const noticed = held.filter(({ spent, ms }) => spent === 'computing' && ms > NOTICED_MS);
  const longest = noticed.toSorted((one, other) => other.ms - one.ms)[0];
  if (longest === undefined || noticed.length < OFTEN) return [];
  return [
    {
      code: 'thread-held',
      message: `the daemon answered nobody ${noticed.length} times in the last hour, for up to ${longest.ms} ms (${heldBy(longest)})`,
      hint: 'nothing is lost, agents waited; `carryover daemon logs` names each',
    },
  ];
}

export function heldBy({ during }: Pick<HeldThread, 'during'>): string {
  return during.length === 0 ? 'nothing that has a name' : during.join(', ');
}

export function quarantineProblems(inputs: readonly QuarantinedInput[]): readonly StatusProblem[] {
  const last = inputs.at(-1);
  if (last === undefined) return [];
  const named = last.id === '' ? '' : ` ${last.id}`;
  return [
    {
      code: 'input-quarantined',
      message: `${inputs.length} ${inputs.length === 1 ? 'input' : 'inputs'} could not be read in the last week, the last one by ${last.way}${named}: its ${last.bytes} bytes ${last.reason}`,
      hint: 'what it was is kept without its text; it is not tried again unless run/quarantine.json in the home is deleted',
    },
  ];
}
