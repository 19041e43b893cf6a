/**
 * What a thread may take of memory. A small nursery keeps a thread that mostly waits from holding on to what a burst needed;
 * one that cuts text into words needs a larger one, or it spends its time on collecting. The upper limit is far above what
 * any work needs, and ends a thread rather than the daemon.
 */
export const WAITING_THREAD = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 } as const;
export const FILLING_THREAD = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 } as const;
