/**
 * Who said what in a record, as digests that outlive its text (DESIGN §5.12): what a tool or a page said first stays theirs
 * when the agent says it again, in whatever later turn. A digest is short, belongs to one space and is made with a key of the
 * home, so that it tells nobody the words who has not the key, nor whether two spaces share any.
 *
 * Kept in the record's metadata: retention leaves it, forgetting takes it with the record. Records from before that have
 * none, or that another home has made, are read by their text.
 */
import { hash } from 'node:crypto';
import type { SpaceId } from './ids.ts';
import { text } from './json-guards.ts';
import { memo } from './memo.ts';
import { originTokens } from './origin-tokens.ts';
import type { MemoryRecord } from './record.ts';
import { pastedTextOf, typedTextOf } from './record-segments.ts';
import { isShellTool } from './turn-statements.ts';

/** Where a record keeps them. */
export const ORIGINS = 'origins';

/**
 * `person` typed it; `agent` said or wrote it; `run` is a command the agent ran; `output` is what a program it ran has
 * printed; `read` is text out of files, pages and other tools, or that a person pasted, whoever wrote it.
 */
export type OriginVoice = 'person' | 'agent' | 'run' | 'output' | 'read';

export interface VoicedDigests {
  readonly voice: OriginVoice;
  readonly digests: readonly string[];
}

export type OriginRecord = Pick<MemoryRecord, 'type' | 'source' | 'tool' | 'content' | 'metadata' | 'workspace'>;

const LETTERS: Readonly<Record<OriginVoice, string>> = { person: 'p', agent: 'a', run: 'x', output: 'o', read: 'r' };
const VOICES = new Map(Object.entries(LETTERS).map(([voice, letter]) => [letter, voice as OriginVoice]));
const DIGEST_CHARS = 6;
const KEY_CHARS = 22;
/** Of longer texts the beginning and the end: a turn is hardly learned from the middle of a log. */
const READ_CHARS = 40_000;
/** Programs that print what somebody else wrote. Asked of every command of a line. */
const READER =
  /(?:^|[;&|("'\n]\s*|\bsudo\s+)(?:\w+=\S+\s+)*(?:curl|wget|https?|xh|lynx|w3m|gh|glab|cat|bat|head|tail|less|more|sed|awk|grep|rg|ag|jq|yq|man|strings|pbpaste|xclip|git\s+(?:\S+\s+)*?(?:log|show|diff|blame|tag|notes|stash|grep)|(?:npm|pnpm|yarn|cargo|pip|gem|brew|apt)\s+(?:view|info|show|search|docs|audit|outdated|explain))\b/;
const COMMAND_CHARS = 2_000;
const MEMO_SIZE = 20_000;

/** What digests of a home are made with; see `originKey`. */
export type OriginKey = string & { readonly __brand: 'OriginKey' };

/** Of the home's secret, which digests tell nothing of. */
export const originKey = memo(
  (secret): OriginKey => hash('sha256', `origins ${secret}`, 'base64url').slice(0, KEY_CHARS) as OriginKey,
  {
    most: 10,
  },
);
/** Changes with the way a text is taken apart: digests of another way would match nothing. */
const PIECES_VERSION = 2;
/** What digests begin with that were made with this key, of pieces that are taken this way. */
export const originMark = memo(
  (key) => `#${hash('sha256', `${PIECES_VERSION} ${key}`, 'base64url').slice(0, DIGEST_CHARS)} `,
  { most: 10 },
);

const digestOf = memo((said) => hash('sha256', said, 'base64url').slice(0, DIGEST_CHARS), { most: MEMO_SIZE });

export function originDigest(key: OriginKey, workspace: SpaceId | null, token: string): string {
  return digestOf(`${key} ${workspace ?? ''} ${token}`);
}

/** Of a word in the project's own files, which an act keeps: known in every home that the act comes to. */
export function trackedDigest(workspace: SpaceId | null, word: string): string {
  return digestOf(`${workspace ?? ''} ${word}`);
}

/** As it is kept; empty when it says nothing. `command` is what an output came from, where the record does not say. */
export function originsOf(record: OriginRecord, key: OriginKey, command?: string): string {
  const parts = voicesIn(record, command)
    .map(({ voice, said }) => {
      const digests = originTokens(bothEnds(said)).map((token) => originDigest(key, record.workspace, token.text));
      return digests.length === 0 ? '' : LETTERS[voice] + digests.join('');
    })
    .filter((part) => part !== '');
  return parts.length === 0 ? '' : originMark(key) + parts.join(' ');
}

/** Undefined when they were made with another key. */
export function readOrigins(kept: string, key: OriginKey): readonly VoicedDigests[] | undefined {
  const mark = originMark(key);
  if (!kept.startsWith(mark)) return undefined;
  return kept
    .slice(mark.length)
    .split(' ')
    .flatMap((part) => {
      const voice = VOICES.get(part.slice(0, 1));
      return voice === undefined ? [] : [{ voice, digests: part.slice(1).match(/.{6}/g) ?? [] }];
    });
}

/** What an outcome is: what a program printed, or what somebody wrote. In doubt the latter. */
export function voiceOfOutcome({ tool, metadata }: Pick<OriginRecord, 'tool' | 'metadata'>, command?: string) {
  const line = (command ?? text(metadata.command)).slice(0, COMMAND_CHARS);
  const isProgram = tool !== null && isShellTool(tool) && line !== '' && !READER.test(line);
  return isProgram ? 'output' : 'read';
}

interface Voiced {
  readonly voice: OriginVoice;
  readonly said: string;
}

function voicesIn(record: OriginRecord, command?: string): readonly Voiced[] {
  const { type, source, content: said, tool } = record;
  switch (type) {
    case 'prompt':
      if (source !== 'typed' && source !== 'pasted') return [other(record)];
      return [
        { voice: 'person', said: typedTextOf(record) },
        { voice: 'read', said: pastedTextOf(record) },
      ];
    case 'assistant':
      return [other(record)];
    case 'tool_use':
      return [{ voice: tool !== null && isShellTool(tool) ? 'run' : 'agent', said }];
    case 'tool_result':
    case 'error':
      return [{ voice: voiceOfOutcome(record, command), said }];
    default:
      return [];
  }
}

function other({ source, content: said }: OriginRecord): Voiced {
  return { voice: source === 'assistant' ? 'agent' : 'read', said };
}

function bothEnds(said: string): string {
  return said.length <= READ_CHARS ? said : `${said.slice(0, READ_CHARS / 2)}\n${said.slice(-READ_CHARS / 2)}`;
}
