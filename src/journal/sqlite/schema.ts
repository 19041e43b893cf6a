/** The journal's schema: its migrations in order. Add to the end, never change one that was released. */
import type { Schema } from '../../platform/sqlite-migrations.ts';
import { createJournal } from './migrations/0001-journal.ts';
import { addActs } from './migrations/0002-acts.ts';
import { addInjectionDetails } from './migrations/0003-injection-details.ts';
import { dropFullText } from './migrations/0004-no-full-text.ts';
import { addForgetting } from './migrations/0005-forgetting.ts';
import { indexPages } from './migrations/0006-pages.ts';
import { addTellings } from './migrations/0007-tellings.ts';
import { describeOpenTurns } from './migrations/0008-open-turns.ts';
import { addForgettings } from './migrations/0009-forgettings.ts';
import { addRetention } from './migrations/0010-retention.ts';
import { addProposals } from './migrations/0011-proposals.ts';
import { compactRows } from './migrations/0012-compact-rows.ts';
import { joinSpaceIndexes } from './migrations/0013-one-space-index.ts';

export const JOURNAL_SCHEMA: Schema = {
  /** "COtr" in ASCII. */
  applicationId: 0x434f7472,
  migrations: [
    createJournal,
    addActs,
    addInjectionDetails,
    dropFullText,
    addForgetting,
    indexPages,
    addTellings,
    describeOpenTurns,
    addForgettings,
    addRetention,
    addProposals,
    compactRows,
    joinSpaceIndexes,
  ],
};
