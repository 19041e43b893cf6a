/**
 * What a file on disk should hold. That is the newest version, and where a change that was found on disk waits for a
 * person, that version with the change in it: nobody's text is overwritten while it waits, whatever the curator writes.
 */
import { mergeThreeWay } from './merge.ts';

export interface WaitingChange {
  /** The version it is a change of. */
  readonly before: string;
  readonly content: string;
}

export function textOnDisk(newest: string, waiting: WaitingChange | undefined): string {
  return waiting === undefined ? newest : withChange(newest, waiting);
}

/** The change of a person, or of whoever wrote on disk, done to what the text is by now. */
export function withChange(now: string, { before, content }: WaitingChange): string {
  return now === before ? content : mergeThreeWay({ base: before, curator: now, human: content });
}
