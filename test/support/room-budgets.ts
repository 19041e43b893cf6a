/**
 * How many lines each room may have: production code alone, without tests, fixtures, contract suites and type declarations.
 * Each step costs what the house weighs, so a room that outgrows its budget fails `npm run check`; whoever makes a room
 * smaller takes its budget down with it. `goal` is what the room is meant to weigh.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Budget {
  readonly budget: number;
  readonly goal: number;
}

export const ROOM_BUDGETS: { readonly [room: string]: Budget } = {
  capture: { budget: 3100, goal: 1700 },
  cli: { budget: 6750, goal: 4500 },
  clients: { budget: 4800, goal: 2900 },
  curator: { budget: 14_850, goal: 7600 },
  daemon: { budget: 6200, goal: 4500 },
  dashboard: { budget: 9250, goal: 7400 },
  files: { budget: 1400, goal: 900 },
  http: { budget: 9000, goal: 4700 },
  'index.ts': { budget: 110, goal: 110 },
  journal: { budget: 5750, goal: 1900 },
  knowledge: { budget: 2950, goal: 1300 },
  mcp: { budget: 600, goal: 350 },
  memory: { budget: 8150, goal: 2450 },
  platform: { budget: 4900, goal: 2100 },
  privacy: { budget: 7950, goal: 4300 },
  recall: { budget: 10_250, goal: 7500 },
  redaction: { budget: 5450, goal: 4000 },
  store: { budget: 500, goal: 1200 },
  text: { budget: 1300, goal: 700 },
};

export interface RoomLines {
  readonly lines: number;
  /** Without blanks, comments and imports. */
  readonly code: number;
}

const PRODUCTION = /^src\/.*(?<!\.d)\.(?:tsx?|css|js)$/;
const FOR_TESTS = /\.(?:test|fixture|contract)\.tsx?$/;

/** Of the files that are tracked or will be; what lies directly in `src` is a room by its name. */
export function linesOfRooms(repository: string): ReadonlyMap<string, RoomLines> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', 'src'];
  const listed = execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\0');
  const rooms = new Map<string, RoomLines>();
  for (const path of listed) {
    if (!PRODUCTION.test(path) || FOR_TESTS.test(path) || !existsSync(join(repository, path))) continue;
    const room = path.split('/')[1] ?? path;
    const text = readFileSync(join(repository, path), 'utf8');
    const { lines, code } = rooms.get(room) ?? { lines: 0, code: 0 };
    rooms.set(room, { lines: lines + text.split('\n').length - 1, code: code + codeLines(text) });
  }
  return rooms;
}

/** What is above its budget, and rooms that have none. */
export function overBudget(rooms: ReadonlyMap<string, RoomLines>): readonly string[] {
  return [...rooms].flatMap(([room, { lines }]) => {
    const budget = ROOM_BUDGETS[room]?.budget;
    if (budget === undefined) return [`${room} has no budget`];
    return lines > budget ? [`${room} has ${lines} lines, ${lines - budget} above its budget`] : [];
  });
}

/** Counted line by line: a line of a comment begins as one, an import reaches to its `from`. */
export function codeLines(text: string): number {
  let count = 0;
  let within: RegExp | undefined;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (within !== undefined) {
      if (within.test(line)) within = undefined;
      continue;
    }
    if (line === '' || line.startsWith('//')) continue;
    if (line.startsWith('/*')) within = line.includes('*/') ? undefined : /\*\//;
    else if (/^import\b/.test(line)) within = /['"];?$/.test(line) ? undefined : /from ['"].*['"]/;
    else count += 1;
  }
  return count;
}
