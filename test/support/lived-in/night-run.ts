/** A run of the agent that looks after the server, as `carryover run` tells the daemon of it. */
import { endToWire, startToWire } from '../../../src/http/run-wire.ts';
import { deriveId, type SessionId } from '../../../src/memory/ids.ts';
import type { Deed } from './deeds.ts';
import { type Call, closedTurns, curated, type LivingHome } from './tell-session.ts';

const TOOK_MS = 190_000;
const TASK = 'Look after the server: health, disks, backups.';

interface Night {
  readonly daysAgo: number;
  readonly tier: number;
  readonly says: string;
  readonly exitCode: number;
}

const NIGHTS: readonly Night[] = [
  {
    daysAgo: 3,
    tier: 1,
    says: 'The backup target did not answer.\n\n[EVENT:error:restic] no route to the backup target, tried for three minutes\n[MEMORY:dependency:restic] Backups need the VPN; without wg0 the repository is not reachable.',
    exitCode: 1,
  },
  {
    daysAgo: 2,
    tier: 2,
    says: 'The tunnel was down. It is up again and the backup went through.\n\n[EVENT:warning:wireguard] wg0 was down, brought up again\n[MEMORY:remediation:wireguard] `wg-quick up wg0` is safe to repeat and brings the tunnel back within seconds.\n[COOLDOWN:restart:wireguard] tunnel down',
    exitCode: 0,
  },
];

export function nightRuns({ home, clock, folderOf }: LivingHome, call: Call): readonly Deed[] {
  return NIGHTS.map(({ daysAgo, tier, says, exitCode }) => ({
    daysAgo,
    time: '03:50',
    async act(at) {
      const closedBefore = await closedTurns(home);
      const session = deriveId<SessionId>('lived-in run', String(daysAgo));
      const cooldowns = [{ service: 'server', action: 'check', uses: 2, windowMs: 12 * 3_600_000 }];
      const { id } = await call(
        '/runs',
        startToWire({
          name: null,
          tier,
          budgetTokens: 2_000,
          command: ['claude', '-p', TASK],
          cwd: folderOf('homelab'),
          environment: 'The server is called heron.',
          cooldowns,
        }),
      );
      const message = (role: string, text: string) => ({
        type: role,
        session_id: session,
        uuid: deriveId(session, role),
        message: { id: `${role}-${daysAgo}`, role, content: [{ type: 'text', text }] },
      });
      await call(`/runs/${id}/stream`, { messages: [message('user', TASK), message('assistant', says)] });
      clock.moveTo(at + TOOK_MS);
      await call(
        `/runs/${id}/end`,
        endToWire({
          sessionId: session,
          turns: 1,
          costUsd: 0.06,
          memories: 1,
          events: { [exitCode === 0 ? 'warning' : 'error']: 1 },
          failed: exitCode !== 0,
          exitCode,
          signal: null,
        }),
      );
      await curated(home, closedBefore + 1);
    },
  }));
}
