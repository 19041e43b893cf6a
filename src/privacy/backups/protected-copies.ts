/**
 * How long protected copies stay: the last from before a sweep, a restore or a migration goes after thirty days of running
 * time, or when a person lets it go, whatever the wall clock says. One from before a sweep serves all sweeps of thirty
 * days, and stays for thirty more. How long each was there while Carryover ran is counted in a file beside them; where that
 * is lost, its time begins anew. Forgetting and better redaction still reach them.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CarryoverError } from '../../memory/error.ts';
import { isObject } from '../../memory/json-guards.ts';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import { isOfSweep, listBackups, protectedNames, removeDatabase } from './backup-files.ts';

export interface ProtectedCopy {
  readonly name: string;
  /** Of running time, until it goes by itself. */
  readonly daysLeft: number;
}

const DAY_MS = 24 * 60 * 60_000;
const PROTECTED_MS = 30 * DAY_MS;
const AGES = 'protected-copies.json';

export function protectedCopies(folder: string): readonly ProtectedCopy[] {
  const ages = readAges(folder);
  return protectedNames(folder)
    .toSorted()
    .map((name) => ({ name, daysLeft: Math.ceil((protectedMs(name) - (ages[name] ?? 0)) / DAY_MS) }));
}

/** Whether a copy from before a sweep may serve another: then that one's text stays for thirty days, too. */
export function servesSweeps(folder: string, name: string): boolean {
  return protectedNames(folder).includes(name) && (readAges(folder)[name] ?? 0) < PROTECTED_MS;
}

function protectedMs(name: string): number {
  return isOfSweep(name) ? 2 * PROTECTED_MS : PROTECTED_MS;
}

/** So much running time has passed: those whose time is over go. */
export function ageProtected(folder: string, ranMs: number): void {
  const names = protectedNames(folder);
  if (names.length === 0) return;
  const before = readAges(folder);
  const ages = names.map((name) => [name, (before[name] ?? 0) + Math.max(0, ranMs)] as const);
  writeFileAtomically(join(folder, AGES), `${JSON.stringify(Object.fromEntries(ages))}\n`);
  for (const [name, age] of ages) if (age >= protectedMs(name)) removeProtected(folder, name);
}

/** A person lets one go: by its name, or a part of it that no other has. */
export function releaseCopy(folder: string, wanted: string): string {
  const named = protectedNames(folder).filter((name) => name === wanted || (wanted !== '' && name.includes(wanted)));
  const [name, ...others] = named.includes(wanted) ? [wanted] : named;
  if (name === undefined || others.length > 0) {
    throw new CarryoverError(
      name === undefined ? 'there is no protected copy of this name' : `${named.length} protected copies are named so`,
      { code: 'not-found', hint: '`carryover backup --list` shows them; a part of the name will do' },
    );
  }
  removeProtected(folder, name);
  return name;
}

/** Older copies of the clock hold what a sweep has emptied since: they go with the one that was made before it. */
function removeProtected(folder: string, name: string): void {
  const all = listBackups(folder);
  const gone = all.find((backup) => backup.name === name);
  if (gone?.kind === 'sweep') {
    const [newest] = all.filter(({ kind }) => kind === 'copy');
    for (const copy of all)
      if (copy.kind === 'copy' && copy !== newest && copy.takenAt <= gone.takenAt) removeDatabase(copy.path);
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, name + suffix), { recursive: true, force: true });
}

function readAges(folder: string): Readonly<Record<string, number>> {
  try {
    const ages: unknown = JSON.parse(readFileSync(join(folder, AGES), 'utf8'));
    if (!isObject(ages)) return {};
    const entries = Object.entries(ages).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
    return Object.fromEntries(entries);
  } catch {
    // Never written, or lost.
    return {};
  }
}
