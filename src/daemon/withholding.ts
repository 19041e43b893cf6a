/** What agents are not given, by the setting and by what people have marked. */
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Withholding } from '../memory/withheld.ts';
import type { LiveConfig } from '../platform/live-config.ts';

export async function withholding(
  { current }: Pick<LiveConfig, 'current'>,
  knowledge: Pick<Knowledge, 'sensitiveRecords'>,
): Promise<Withholding> {
  if (current['injection.sensitive']) return { givesSensitive: true };
  return { sensitiveRecords: await knowledge.sensitiveRecords() };
}
