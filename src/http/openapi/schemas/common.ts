/** What answers are made of. Objects are strict: a field that is not declared here is a mistake. */
import * as z from 'zod';

export const id = z.string();
/** Null for the user scope, or for no project. */
export const space = z.string().nullable();
/** Milliseconds since the epoch. */
export const moment = z.int();
export const count = z.int().min(0);
export const share = z.number().min(0).max(1);
export const usd = z.number();
export const texts = z.array(z.string());
export const counts = z.record(z.string(), z.number());
export const metadata = z.looseObject({});

export const problem = z.strictObject({ code: z.string(), message: z.string(), hint: z.string().nullable() });
/** The one shape of everything that goes wrong. */
export const errorAnswer = z.strictObject({ error: problem });

/** Lines while work goes on, and one at its end. */
export function progress<End extends z.ZodObject>(step: z.ZodObject, end: End) {
  return {
    contentType: 'application/x-ndjson',
    describe: 'a line now and then while it goes on, and a last one when it is done or has failed',
    line: z.union([end, step, errorAnswer]),
  };
}
