import { expect, it } from 'vitest';
import { parseCooldown } from '../memory/cooldown.ts';
import { runStart, startToWire } from './run-wire.ts';

const start = { name: null, tier: 1, budgetTokens: 1, command: ['x'], cwd: '/', environment: '' };
const isTaken = (limit: object) =>
  runStart.safeParse({ ...startToWire({ ...start, cooldowns: [] }), cooldowns: [limit] }).success;

it('takes the limits that the command line and the configuration take, and no others', () => {
  for (const text of ['a/b=1/1m', 'web_1/re-deploy=9999/99999d']) {
    const [limit] = startToWire({ ...start, cooldowns: [parseCooldown(text)] }).cooldowns;
    expect([text, isTaken(limit ?? {})]).toEqual([text, true]);
  }
  const known = { service: 'a', action: 'b', uses: 1, window_ms: 60_000 };
  for (const wrong of [{ service: 'a b' }, { action: 'b/c' }, { uses: 10_000 }, { window_ms: 1 }])
    expect([wrong, isTaken({ ...known, ...wrong })]).toEqual([wrong, false]);
});
