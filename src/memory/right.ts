/**
 * What a call to the daemon may do, as one word: every route names the right it needs, and a named token holds some of
 * them. A right that is `byPerson` changes what is known, who may what, or a setting: with the owner's own token it is used
 * only by somebody who was proven to be a person, and is kept as a proposal otherwise. The others only take in, read or
 * compute anew what was decided before.
 */
interface RightSpec {
  readonly says: string;
  readonly byPerson: boolean;
}

const SPECS = {
  read: { says: 'read and search what is kept', byPerson: false },
  capture: { says: 'hand in records and events', byPerson: false },
  run: { says: 'begin and end runs of an agent', byPerson: false },
  curate: { says: 'have waiting turns read, and learnings and indexes made anew', byPerson: false },
  daemon: { says: 'stop the daemon', byPerson: false },
  remember: { says: 'add, change and remove what is known', byPerson: true },
  review: { says: 'decide what waits in review, and close actions', byPerson: true },
  files: { says: 'change memory files, and take back what was learned', byPerson: true },
  deploy: { says: 'deploy soul.md and os.md', byPerson: true },
  forget: { says: 'forget, sweep and redact for good', byPerson: true },
  import: { says: 'import', byPerson: true },
  settings: { says: 'change settings, links and switches', byPerson: true },
  access: { says: 'give and take access: tokens, apps, browsers, connected clients', byPerson: true },
  home: { says: 'restore, encrypt and decrypt the home', byPerson: true },
} as const satisfies Readonly<Record<string, RightSpec>>;

export type Right = keyof typeof SPECS;

export const RIGHTS = Object.keys(SPECS) as readonly Right[];

export function isRight(text: unknown): text is Right {
  return RIGHTS.some((right) => right === text);
}

export function rightSpec(right: Right): RightSpec {
  return SPECS[right];
}
