/** Loaded into a daemon before anything else: its wall clock goes as far off as the file says. See `moved-clock.ts`. */
import { readFileSync } from 'node:fs';

const file = process.env.CARRYOVER_TEST_CLOCK ?? '';
const systemNow = Date.now;

Date.now = () => systemNow() + Number(readFileSync(file, 'utf8'));
