/**
 * The marker lines of a turn as its act keeps them, one text for each: which record said it, the agent's tier, category and
 * service, and the words. Text and not JSON, so that what a later redaction takes out of one leaves the others readable.
 */
import type { RecordId } from '../memory/ids.ts';
import { OPERATIONAL_CATEGORIES, type OperationalCategory } from '../memory/learning.ts';

export interface MarkerNote {
  readonly record: RecordId;
  readonly tier: number;
  readonly category: OperationalCategory;
  readonly service: string | null;
  readonly text: string;
}

const NOTE = /^(\S+) (\d{1,6}) ([a-z]+):(\S*) (.+)$/s;

export function noteText({ record, tier, category, service, text }: MarkerNote): string {
  return `${record} ${tier} ${category}:${service ?? ''} ${text}`;
}

/** Undefined for what is none. */
export function noteIn(answer: string): MarkerNote | undefined {
  const [, record, tier, label, service, text] = NOTE.exec(answer) ?? [];
  const category = OPERATIONAL_CATEGORIES.find((known) => known === label);
  if (record === undefined || text === undefined || category === undefined) return undefined;
  return { record: record as RecordId, tier: Number(tier), category, service: service || null, text };
}
