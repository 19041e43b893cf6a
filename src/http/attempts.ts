/**
 * Guessing is slow (SRV-10): after five wrong tokens within a second a peer's further wrong ones are answered with a
 * wait that doubles up to 30 s. A right token is never looked at here, so nobody can lock the owner out.
 */
import type { Clock } from '../platform/clock.ts';

export interface Attempts {
  /** Counts one wrong token; returns how long the peer must wait, 0 while it may try on. */
  failed(peer: string): number;
}

interface Peer {
  windowStart: number;
  failures: number;
  waitMs: number;
  blockedUntil: number;
}

const WINDOW_MS = 1_000;
const FAILURES_PER_WINDOW = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Loopback has 16 million addresses; forgetting all of them is better than remembering all of them. */
const PEERS_REMEMBERED = 1_000;

/** `onBlock` hears of each new wait, not of every attempt within it. */
export function createAttempts(clock: Clock, onBlock: (peer: string, waitMs: number) => void): Attempts {
  const peers = new Map<string, Peer>();
  return {
    failed(name) {
      const now = clock.elapsed();
      const peer = peers.get(name) ?? { windowStart: now, failures: 0, waitMs: 0, blockedUntil: 0 };
      if (!peers.has(name)) {
        if (peers.size >= PEERS_REMEMBERED) peers.clear();
        peers.set(name, peer);
      }
      if (now < peer.blockedUntil) return peer.blockedUntil - now;
      if (now - peer.windowStart >= WINDOW_MS) {
        // A whole quiet period after the last block: start again from the shortest wait.
        if (now - peer.blockedUntil > LONGEST_WAIT_MS) peer.waitMs = 0;
        peer.windowStart = now;
        peer.failures = 0;
      }
      peer.failures += 1;
      if (peer.failures <= FAILURES_PER_WINDOW) return 0;
      peer.waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, peer.waitMs * 2));
      peer.blockedUntil = now + peer.waitMs;
      onBlock(name, peer.waitMs);
      return peer.waitMs;
    },
  };
}
