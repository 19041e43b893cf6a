/**
 * What every engine behind `Journal` must do, written against the interface only. An engine's own test calls
 * `describeJournal` with a way to open an empty journal; what only that engine promises is tested beside it.
 */
import { describe } from 'vitest';
import { describeActs } from './contract/acts.contract.ts';
import { describeAppend } from './contract/append.contract.ts';
import { describeErase } from './contract/erase.contract.ts';
import { describeExport } from './contract/export.contract.ts';
import { describeInjections } from './contract/injections.contract.ts';
import { describeModelCalls } from './contract/model-calls.contract.ts';
import type { OpenEmptyJournal } from './contract/samples.fixture.ts';
import { describeSessions } from './contract/sessions.contract.ts';
import { describeSpaces } from './contract/spaces.contract.ts';
import { describeTurns } from './contract/turns.contract.ts';

export function describeJournal(name: string, open: OpenEmptyJournal): void {
  describe(name, () => {
    describeAppend(open);
    describeTurns(open);
    describeSessions(open);
    describeSpaces(open);
    describeActs(open);
    describeInjections(open);
    describeModelCalls(open);
    describeErase(open);
    describeExport(open);
  });
}
