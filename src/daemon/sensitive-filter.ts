/** What agents are not given, by the setting and by what people have marked; and what nobody is, because it is to be forgotten. */
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Hidden, Withholding } from '../memory/withheld.ts';
import type { LiveConfig } from '../platform/live-config.ts';

/** What is to be forgotten and is not gone yet. */
export interface OnItsWayOut {
  readonly hidden: Hidden | undefined;
}

export async function withholding(
  { current }: Pick<LiveConfig, 'current'>,
  knowledge: Pick<Knowledge, 'sensitiveRecords'>,
  { hidden }: OnItsWayOut,
): Promise<Withholding> {
  const out = hidden === undefined ? {} : { hidden };
  if (current['injection.sensitive']) return { givesSensitive: true, ...out };
  return { sensitiveRecords: await knowledge.sensitiveRecords(), ...out };
}
