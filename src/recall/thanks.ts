/** Thanks and their answer: nothing is asked, and so little is said back that nothing was done. Pure. */
import { isAcknowledgement } from '../text/acknowledgement.ts';

const THANKED_CHARS = 80;

/** Of a turn without calls. */
export function isThanks(asked: string, answered: string): boolean {
  return answered.trim().length <= THANKED_CHARS && isAcknowledgement(asked);
}
