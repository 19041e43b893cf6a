import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig, setConfig } from './config.ts';
import { LiveConfig } from './live-config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-live-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('follows the file, and keeps the last right one while the file is wrong (D-043)', () => {
  const path = join(folder, 'config.json');
  const live = new LiveConfig(path, {}, loadConfig(path, {}));
  expect(live.current['injection.enabled']).toBe(true);
  setConfig(path, 'injection.enabled', 'off');
  expect(live.current['injection.enabled']).toBe(false);
  writeFileSync(path, '{"injection.enabled": "perhaps"');
  expect(live.current['injection.enabled']).toBe(false);
  setConfigAnew(path);
  expect(live.current['injection.enabled']).toBe(true);
});

it('keeps the last right one while the file cannot be looked at', () => {
  const path = join(folder, 'config.json');
  setConfig(path, 'injection.enabled', 'off');
  const live = new LiveConfig(path, {}, loadConfig(path, {}));
  rmSync(path);
  symlinkSync(path, path);
  expect(live.current['injection.enabled']).toBe(false);
  expect(new LiveConfig(path, {}, live.current).current['injection.enabled']).toBe(false);
  setConfigAnew(path);
  expect(live.current['injection.enabled']).toBe(true);
});

function setConfigAnew(path: string): void {
  rmSync(path);
  setConfig(path, 'injection.enabled', 'on');
}
