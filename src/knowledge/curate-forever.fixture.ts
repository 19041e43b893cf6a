/**
 * Curates in the folder given as argument until it is killed: one turn is fed, claimed and committed per act, with a
 * learning, an action and a version of a file. One line of output per acknowledged act, written only after it.
 */
import { writeSync } from 'node:fs';
import { type ActionId, deriveId, type LearningId } from '../memory/ids.ts';
import {
  learned,
  sampleAction,
  sampleClaim,
  sampleFile,
  sampleLearning,
  sampleTurn,
} from './contract/samples.fixture.ts';
import { openKnowledge } from './knowledge.ts';
import { knowledgeOptions } from './temporary-knowledge.fixture.ts';

const [folder = ''] = process.argv.slice(2);
const knowledge = await openKnowledge(knowledgeOptions(folder));
await knowledge.queue.reclaim(String(process.pid), sampleClaim().now, 100);

for (let seq = (await knowledge.appliedThrough()) + 1; ; seq += 1) {
  await knowledge.queue.feed([sampleTurn(seq)], seq);
  const claim = await knowledge.queue.claim(sampleClaim({ owner: String(process.pid), now: sampleTurn(seq).closedAt }));
  const change = {
    actSeq: seq,
    learnings: [
      learned(sampleLearning({ id: deriveId<LearningId>(String(seq)), content: 'some words '.repeat(seq % 50) })),
    ],
    actions: [sampleAction({ id: deriveId<ActionId>(String(seq)) })],
    files: [sampleFile({ version: seq })],
    reviews: [],
    curated: claim?.turns ?? [],
    dropped: { counted: 1 },
  };
  await knowledge.commit(change, seq - 1);
  writeSync(1, `${seq}\n`);
}
