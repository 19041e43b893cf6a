/**
 * Style, scripts and the icon: files of the product that say nothing about anybody, so they are served to whoever asks.
 * Each is read once; its address carries its hash, so that it is kept for good and never stale.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '../http/answer.ts';
import type { App } from '../http/app.ts';

const TYPES = {
  'dashboard.css': 'text/css; charset=utf-8',
  'dashboard.js': 'text/javascript; charset=utf-8',
  'login.js': 'text/javascript; charset=utf-8',
  'htmx.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

export type AssetName = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as readonly AssetName[];
const HASH_CHARS = 12;

interface Asset {
  readonly text: string;
  readonly hash: string;
}

export class Assets {
  readonly #folder: string;
  readonly #read = new Map<AssetName, Asset>();

  /** Where the build put them. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  url = (name: AssetName): string => `/assets/${name}?v=${this.#asset(name).hash}`;

  register(app: App): void {
    for (const name of NAMES) {
      app.get(`/assets/${name}`, (context) => {
        const { text, hash } = this.#asset(name);
        const isCurrent = context.req.query('v') === hash;
        return answer(200, TYPES[name], text, {
          'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
        });
      });
    }
  }

  #asset(name: AssetName): Asset {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const text = readFileSync(join(this.#folder, name), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS);
    this.#read.set(name, { text, hash });
    return { text, hash };
  }
}
