/** What is wrong with the index or its thread, for whoever asked. */
import { CarryoverError } from '../../memory/error.ts';

export const DOCTOR = '`carryover doctor` says what is wrong';

export function ended(): CarryoverError {
  return new CarryoverError('the thread that fills the search index has ended', {
    code: 'search-failed',
    hint: DOCTOR,
    retryable: true,
  });
}

export function damaged(): CarryoverError {
  return new CarryoverError('the search index was damaged and is being made anew', {
    code: 'index-damaged',
    hint: 'try again in a moment; `carryover status` shows how far it is',
    retryable: true,
  });
}

export function damagedAgain(): CarryoverError {
  return new CarryoverError('the search index is damaged again', {
    code: 'index-damaged',
    hint: 'check the disk, then run `carryover rebuild --index`; nothing was lost',
    retryable: true,
  });
}
