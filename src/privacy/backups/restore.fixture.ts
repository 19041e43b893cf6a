/** Restores a home from a copy: `restore.fixture.ts HOME FILE`. Dies where `CARRYOVER_FAULT` says. */
import { systemClock } from '../../platform/clock.ts';
import { homePaths } from '../../platform/paths.ts';
import { restoreJournal } from './restore-journal.ts';

const [home = '', file = ''] = process.argv.slice(2);
await restoreJournal({ paths: homePaths(home), file, clock: systemClock, mayForgottenReturn: async () => false });
