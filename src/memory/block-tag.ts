/** The tag around everything Carryover gives to an agent; capture takes it out again by this name. */
export const BLOCK_TAG = 'carryover-memory';
