import { describe, expect, it } from 'vitest';
import { commitNext, type OpenEmptyKnowledge, OTHER_SPACE, onKnowledge, SPACE, sampleFile } from './samples.fixture.ts';

export function describeFiles(open: OpenEmptyKnowledge): void {
  describe('memory files', () => {
    it('keep every version, whole and newest first', () =>
      onKnowledge(open, async (knowledge) => {
        const versions = [1, 2, 3].map((version) =>
          sampleFile({ version, content: `version ${version}\n`, author: 'human', humanLines: [`version ${version}`] }),
        );
        const [first, second, third] = versions;
        for (const version of versions) await commitNext(knowledge, { files: [version] });
        const ref = { name: 'tools.md', workspace: SPACE } as const;
        expect(await knowledge.file(ref)).toEqual(third);
        expect(await knowledge.fileVersion(ref, 1)).toEqual(first);
        expect(await knowledge.fileVersion(ref, 4)).toBeUndefined();
        expect(await knowledge.fileVersions(ref, 2)).toEqual([third, second]);
        expect(await knowledge.fileVersions(ref, Number.MAX_SAFE_INTEGER)).toEqual([third, second, first]);
        expect(await knowledge.file({ ...ref, workspace: OTHER_SPACE })).toBeUndefined();
      }));

    it('without a space are one file, apart from those of spaces', () =>
      onKnowledge(open, async (knowledge) => {
        const ref = { name: 'user.md', workspace: null } as const;
        const [first, second] = [sampleFile(ref), sampleFile({ ...ref, version: 2 })];
        const other = sampleFile({ name: 'user.md', workspace: SPACE });
        await commitNext(knowledge, { files: [first, second, other] });
        expect(await knowledge.files()).toEqual([second, other]);
        expect(await knowledge.fileVersions(ref, 9)).toEqual([second, first]);
        await expect(commitNext(knowledge, { files: [second] })).rejects.toThrow();
      }));

    it('know which version was last seen on disk', () =>
      onKnowledge(open, async (knowledge) => {
        const home = { name: 'user.md', workspace: null } as const;
        const own = { name: 'user.md', workspace: SPACE } as const;
        expect(await knowledge.versionOnDisk(home)).toBeUndefined();
        await knowledge.noteOnDisk(home, 4);
        await knowledge.noteOnDisk(own, 1);
        await knowledge.noteOnDisk(home, 2);
        expect([await knowledge.versionOnDisk(home), await knowledge.versionOnDisk(own)]).toEqual([2, 1]);
      }));
  });
}
