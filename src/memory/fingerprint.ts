/**
 * What the disk says about a project, in one line of text, and whether two such lines are of the same project. Pure.
 *
 * `device:inode:birth` of the anchor, then, for a repository: `folder=` the same of its root, `remote=` a digest of the
 * normalised URL of its main remote, `log=` a digest of the entry its reflog began with, or `cut` when git has let that
 * entry expire. Digests, because a URL may hold what nobody wants in a journal. 0.1.0 wrote the first part alone.
 *
 * Proof, in this order: the same remote is the same project (people delete a clone and clone again). A directory that is
 * still the same one, whose reflog still begins as it did or has only lost its beginning, is the same project under
 * another remote (`git remote set-url`). Another remote otherwise, or another beginning, is another project.
 */
import type { SpaceIdentity } from './space.ts';

interface Fingerprint {
  /** Empty when the place is gone, or is a name only. */
  readonly anchor: string;
  readonly folder: string;
  readonly remote: string;
  readonly log: string;
}

type Seen = Pick<SpaceIdentity, 'kind' | 'fingerprint'>;

export const CUT_LOG = 'cut';

export function fingerprintText({ anchor, ...evidence }: Fingerprint): string {
  return [anchor, ...Object.entries(evidence).flatMap(([key, value]) => (value === '' ? [] : `${key}=${value}`))].join(
    ' ',
  );
}

function readFingerprint(text: string): Fingerprint {
  const [anchor = '', ...rest] = text.split(' ');
  const evidence = (key: string): string =>
    rest.find((part) => part.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';
  return { anchor, folder: evidence('folder'), remote: evidence('remote'), log: evidence('log') };
}

/** The anchor itself, without what is in it: by this a directory is found again elsewhere. Empty when it proves nothing. */
export function certainAnchor(fingerprint: string): string {
  const { anchor } = readFingerprint(fingerprint);
  return isCertain(anchor) ? anchor : '';
}

/** Of two sightings at one place, or of one directory at two. */
export function isSameProject(known: Seen, seen: Seen): boolean {
  const [before, now] = [readFingerprint(known.fingerprint), readFingerprint(seen.fingerprint)];
  // A plain folder has nothing but its path; one that is gone tells nothing.
  if (now.anchor === '' || (known.kind === 'folder' && seen.kind === 'folder')) return true;
  if (known.kind !== seen.kind) return isSameFolder(known, seen);
  if (before.remote !== '' && before.remote === now.remote) return true;
  const otherRemote = before.remote !== '' && now.remote !== '';
  const inPlace = isSameInode(before.anchor, now.anchor) && isCertain(now.anchor);
  if (beginningOf(before) !== '' && beginningOf(now) !== '') return before.log === now.log && (inPlace || !otherRemote);
  if (otherRemote) return inPlace && now.log === CUT_LOG;
  // 0.1.0 kept no evidence: what is seen first is taken for it.
  return isSameInode(before.anchor, now.anchor) || before.folder === '';
}

/** Without asking a journal: at the same path, or the same directory elsewhere. */
export function isSamePlace(known: SpaceIdentity, seen: SpaceIdentity): boolean {
  const certain = certainAnchor(seen.fingerprint);
  const isSameAnchor = known.anchor === seen.anchor || (certain !== '' && certainAnchor(known.fingerprint) === certain);
  return isSameAnchor && isSameProject(known, seen);
}

/** A folder that was made a repository, or is none any more, is the same while it is the same folder. */
function isSameFolder(known: Seen, seen: Seen): boolean {
  const [before, now] = [folderOf(known), folderOf(seen)];
  return before === '' || isSameInode(before, now);
}

function folderOf({ kind, fingerprint }: Seen): string {
  const { anchor, folder } = readFingerprint(fingerprint);
  return kind === 'folder' ? anchor : folder;
}

function beginningOf({ log }: Fingerprint): string {
  return log === CUT_LOG ? '' : log;
}

/** Without the device, whose number may be another one after a restart. */
function isSameInode(one: string, other: string): boolean {
  const [, ...before] = one.split(':');
  const [, ...now] = other.split(':');
  return before.length > 0 ? before.join(':') === now.join(':') : one === other;
}

/** Numbers of directories are used again; only together with a time of birth they belong to one. */
function isCertain(anchor: string): boolean {
  return /:[1-9]\d*$/.test(anchor);
}
