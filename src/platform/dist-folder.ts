/** Where the bundle is: its files lie flat in one folder, and its entries (daemon.js, hook.cjs, …) find each other by it. */
import { realpathSync } from 'node:fs';

export function distFolder(): string {
  return realpathSync(import.meta.dirname);
}
