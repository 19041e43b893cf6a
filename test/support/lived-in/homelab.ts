/** Eleven weeks of an agent that looks after a small server at night, and says what it learned in marker lines. */
import { bash, failed, type LivedCall, type LivedSession, type LivedTurn } from './session.ts';

const project = 'homelab';

type Night = readonly [daysAgo: number, task: string, calls: readonly LivedCall[], answer: string];

const NIGHTS: readonly Night[] = [
  [
    78,
    'Check Samba after the kernel update.',
    [bash('systemctl status smbd', 'Active: active (running)')],
    'All services are up.\n\n[MEMORY:behavior:samba] smbd logs "panic action" lines after a kernel update; harmless, gone after its restart.\n[EVENT:info:samba] smbd restarted after the kernel update',
  ],
  [
    64,
    'Walk through the containers and tell me what is unhealthy.',
    [bash('docker ps', 'jellyfin   Up 3 weeks (healthy)')],
    'Everything is healthy.\n\n[MEMORY:timing:jellyfin] The library scan starts at 03:00 and keeps the disk busy for about 40 minutes.\n[MEMORY:maintenance:general] Unattended upgrades run on Sundays at 04:30; expect restarts until 05:00.',
  ],
  [
    33,
    'Jellyfin is reported as down: look at it and fix what is safe to fix.',
    [
      failed('curl -fsS localhost:8096/health', 'curl: (22) The requested URL returned error: 503'),
      bash('docker restart jellyfin', 'jellyfin'),
    ],
    'Jellyfin answered 503 until it was restarted.\n\n[MEMORY:remediation:jellyfin] A 503 on /health after a library scan clears with one restart of the container.\n[EVENT:warning:jellyfin] health check failed with 503, restarted the container\n[COOLDOWN:restart:jellyfin] 503 on /health',
  ],
  [
    26,
    'Verify the Postgres backup of this night.',
    [bash('psql -c "select pg_database_size(\'ledgerly\')"', ' 4112 MB')],
    'Postgres is fine.\n\n[MEMORY:maintenance:postgres] The ledgerly database grows by about 90 MB a week; the volume has 40 GB.\n[MEMORY:timing:postgres] pg_dump runs at 02:15 and takes six minutes; do not restart Postgres before 02:30.\n[EVENT:info:postgres] backup verified, 4.1 GB',
  ],
  [
    19,
    'The tide page shows a certificate warning, find out why.',
    [
      bash('caddy validate', 'Valid configuration'),
      failed('curl -fsS https://tides.example.org', 'curl: (60) SSL certificate problem: certificate has expired'),
    ],
    'The certificate of tides.example.org had expired because port 80 was closed.\n\n[MEMORY:dependency:caddy] Caddy renews certificates over port 80; the firewall must leave it open.\n[EVENT:critical:caddy] certificate of tides.example.org expired\n[EVENT:error:caddy] renewal failed: port 80 was closed by the firewall',
  ],
  [
    13,
    'Jellyfin is down again, same as two weeks ago?',
    [bash('docker restart jellyfin', 'jellyfin')],
    'Yes: a 503 after the library scan, and one restart of the container cleared it.\n\n[MEMORY:remediation:jellyfin] A 503 on /health after a library scan clears with one restart of the container.\n[MEMORY:dependency:jellyfin] Hardware transcoding needs /dev/dri in the container; without it playback stutters above 1080p.\n[EVENT:warning:jellyfin] health check failed with 503, restarted the container\n[COOLDOWN:restart:jellyfin] 503 on /health',
  ],
  [
    8,
    'Check the restic repository.',
    [bash('restic check', 'no errors were found')],
    'Backups are sound.\n\n[MEMORY:timing:restic] A full check takes 25 minutes over the uplink; start it after 01:00.\n[MEMORY:behavior:restic] A stale lock after a power cut is removed with `restic unlock`.\n[EVENT:info:restic] repository checked, no errors',
  ],
  [
    4,
    'The disk alarm went off, make some room.',
    [
      bash('df -h /srv', '/dev/sdb1  916G  836G   33G  97% /srv'),
      bash('docker image prune -f', 'Total reclaimed space: 11.4GB'),
    ],
    'The media disk was at 97 %.\n\n[MEMORY:maintenance:general] When /srv is above 95 %, pruning old images frees about 11 GB.\n[EVENT:error:general] /srv at 97 %, pruned images\n[COOLDOWN:prune:docker] /srv above 95 %',
  ],
  [
    1,
    'Look after everything: health of the containers, disks, what Jellyfin does after its library scan.',
    [
      bash('docker restart jellyfin', 'jellyfin'),
      bash('smartctl -H /dev/sdb', 'SMART overall-health self-assessment test result: PASSED'),
    ],
    'One restart, everything else is quiet.\n\n[MEMORY:remediation:jellyfin] A 503 on /health after a library scan clears with one restart of the container.\n[EVENT:warning:jellyfin] health check failed with 503, restarted the container\n[EVENT:info:general] disks passed their self-test\n[COOLDOWN:restart:jellyfin] 503 on /health',
  ],
];

const DAYTIME: readonly LivedSession[] = [
  {
    project,
    daysAgo: 30,
    time: '11:48',
    turns: [
      {
        user: 'Never restart Postgres without asking me first.',
        answer: 'Understood, Postgres is restarted only after you said yes.',
      },
      {
        user: 'The new media disk is mounted at /srv, remember that. The old one at /mnt/media is gone.',
        calls: [bash('findmnt /srv', 'TARGET SOURCE    FSTYPE OPTIONS\n/srv   /dev/sdb1 ext4   rw,noatime')],
        answer: 'Noted: media lives in /srv on /dev/sdb1.',
      },
    ],
  },
  {
    project,
    daysAgo: 6,
    time: '16:05',
    turns: [
      {
        user: 'Install fail2ban, somebody is knocking at SSH.',
        calls: [bash('apt-get install -y fail2ban', 'Setting up fail2ban (1.1.0-8) ...')],
        answer: 'fail2ban runs with the default SSH jail: five tries, then ten minutes of silence.',
      },
      {
        user: 'Why had the certificate of the tide page expired two weeks ago?',
        answer: 'Because the firewall had closed port 80, so that the renewal of tides.example.org failed.',
      },
      {
        user: 'Next step: move the DNS of tides.example.org to the new address before the end of the month.',
        answer: 'I keep it on the list; the record has a TTL of one hour.',
      },
    ],
  },
];

export const HOMELAB: readonly LivedSession[] = [
  ...NIGHTS.map(([daysAgo, user, calls, answer]): LivedSession => {
    const turn: LivedTurn = { user, calls, answer };
    return { project, daysAgo, time: '03:50', turns: [turn] };
  }),
  ...DAYTIME,
];
