/**
 * Settings that earlier versions had. A configuration that still holds one is read without it, so that everything starts;
 * `status` says so, `config set` refuses it, and the next `config set` of anything takes it out of the file.
 */
import { readFileSync } from 'node:fs';
import { CarryoverError } from '../memory/error.ts';
import { isObject } from '../memory/json-guards.ts';
import type { StatusProblem } from '../memory/status.ts';

interface RetiredSetting {
  readonly key: string;
  /** Absent for any: the key is gone. */
  readonly values?: readonly unknown[];
  /** What it is read as, and the way out. */
  readonly hint: string;
}

const COMPATIBLE = '`carryover config set embeddings.provider compatible` asks any address that speaks as OpenAI';
const RETIRED: readonly RetiredSetting[] = [
  {
    key: 'embeddings.provider',
    values: ['ollama'],
    hint: `${COMPATIBLE}, as Ollama does: \`carryover config set embeddings.baseUrl http://127.0.0.1:11434/v1\``,
  },
  {
    key: 'embeddings.provider',
    values: ['transformers'],
    hint: `no model runs inside Carryover any more; ${COMPATIBLE}: Ollama, llama.cpp and LM Studio run models on this machine`,
  },
  {
    key: 'injection.beforeTools',
    hint: 'nothing is given before tool calls any more; `injection.prompts` is for prompts',
  },
  { key: 'embeddings.folder', hint: `no model runs inside Carryover any more; ${COMPATIBLE}` },
];

/** For what a person sets. */
export function refuseRetired(values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    const retired = retiredBy(key, value);
    if (retired === undefined) continue;
    throw new CarryoverError(`${named(retired, value)} is no setting any more`, {
      code: 'bad-config',
      hint: retired.hint,
    });
  }
}

/** For what a file holds. */
export function withoutRetired(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stored).filter(([key, value]) => retiredBy(key, value) === undefined));
}

/** One line for each that the file still holds. */
export function retiredProblems(path: string): readonly StatusProblem[] {
  return Object.entries(storedIn(path)).flatMap(([key, value]) => {
    const retired = retiredBy(key, value);
    // Nobody misses what was off.
    if (retired === undefined || value === false) return [];
    return [
      {
        code: 'setting-retired',
        message: `${named(retired, value)} in the configuration is read as not set`,
        hint: retired.hint,
      },
    ];
  });
}

function retiredBy(key: string, value: unknown): RetiredSetting | undefined {
  return RETIRED.find((retired) => retired.key === key && (retired.values?.includes(value) ?? true));
}

function named({ key, values }: RetiredSetting, value: unknown): string {
  return values === undefined ? key : `${key} ${String(value)}`;
}

function storedIn(path: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(parsed) ? parsed : {};
  } catch {
    // Whoever loads it says what is wrong with it.
    return {};
  }
}
