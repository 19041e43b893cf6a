/** Credentials known by their whole build rather than by a beginning: a mark in the middle, a fixed number of parts (RED-4). */
import type { Report } from '../finding.ts';
import { reportStructures, type Structure } from './structure.ts';

/** Every expression starts at a boundary and is bounded, so that one text position is tried once. */
const STRUCTURES: readonly Structure[] = [
  {
    kind: 'jwt',
    mark: 'ey',
    pattern: /(?<![A-Za-z0-9_-])ey[JA][A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{6,}){1,4}\.?/g,
  },
  { kind: 'jwt', mark: 'ewog', pattern: /(?<![A-Za-z0-9_-])ewog[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{6,}){1,4}/g },
  { kind: 'azure-client-secret', mark: 'Q~', pattern: /(?<![\w~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{28,40}/g },
  { kind: 'azure-devops-token', mark: 'AZDO', pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{60,90}AZDO[A-Za-z0-9]{4}/g },
  { kind: 'azure-key', mark: 'JQQJ99', pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{40,60}JQQJ99[A-Za-z0-9]{20,40}/g },
  {
    kind: 'azure-key',
    mark: '==',
    pattern:
      /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,80}(?:AzFu|AzSe|\+AStc|A?ACDb|\+ACR|AIoT|\+ASb|\+AEh|APIM)[A-Za-z0-9+/]{4,12}={1,2}/g,
  },
  {
    kind: 'terraform-token',
    mark: '.atlasv1.',
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_=-]{30,100}/g,
  },
  { kind: 'telegram-token', mark: ':A', pattern: /(?<![A-Za-z0-9])\d{6,12}:A[A-Za-z0-9_-]{32,40}(?![A-Za-z0-9_-])/g },
  { kind: 'telegram-token', mark: ':A', pattern: /(?<=\/bot)\d{6,12}:A[A-Za-z0-9_-]{32,40}/g },
  {
    kind: 'discord-token',
    mark: '.',
    pattern:
      /(?<![A-Za-z0-9_-])(?:mfa\.[A-Za-z0-9_-]{60,100}|[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{5,7}\.[A-Za-z0-9_-]{25,45})(?![A-Za-z0-9_-])/g,
  },
  {
    kind: 'facebook-app-token',
    mark: '|',
    pattern: /(?<![A-Za-z0-9])\d{13,17}\|[A-Za-z0-9_-]{25,40}(?![A-Za-z0-9_-])/g,
  },
  { kind: 'mailchimp-key', mark: '-us', pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?!\w)/g },
  { kind: 'ghost-key', mark: ':', pattern: /(?<![A-Za-z0-9])[0-9a-f]{24,26}:[0-9a-f]{52,64}(?![A-Za-z0-9])/g },
  {
    kind: 'asana-token',
    mark: '/1',
    pattern: /(?<![A-Za-z0-9/])[12]\/\d{13,18}(?:\/\d{13,18})?:[0-9a-f]{32}(?![A-Za-z0-9])/g,
  },
  { kind: 'fcm-key', mark: ':APA91b', pattern: /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{11,30}:APA91b[A-Za-z0-9_-]{60,200}/g },
  { kind: 'maxmind-key', mark: '_mmk', pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{20,32}_mmk/g },
  { kind: 'deepl-key', mark: ':fx', pattern: /(?<![A-Za-z0-9-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}:fx/g },
  { kind: 'onepassword-secret-key', mark: 'A3-', pattern: /(?<![A-Za-z0-9])A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}/g },
  { kind: 'rancher-token', mark: 'token-', pattern: /(?<![A-Za-z0-9])token-[a-z0-9]{5}:[a-z0-9]{40,64}/g },
  { kind: 'password-hash', mark: '$2', pattern: /(?<![\w$])\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{50,56}/g },
  {
    kind: 'password-hash',
    mark: '$',
    pattern:
      /(?<![\w$])\$(?:1|5|6|y|gy|7|md5|sha1|apr1)\$[^\s$:"']{1,40}\$(?:[^\s$:"']{1,20}\$)?[./A-Za-z0-9]{20,100}/g,
  },
  { kind: 'password-hash', mark: ':::', pattern: /(?<![A-Za-z0-9])[0-9a-fA-F]{32}:[0-9a-fA-F]{32}(?=:::)/g },
];

/** None of them is shorter. */
const SHORTEST_STRUCTURE = 33;

/** Looks into one long run of characters. */
export function findStructured(run: string, report: Report): void {
  if (run.length < SHORTEST_STRUCTURE) return;
  reportStructures(STRUCTURES, run, report);
}
