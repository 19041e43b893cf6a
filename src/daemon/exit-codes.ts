/** How a daemon process says why it ended; its supervisor acts on it. */
export const EXIT = {
  /** It was asked to stop: the supervisor stops too. */
  stopped: 0,
  /** Another daemon owns the home: wait for that one to go. */
  notOwner: 3,
  /** It cannot run as things are (port taken, token exposed): try again slowly. */
  cannotStart: 4,
} as const;
