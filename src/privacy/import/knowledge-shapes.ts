/**
 * What is common to lines of an export. What acts hold is checked as it is declared (`store/shape.ts`): an act is applied at
 * every rebuild, so one with a hole in it would stop every rebuild to come.
 */
import * as z from 'zod';
import { EDIT_CHANGE } from '../../memory/act.ts';
import * as field from '../../memory/fields.ts';
import { isOutsideId, type SpaceId } from '../../memory/ids.ts';
import { SCOPE_STATE } from '../../memory/scope-state.ts';
import * as shape from '../../store/shape.ts';

export function id<Id extends string>() {
  return z.custom<Id>((value) => typeof value === 'string' && isOutsideId(value), 'not an id').meta({ type: 'string' });
}

/** Checked, and kept as it came: a parser would put fields in another order, and an export must not change by that. */
export function asIs<Value>(schema: z.ZodType) {
  return z.custom<Value>((value) => schema.safeParse(value).success, 'not as expected');
}

export const moment = z.int();
export const count = z.int().min(0);
export const share = z.number().min(0).max(1);
export const space = id<SpaceId>().nullable();

export const scopeState = shape.asIs(field.object(SCOPE_STATE));
export const editChange = shape.asIs(EDIT_CHANGE);
