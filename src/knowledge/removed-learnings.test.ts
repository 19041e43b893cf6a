import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isEncrypted } from '../../test/support/encrypted.ts';
import { commitNext, learned, sampleLearning, sampleReview } from './contract/samples.fixture.ts';
import { openKnowledge } from './knowledge.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';

it('a learning that was removed leaves no word of it on disk (C-037, C-050)', async ({ skip }) => {
  skip(isEncrypted, 'it looks at the bytes of a file');
  const home = temporaryFolder();
  const options = knowledgeOptions(home);
  const knowledge = await openKnowledge(options);
  const folder = dirname(options.path);
  const bytes = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  try {
    const learning = sampleLearning({ content: 'the aardvark zeugma', subject: 'aardvark' });
    const held = { kind: 'learning', learning, replaces: null } as const;
    const others = Array.from({ length: 30 }, () => learned(sampleLearning()));
    await commitNext(knowledge, { learnings: [learned(learning), ...others], reviews: [sampleReview({ held })] });
    expect(bytes().includes('zeugma')).toBe(true);
    await commitNext(knowledge, { removed: [learning] });
    await knowledge.settleDisk();
    for (const word of ['zeugma', 'aardvark', 'zeugm']) expect(bytes().includes(word)).toBe(false);
    expect((await knowledge.counts()).learningsEver).toBe(30);
  } finally {
    await knowledge.close();
    rmSync(home, { recursive: true, force: true });
  }
});
