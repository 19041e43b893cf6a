/**
 * What a record from outside may say of itself: never whose app it is of, nor which marker lines were read in it, who said
 * what in it and whose words its parts are, nor that it is an event which only our own doors make. Such events stand in the
 * feed, and some of them count as the use of a limited action.
 */
import { APP_MARK } from './app.ts';
import { SEGMENTS } from './kept-segments.ts';
import { MARKER_LINES } from './marker-lines.ts';
import { ORIGINS } from './origins.ts';
import type { JsonObject } from './record.ts';

/** `metadata.event` of what is noted of markers and runs. */
const OWN_EVENTS: ReadonlySet<unknown> = new Set([
  'marker',
  'cooldown',
  'run-begun',
  'run-heard',
  'run-start',
  'run-end',
]);

export function outsideMetadata(given: JsonObject): JsonObject {
  const { [APP_MARK]: _, [MARKER_LINES]: __, [ORIGINS]: ___, [SEGMENTS]: ____, ...metadata } = given;
  const { event, ...rest } = metadata;
  return OWN_EVENTS.has(event) ? rest : metadata;
}
