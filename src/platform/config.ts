/**
 * `config.json`: the person's choices. Unknown keys and bad values are refused with the nearest right one, on `config
 * set` and on load alike; what an earlier version had is refused by `config set` alone (`retired-settings.ts`). A missing
 * file means all defaults. Only keys that something reads are listed here.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { COOLDOWN_FORM, COOLDOWN_SHAPE } from '../memory/cooldown.ts';
import { CarryoverError, messageOf } from '../memory/error.ts';
import { isObject } from '../memory/json-guards.ts';
import { makePrivateFolder, writeFileAtomically } from './atomic-file.ts';
import { nearest } from './nearest.ts';
import { refuseRetired, withoutRetired } from './retired-settings.ts';

export interface Config {
  readonly port: number;
  /** `strict` also redacts every run of 16 or more hex digits (D-061), git SHAs included. */
  readonly 'redaction.hex': 'code-aware' | 'strict';
  /** Extra patterns (regular expressions) to redact, and values never to redact. */
  readonly 'redaction.patterns': readonly string[];
  readonly 'redaction.allow': readonly string[];
  /** `space` keeps no file content from outside the project (D-062); `all` is the opt-in. */
  readonly 'capture.paths': 'space' | 'all';
  /** Whether anything is given to agents by itself, at session start or later (D-043). */
  readonly 'injection.enabled': boolean;
  /** Whether prompts are answered with what was found for them. */
  readonly 'injection.prompts': boolean;
  /** Tokens given with one prompt, at most (D-082). */
  readonly 'injection.budgetTokens': number;
  /** How long an agent waits for it after the prompt has arrived; of D-082's 50 ms the rest is for sending it. */
  readonly 'injection.timeoutMs': number;
  /** Whether what is marked sensitive is given to agents all the same. */
  readonly 'injection.sensitive': boolean;
  /** Spaces that are given nothing: ids, or absolute folders. */
  readonly 'injection.offSpaces': readonly string[];
  /** Sessions that are given nothing. */
  readonly 'injection.offSessions': readonly string[];
  /** Characters given at session start, at most; a client's own limit may be lower. */
  readonly 'boot.budgetChars': number;
  /** `rules` asks no model and costs nothing; the others are a person's choice. */
  readonly 'curator.provider': 'rules' | 'anthropic' | 'openai' | 'claude-cli';
  /** Empty: the provider's default. */
  readonly 'curator.model': string;
  readonly 'curator.profile': 'batch' | 'realtime' | 'manual';
  /** Turns of a project that make a batch (B-079). */
  readonly 'curator.batchTurns': number;
  /** Before which compactions what waits is read (B-052). */
  readonly 'curator.preCompact': 'both' | 'auto' | 'manual' | 'off';
  /** A session with so many tokens, or tool calls, in turns that wait is read by itself (D-050); 0: not for that. */
  readonly 'curator.afterTokens': number;
  readonly 'curator.afterTools': number;
  /** How long a model may take to read a session by itself; then it is left to the batch (D-055). */
  readonly 'curator.extractTimeoutMs': number;
  /** Most that model calls may cost in 24 hours, and for the turns of one session. */
  readonly 'curator.dailyUsd': number;
  readonly 'curator.sessionUsd': number;
  /** Where the model answers; empty: `ANTHROPIC_BASE_URL` or `OPENAI_BASE_URL`, then the public address or a local Ollama. */
  readonly 'curator.baseUrl': string;
  /** A file with the key, for a daemon that was started without it in its environment. */
  readonly 'curator.keyFile': string;
  /** The kill switch: no model is called while it is off, whatever else is set. */
  readonly 'curator.modelCalls': boolean;
  /** Dollars per million tokens, for a model whose price is not known; -1 when not set. */
  readonly 'curator.inputPrice': number;
  readonly 'curator.outputPrice': number;
  /** Who says how near a search's candidates lie to its question in meaning; `compatible` is any address that speaks as OpenAI. */
  readonly 'embeddings.provider': 'off' | 'openai' | 'compatible';
  readonly 'embeddings.model': string;
  /** Where it answers; empty: for `compatible` a local Ollama, else `OPENAI_BASE_URL` and then OpenAI itself. */
  readonly 'embeddings.baseUrl': string;
  readonly 'embeddings.keyFile': string;
  /** Tokens of operational memory given at session start, at most (C-040); 0 gives none. */
  readonly 'operational.budgetTokens': number;
  /** Tiers of agents with another number (C-060): `<tier>=<tokens>`. */
  readonly 'operational.tiers': readonly string[];
  /** How often an action may be done to a service: `<service>/<action>=<uses>/<window>`. */
  readonly 'operational.cooldowns': readonly string[];
  /** Which memory files there are. */
  readonly 'files.preset': 'three' | 'six' | 'app';
  /** `slot`: at most one learning per scope, type and subject. */
  readonly 'lifecycle.match': 'similar' | 'slot';
  /** Days after which the text of records is emptied (D-016); `off` keeps it. */
  readonly 'retention.days': number | 'off';
  /** Spaces with another number of days: `<folder or space id>=<days or off>`. */
  readonly 'retention.spaces': readonly string[];
  /** Which space may also read which: `<space id>-><space id>`. Made by `carryover link`. */
  readonly 'spaces.links': readonly string[];
  /** Most that copies of the journal may take in the home; 0 keeps none. */
  readonly 'backups.megabytes': number;
}

/** Of an entry of `retention.spaces`. */
export const SPACE_RETENTION_SHAPE = /^.+=(?:\d{1,5}|off)$/;

/** Sessions end without telling; of those that were switched off the newest are kept. */
const OFF_SESSIONS = 100;

interface KeySpec<Value> {
  readonly default: Value;
  readonly describe: string;
  /** Undefined when the value does not fit. */
  read(value: unknown): Value | undefined;
}

function wholeNumber(low: number, high: number): (value: unknown) => number | undefined {
  return (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isInteger(number) && number >= low && number <= high
      ? number
      : undefined;
  };
}

function amount(low: number, high: number): (value: unknown) => number | undefined {
  return (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && number >= low && number <= high ? number : undefined;
  };
}

function anyText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined;
}

function oneOf<Value extends string>(...choices: readonly Value[]): (value: unknown) => Value | undefined {
  return (value) => choices.find((choice) => choice === value);
}

function address(value: unknown): string | undefined {
  const url = anyText(value);
  return url === '' || (url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    ? url
    : undefined;
}

function flag(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 'on') return true;
  if (value === false || value === 'false' || value === 'off') return false;
  return undefined;
}

function days(value: unknown): number | 'off' | undefined {
  return value === 'off' ? value : wholeNumber(1, 36_500)(value);
}

function listOf(shape: RegExp): (value: unknown) => readonly string[] | undefined {
  return (value) => {
    const list = textList(value);
    return list?.every((entry) => shape.test(entry)) === true ? list : undefined;
  };
}

function textList(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : textList(parseList(value));
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined;
}

function parseList(text: string): unknown {
  if (!text.trimStart().startsWith('[')) return [text];
  try {
    return JSON.parse(text);
  } catch {
    // Not a JSON list after all: a pattern may well begin with a bracket.
    return [text];
  }
}

const KEYS: { readonly [Key in keyof Config]: KeySpec<Config[Key]> } = {
  port: { default: 8765, describe: 'a whole number from 1024 to 65535', read: wholeNumber(1024, 65_535) },
  'redaction.hex': { default: 'code-aware', describe: 'code-aware or strict', read: oneOf('code-aware', 'strict') },
  'redaction.patterns': { default: [], describe: 'a regular expression or a JSON list of them', read: textList },
  'redaction.allow': { default: [], describe: 'a value or a JSON list of them', read: textList },
  'capture.paths': { default: 'space', describe: 'space or all', read: oneOf('space', 'all') },
  'injection.enabled': { default: true, describe: 'true or false', read: flag },
  'injection.prompts': { default: true, describe: 'true or false', read: flag },
  'injection.budgetTokens': {
    default: 800,
    describe: 'a whole number from 100 to 2000',
    read: wholeNumber(100, 2_000),
  },
  'injection.timeoutMs': { default: 45, describe: 'a whole number from 10 to 1000', read: wholeNumber(10, 1_000) },
  'injection.sensitive': { default: false, describe: 'true or false', read: flag },
  'injection.offSpaces': { default: [], describe: 'a folder, a space id, or a JSON list of them', read: textList },
  'injection.offSessions': {
    default: [],
    describe: 'a session id or a JSON list of them',
    read: (value) => textList(value)?.slice(-OFF_SESSIONS),
  },
  'boot.budgetChars': { default: 20_000, describe: 'a whole number from 500 to 40000', read: wholeNumber(500, 40_000) },
  'curator.provider': {
    default: 'rules',
    describe: 'rules, anthropic, openai or claude-cli',
    read: oneOf('rules', 'anthropic', 'openai', 'claude-cli'),
  },
  'curator.model': { default: '', describe: "a model's name, or nothing for the default", read: anyText },
  'curator.profile': {
    default: 'batch',
    describe: 'batch, realtime or manual',
    read: oneOf('batch', 'realtime', 'manual'),
  },
  'curator.batchTurns': { default: 25, describe: 'a whole number from 1 to 100', read: wholeNumber(1, 100) },
  'curator.preCompact': {
    default: 'both',
    describe: 'both, auto, manual or off',
    read: (value) => (flag(value) === true ? 'both' : oneOf('both', 'auto', 'manual', 'off')(value)),
  },
  'curator.afterTokens': {
    default: 0,
    describe: 'a whole number from 0 to 1000000; 0 is never',
    read: wholeNumber(0, 1_000_000),
  },
  'curator.afterTools': {
    default: 0,
    describe: 'a whole number from 0 to 10000; 0 is never',
    read: wholeNumber(0, 10_000),
  },
  'curator.extractTimeoutMs': {
    default: 30_000,
    describe: 'milliseconds from 100 to 120000',
    read: wholeNumber(100, 120_000),
  },
  'curator.dailyUsd': { default: 1, describe: 'dollars from 0 to 1000', read: amount(0, 1_000) },
  'curator.sessionUsd': { default: 0.5, describe: 'dollars from 0 to 1000', read: amount(0, 1_000) },
  'curator.baseUrl': { default: '', describe: 'an http or https address, or nothing', read: address },
  'curator.keyFile': { default: '', describe: 'the path of a file, or nothing', read: anyText },
  'curator.modelCalls': { default: true, describe: 'true or false', read: flag },
  'curator.inputPrice': { default: -1, describe: 'dollars per million tokens, or -1', read: amount(-1, 10_000) },
  'curator.outputPrice': { default: -1, describe: 'dollars per million tokens, or -1', read: amount(-1, 10_000) },
  'embeddings.provider': {
    default: 'off',
    describe: 'off, openai or compatible',
    read: oneOf('off', 'openai', 'compatible'),
  },
  'embeddings.model': { default: '', describe: "a model's name, or nothing", read: anyText },
  'embeddings.baseUrl': { default: '', describe: 'an http or https address, or nothing', read: address },
  'embeddings.keyFile': { default: '', describe: 'the path of a file, or nothing', read: anyText },
  'operational.budgetTokens': {
    default: 2_000,
    describe: 'a whole number from 0 to 20000; 0 is none',
    read: wholeNumber(0, 20_000),
  },
  'operational.tiers': {
    default: [],
    describe: 'a JSON list of "<tier>=<tokens>"',
    read: listOf(/^[1-9]\d?=(?:1?\d{1,4}|20000)$/),
  },
  'operational.cooldowns': {
    default: [],
    describe: `a JSON list of "${COOLDOWN_FORM}"`,
    read: listOf(COOLDOWN_SHAPE),
  },
  'files.preset': { default: 'six', describe: 'three, six or app', read: oneOf('three', 'six', 'app') },
  'lifecycle.match': { default: 'similar', describe: 'similar or slot', read: oneOf('similar', 'slot') },
  'retention.days': { default: 90, describe: 'a whole number of days from 1 to 36500, or off', read: days },
  'retention.spaces': {
    default: [],
    describe: 'a JSON list of "<folder or space id>=<days or off>"',
    read: listOf(SPACE_RETENTION_SHAPE),
  },
  'spaces.links': {
    default: [],
    describe: 'what `carryover link` makes: a JSON list of "<space id>-><space id>"',
    read: listOf(/^[^\s>]+->[^\s>]+$/),
  },
  'backups.megabytes': {
    default: 1_024,
    describe: 'a whole number from 0 to 1000000',
    read: wholeNumber(0, 1_000_000),
  },
};

export const CONFIG_KEYS = Object.keys(KEYS) as readonly (keyof Config)[];

/** What a variable of the environment says goes before the file (C-066). */
const OVERRIDES = {
  CARRYOVER_PORT: 'port',
  CARRYOVER_OPERATIONAL_BUDGET_TOKENS: 'operational.budgetTokens',
} as const satisfies Record<string, keyof Config>;

export function defaultConfig(): Config {
  return Object.fromEntries(CONFIG_KEYS.map((key) => [key, KEYS[key].default])) as unknown as Config;
}

export function loadConfig(path: string, env: NodeJS.ProcessEnv): Config {
  return { ...defaultConfig(), ...parseConfig(readStored(path), path), ...overrides(env) };
}

function overrides(env: NodeJS.ProcessEnv): Partial<Config> {
  return Object.fromEntries(
    Object.entries(OVERRIDES).flatMap(([variable, key]) => {
      const value = env[variable];
      return value === undefined || value === '' ? [] : [[key, checkedValue(key, value, variable)]];
    }),
  );
}

/** What the configuration would be with one value changed. */
export function previewConfig(path: string, key: string, value: unknown): Config {
  return { ...defaultConfig(), ...parseConfig(changed(path, { [key]: value }), path) };
}

/** Stores one value; returns the configuration after it. */
export function setConfig(path: string, key: string, value: unknown): Config {
  return setConfigValues(path, { [key]: value });
}

/** Stores several values in one write: all of them or none. */
export function setConfigValues(path: string, values: Readonly<Record<string, unknown>>): Config {
  const stored = changed(path, values);
  const config = { ...defaultConfig(), ...parseConfig(stored, path) };
  makePrivateFolder(dirname(path));
  writeFileAtomically(path, `${JSON.stringify(stored, null, 2)}\n`);
  return config;
}

function changed(path: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  refuseRetired(values);
  return { ...readStored(path), ...parseConfig(values, path) };
}

function readStored(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isObject(parsed)) return withoutRetired(parsed);
    throw new Error('not a JSON object');
  } catch (cause) {
    throw new CarryoverError(`cannot read ${path}: ${messageOf(cause)}`, {
      code: 'bad-config',
      subject: path,
      hint: 'correct the file, or move it away to start from the defaults',
      cause,
    });
  }
}

function parseConfig(stored: Readonly<Record<string, unknown>>, path: string): Partial<Config> {
  return Object.fromEntries(
    Object.entries(stored).map(([key, value]) => {
      const known = knownKey(key, path);
      return [known, checkedValue(known, value, path)];
    }),
  );
}

function knownKey(key: string, path: string): keyof Config {
  const known = CONFIG_KEYS.find((candidate) => candidate === key);
  if (known !== undefined) return known;
  throw new CarryoverError(`unknown configuration key "${key}"`, {
    code: 'bad-config',
    subject: path,
    hint: `did you mean "${nearest(key, CONFIG_KEYS)}"? \`carryover config\` lists all keys`,
  });
}

function checkedValue<Key extends keyof Config>(key: Key, value: unknown, where: string): Config[Key] {
  const read = KEYS[key].read(value);
  if (read !== undefined) return read;
  throw new CarryoverError(`bad value for ${key}: ${JSON.stringify(value)}`, {
    code: 'bad-config',
    subject: where,
    hint: `it takes ${KEYS[key].describe}`,
  });
}
