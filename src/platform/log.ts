/**
 * The daemon's log: one JSON object per line in `<home>/logs/daemon.log`, private (0600), rotated at 10 MB, five files.
 * Event names are noun-verb (`journal-opened`); fields are short facts about what happened: never bodies, tokens or
 * query strings. Every string is redacted, made printable and cut, in that order, so a secret cut in half is never
 * written (SRV-19, SRV-20). Writing is synchronous: low volume, and the line before a crash is the one that matters.
 * A log that cannot be written stops nothing: the lines it lost are counted and said in the next line that gets through.
 */
import { closeSync, fchmodSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from './atomic-file.ts';
import type { Clock } from './clock.ts';
import { printable } from './printable.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

type LogFields = { readonly [name: string]: string | number | boolean | null | undefined };

/** What the rest of the product sees. */
export type Log = { readonly [Level in LogLevel]: (event: string, fields?: LogFields) => void };

export interface LoggedError {
  readonly at: number;
  readonly event: string;
  /** The error's code, where the line has one. */
  readonly code?: string;
}

export interface LogFile extends Log {
  /** Errors since the start, for the status report. */
  errorCount(): number;
  /** The newest errors, oldest first. */
  lastErrors(): readonly LoggedError[];
  close(): void;
}

export interface LogOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Applied to every string before it is written. */
  readonly redact: (text: string) => string;
  readonly level?: LogLevel;
  readonly rotateBytes?: number;
}

const FILE_NAME = 'daemon.log';
const ROTATE_BYTES = 10 * 1024 * 1024;
const FILES_KEPT = 5;
/** A log line names a thing; it does not carry it. */
const VALUE_CHARS = 500;
/** Longer values are not worth redacting for the sake of their first 500 characters. */
const REDACTED_CHARS = 64 * 1024;
const ERRORS_REMEMBERED = 20;

export function openLog(options: LogOptions): LogFile {
  const { folder, clock, redact, level = 'info', rotateBytes = ROTATE_BYTES } = options;
  const path = join(folder, FILE_NAME);
  const lowest = LOG_LEVELS.indexOf(level);
  const errors: LoggedError[] = [];
  let errorCount = 0;
  let lostLines = 0;
  let file: number | undefined;
  let bytes = 0;

  function open(): number {
    makePrivateFolder(folder);
    const opened = openSync(path, 'a', PRIVATE_FILE);
    // The umask may have been wider when an older version made the file.
    fchmodSync(opened, PRIVATE_FILE);
    bytes = fstatSync(opened).size;
    return opened;
  }

  function rotate(): void {
    close();
    rmSync(numbered(path, FILES_KEPT - 1), { force: true });
    for (let age = FILES_KEPT - 2; age >= 0; age -= 1) renameIfThere(numbered(path, age), numbered(path, age + 1));
  }

  function append(line: string): void {
    if (file !== undefined && bytes + Buffer.byteLength(line) > rotateBytes && bytes > 0) rotate();
    file ??= open();
    bytes += writeSync(file, line);
  }

  function write(at: LogLevel, event: string, fields: LogFields = {}): void {
    const time = clock.now();
    if (at === 'error') {
      errorCount += 1;
      errors.push({ at: time, event, ...(typeof fields.code === 'string' ? { code: fields.code } : {}) });
      if (errors.length > ERRORS_REMEMBERED) errors.shift();
    }
    if (LOG_LEVELS.indexOf(at) < lowest) return;
    const entry: Record<string, unknown> = { time: new Date(time).toISOString(), level: at, event };
    for (const [name, value] of Object.entries(fields)) {
      entry[name] = typeof value === 'string' ? loggable(value, redact) : value;
    }
    if (lostLines > 0) entry.lost_lines = lostLines;
    try {
      append(`${JSON.stringify(entry)}\n`);
      lostLines = 0;
    } catch {
      lostLines += 1;
    }
  }

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  return {
    debug: (event, fields) => write('debug', event, fields),
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
    errorCount: () => errorCount,
    lastErrors: () => [...errors],
    close,
  };
}

function loggable(value: string, redact: (text: string) => string): string {
  if (value.length > REDACTED_CHARS) return `[${value.length} characters]`;
  let clean: string;
  try {
    clean = redact(value);
  } catch {
    // Fail closed: what cannot be redacted is not written.
    return `[${value.length} characters, not redactable]`;
  }
  const line = printable(clean.toWellFormed());
  return line.length <= VALUE_CHARS ? line : `${line.slice(0, VALUE_CHARS - 1).toWellFormed()}…`;
}

function numbered(path: string, age: number): string {
  return age === 0 ? path : `${path}.${age}`;
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw thrown;
  }
}
