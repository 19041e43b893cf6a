/**
 * Apps: automations that keep a memory of their own inside a space. What a record says of itself is never believed here:
 * the mark is set by the door that its app came through, and taken off whatever else comes in with it.
 */
import type { AppId } from './ids.ts';
import type { Caller } from './permission.ts';
import type { JsonObject } from './record.ts';

/** In the metadata of every record that an app handed in. */
export const APP_MARK = 'carryover_app';

/** Safe as the name of a folder. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function isAppName(text: string): text is AppId {
  return NAME.test(text) && !text.includes('..');
}

/** The app a record is of; undefined for all that a person's session said. */
export function appOf({ metadata }: { readonly metadata: JsonObject }): AppId | undefined {
  const mark = metadata[APP_MARK];
  return typeof mark === 'string' && isAppName(mark) ? mark : undefined;
}

/** A session's records are its space's; an app's are its own memory. */
export function callerFor(app: AppId | undefined): Caller {
  return app === undefined ? { kind: 'session' } : { kind: 'app', app };
}
