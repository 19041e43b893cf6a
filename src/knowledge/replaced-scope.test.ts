import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isEncrypted } from '../../test/support/encrypted.ts';
import { type ActId, deriveId } from '../memory/ids.ts';
import {
  commitNext,
  learned,
  SPACE,
  sampleAction,
  sampleFile,
  sampleLearning,
  sampleReview,
} from './contract/samples.fixture.ts';
import { openKnowledge } from './knowledge.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';

it('a scope that was replaced leaves no word of what it held on disk (D-064)', async ({ skip }) => {
  skip(isEncrypted, 'it looks at the bytes of a file');
  const home = temporaryFolder();
  const options = knowledgeOptions(home);
  const knowledge = await openKnowledge(options);
  const folder = dirname(options.path);
  const bytes = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  try {
    const content = 'the aardvark zeugma';
    for (let round = 0; round < 30; round += 1)
      await commitNext(knowledge, {
        actId: deriveId<ActId>(String(round)),
        learnings: [learned(sampleLearning({ content, subject: 'aardvark' })), learned(sampleLearning())],
        actions: [sampleAction({ content })],
        files: [sampleFile({ version: round + 1, content: `${content}\n`.repeat(50), humanLines: [content] })],
        reviews: [sampleReview({ held: { kind: 'learning', learning: sampleLearning({ content }), replaces: null } })],
      });
    expect(bytes().includes('zeugma')).toBe(true);
    const held = await knowledge.scopeState([SPACE]);
    const isKept = (row: object) => !JSON.stringify(row).includes('zeugma');
    const state = {
      ...held,
      learnings: held.learnings.filter(isKept),
      history: held.history.filter(isKept),
      actions: [],
      files: [sampleFile()],
      reviews: [],
    };
    await commitNext(knowledge, { replaces: { scopes: [SPACE, null], state } });
    await knowledge.settleDisk();
    for (const word of ['zeugma', 'aardvark', 'zeugm']) expect(bytes().includes(word)).toBe(false);
    expect((await knowledge.counts()).learningsEver).toBe(30);
  } finally {
    await knowledge.close();
    rmSync(home, { recursive: true, force: true });
  }
});
