/**
 * What `Journal` promises to whoever uses it, through its methods only. What is promised of its file is tested beside it.
 */
import { describe } from 'vitest';
import { describeActs } from './contract/acts.contract.ts';
import { describeAppend } from './contract/append.contract.ts';
import { describeCheckpoints } from './contract/checkpoints.contract.ts';
import { describeErase } from './contract/erase.contract.ts';
import { describeEraseActs } from './contract/erase-acts.contract.ts';
import { describeEraseWhole } from './contract/erase-whole.contract.ts';
import { describeEventPages } from './contract/event-pages.contract.ts';
import { describeExport } from './contract/export.contract.ts';
import { describeForgetting } from './contract/forgetting.contract.ts';
import { describeInjections } from './contract/injections.contract.ts';
import { describeModelCalls } from './contract/model-calls.contract.ts';
import { describeOrigins } from './contract/origins.contract.ts';
import { describeProposals } from './contract/proposals.contract.ts';
import { describeRetention } from './contract/retention.contract.ts';
import { describeRewrite } from './contract/rewrite-texts.contract.ts';
import type { OpenEmptyJournal } from './contract/samples.fixture.ts';
import { describeSelectedRecords } from './contract/selected-records.contract.ts';
import { describeSessionPages } from './contract/session-pages.contract.ts';
import { describeSessions } from './contract/sessions.contract.ts';
import { describeSpaces } from './contract/spaces.contract.ts';
import { describeTurns } from './contract/turns.contract.ts';

export function describeJournal(name: string, open: OpenEmptyJournal): void {
  describe(name, () => {
    describeAppend(open);
    describeTurns(open);
    describeSessions(open);
    describeSessionPages(open);
    describeEventPages(open);
    describeSpaces(open);
    describeActs(open);
    describeInjections(open);
    describeModelCalls(open);
    describeErase(open);
    describeEraseWhole(open);
    describeEraseActs(open);
    describeCheckpoints(open);
    describeForgetting(open);
    describeProposals(open);
    describeSelectedRecords(open);
    describeOrigins(open);
    describeRetention(open);
    describeRewrite(open);
    describeExport(open);
  });
}
