/**
 * What `Knowledge` promises to whoever uses it, through its methods only. What is promised of its file is tested beside it.
 */
import { describe } from 'vitest';
import { describeActions } from './contract/actions.contract.ts';
import { describeCommit } from './contract/commit.contract.ts';
import { describeFiles } from './contract/files.contract.ts';
import { describeLearnings } from './contract/learnings.contract.ts';
import { describeMemoryPage } from './contract/memory-page.contract.ts';
import { describeOperational } from './contract/operational.contract.ts';
import { describeQueue } from './contract/queue.contract.ts';
import { describeQueueFailures } from './contract/queue-failures.contract.ts';
import { describeRebuild } from './contract/rebuild.contract.ts';
import { describeReceipts } from './contract/receipts.contract.ts';
import { describeRemoved } from './contract/removed.contract.ts';
import type { OpenEmptyKnowledge } from './contract/samples.fixture.ts';
import { describeScopes } from './contract/scopes.contract.ts';
import { describeSearch } from './contract/search.contract.ts';

export function describeKnowledge(name: string, open: OpenEmptyKnowledge): void {
  describe(name, () => {
    describeCommit(open);
    describeLearnings(open);
    describeSearch(open);
    describeMemoryPage(open);
    describeOperational(open);
    describeRemoved(open);
    describeActions(open);
    describeFiles(open);
    describeQueue(open);
    describeQueueFailures(open);
    describeReceipts(open);
    describeScopes(open);
    describeRebuild(open);
  });
}
