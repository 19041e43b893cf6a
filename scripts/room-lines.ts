/** Prints how many lines each room has beside its budget; ends with 1 when one is above it. */
import { resolve } from 'node:path';
import { linesOfRooms, overBudget, ROOM_BUDGETS } from '../test/support/room-budgets.ts';

const rooms = linesOfRooms(resolve(import.meta.dirname, '..'));
const row = (...cells: readonly (string | number)[]) =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(12) : String(cell).padStart(8))).join('');
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
console.log(row('room', 'lines', 'code', 'budget', 'goal'));
for (const [room, { lines, code }] of [...rooms].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(row(room, lines, code, ROOM_BUDGETS[room]?.budget ?? '-', ROOM_BUDGETS[room]?.goal ?? '-'));
const all = [...rooms.values()];
const budgets = Object.values(ROOM_BUDGETS);
const totals = [all.map(({ lines }) => lines), all.map(({ code }) => code)].map(sum);
console.log(row('all', ...totals, sum(budgets.map(({ budget }) => budget)), sum(budgets.map(({ goal }) => goal))));
const over = overBudget(rooms);
for (const each of over) console.error(`! ${each}`);
process.exitCode = over.length > 0 ? 1 : 0;
