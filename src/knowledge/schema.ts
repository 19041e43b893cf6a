/** The schema of knowledge: its migrations in order. Add to the end, never change one that was released. */
import type { Schema } from '../platform/sqlite-migrations.ts';
import { createKnowledge } from './migrations/0001-knowledge.ts';
import { judgeReceipts } from './migrations/0002-receipts.ts';
import { keepTrust } from './migrations/0003-trust.ts';
import { addOperational } from './migrations/0004-operational.ts';
import { keepFoundEdits } from './migrations/0005-found-edits.ts';
import { keepOrigins } from './migrations/0006-origins.ts';
import { decayOperational } from './migrations/0007-decay.ts';
import { keepSessionSize } from './migrations/0008-session-size.ts';
import { keepAsked } from './migrations/0009-asked.ts';
import { readOriginsAnew } from './migrations/0010-origins-anew.ts';
import { shortenOrigins } from './migrations/0011-short-origins.ts';
import { shortenVersions } from './migrations/0012-short-versions.ts';

export const KNOWLEDGE_SCHEMA: Schema = {
  /** "COme" in ASCII. */
  applicationId: 0x434f6d65,
  migrations: [
    createKnowledge,
    judgeReceipts,
    keepTrust,
    addOperational,
    keepFoundEdits,
    keepOrigins,
    decayOperational,
    keepSessionSize,
    keepAsked,
    readOriginsAnew,
    shortenOrigins,
    shortenVersions,
  ],
};
