import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SpaceId } from '../../memory/ids.ts';
import type { SpaceIdentity } from '../../memory/space.ts';
import { NOW, type OpenEmptyJournal, onJournal } from './samples.fixture.ts';

export function describeSpaces(open: OpenEmptyJournal): void {
  describe('spaces', () => {
    const made: string[] = [];
    const folder = (): string => {
      const path = mkdtempSync(join(tmpdir(), 'carryover-space-'));
      made.push(path);
      return path;
    };
    afterAll(() => {
      for (const path of made) rmSync(path, { recursive: true, force: true });
    });
    const at = (root: string, fingerprint: string, different: Partial<SpaceIdentity> = {}): SpaceIdentity => ({
      anchor: join(root, '.git'),
      root,
      kind: 'git',
      fingerprint,
      ...different,
    });
    const repository = (): string => {
      const root = folder();
      mkdirSync(join(root, '.git'));
      return root;
    };

    it('a place is registered once and named after its folder', () =>
      onJournal(open, async (journal) => {
        const root = repository();
        const space = await journal.resolveSpace(at(root, 'a'), NOW);
        expect(space).toEqual({ id: space.id, root, name: basename(root), kind: 'git' });
        expect(await journal.resolveSpace(at(root, 'a'), NOW + 1)).toEqual(space);
        expect(await journal.space(space.id)).toEqual(space);
        expect(await journal.space('nowhere' as SpaceId)).toBeUndefined();
        expect((await journal.counts()).spaces).toBe(1);
      }));

    it('asked many times at once, it is still registered once', () =>
      onJournal(open, async (journal) => {
        const root = repository();
        const spaces = await Promise.all(Array.from({ length: 20 }, () => journal.resolveSpace(at(root, 'a'), NOW)));
        expect(new Set(spaces.map(({ id }) => id)).size).toBe(1);
      }));

    it('looking for a place finds it, also after a move, and leaves no trace', () =>
      onJournal(open, async (journal) => {
        const before = repository();
        const after = join(folder(), 'renamed');
        expect(await journal.findSpace(at(before, 'a'))).toBeUndefined();
        expect((await journal.counts()).spaces).toBe(0);
        const space = await journal.resolveSpace(at(before, 'a'), NOW);
        expect(await journal.findSpace(at(before, 'a'))).toEqual(space);
        renameSync(before, after);
        expect((await journal.findSpace(at(after, 'a')))?.id).toBe(space.id);
        expect((await journal.space(space.id))?.root).toBe(before);
      }));

    it('a moved folder is the same space at its new place, and back again', () =>
      onJournal(open, async (journal) => {
        const before = repository();
        const after = join(folder(), 'renamed');
        const space = await journal.resolveSpace(at(before, 'a'), NOW);
        renameSync(before, after);
        const moved = await journal.resolveSpace(at(after, 'a'), NOW + 1);
        expect(moved).toEqual({ ...space, root: after, name: 'renamed' });
        expect(await journal.space(space.id)).toEqual(moved);
        renameSync(after, before);
        expect(await journal.resolveSpace(at(before, 'a'), NOW + 2)).toEqual(space);
      }));

    it('a place a space has moved away from belongs to whatever comes there next', () =>
      onJournal(open, async (journal) => {
        const before = repository();
        const after = join(folder(), 'renamed');
        const space = await journal.resolveSpace(at(before, 'a'), NOW);
        renameSync(before, after);
        await journal.resolveSpace(at(after, 'a'), NOW + 1);
        mkdirSync(join(before, '.git'), { recursive: true });
        const next = await journal.resolveSpace(at(before, 'b'), NOW + 2);
        expect(next.id).not.toBe(space.id);
        expect((await journal.resolveSpace(at(after, 'a'), NOW + 3)).id).toBe(space.id);
        expect((await journal.resolveSpace(at(before, 'b'), NOW + 4)).id).toBe(next.id);
      }));

    it('a copy is another space, because the original is still there', () =>
      onJournal(open, async (journal) => {
        const original = await journal.resolveSpace(at(repository(), 'a'), NOW);
        const copy = await journal.resolveSpace(at(repository(), 'a'), NOW);
        expect(copy.id).not.toBe(original.id);
      }));

    it('a clone made again in the same place is the same space', () =>
      onJournal(open, async (journal) => {
        const root = repository();
        const space = await journal.resolveSpace(at(root, 'a'), NOW);
        expect(await journal.resolveSpace(at(root, 'b'), NOW + 1)).toEqual(space);
        expect((await journal.counts()).spaces).toBe(1);
      }));

    it('a folder that becomes a repository is the same space', () =>
      onJournal(open, async (journal) => {
        const root = folder();
        const plain = await journal.resolveSpace(at(root, 'a', { anchor: root, kind: 'folder' }), NOW);
        const repositoryNow = await journal.resolveSpace(at(root, 'b folder=a'), NOW + 1);
        expect(repositoryNow).toEqual({ ...plain, kind: 'git' });
      }));

    it('T-03: another repository at a known place is a space of its own, and each is found again', () =>
      onJournal(open, async (journal) => {
        const root = repository();
        const first = await journal.resolveSpace(at(root, 'a folder=f remote=one log=x'), NOW);
        const second = await journal.resolveSpace(at(root, 'b folder=f remote=two log=y'), NOW + 1);
        expect(second).toEqual({ ...first, id: second.id });
        expect(second.id).not.toBe(first.id);
        expect(await journal.resolveSpace(at(root, 'b folder=f remote=two log=y'), NOW + 2)).toEqual(second);
        expect(await journal.replacedSpaces(NOW + 1)).toEqual([{ space: second, before: first.id }]);
        expect(await journal.replacedSpaces(NOW + 2)).toEqual([]);
        expect(await journal.findSpace(at(root, 'c folder=f remote=one log=z'))).toEqual(first);
        expect(await journal.findSpace(at(root, 'd folder=f remote=three log=z'))).toBeUndefined();
        const emptied = at(root, 'f', { anchor: root, kind: 'folder' });
        expect((await journal.resolveSpace(emptied, NOW + 3)).id).toBe(second.id);
        expect(await journal.findSpace(at(root, 'd folder=f remote=three log=z'))).toBeUndefined();
      }));

    it('T-03: a directory seen by two paths is one space, and no row is added for going back and forth', () =>
      onJournal(open, async (journal) => {
        const [here, mounted] = [repository(), repository()];
        const space = await journal.resolveSpace(at(here, '1:2:3 folder=f'), NOW);
        expect((await journal.resolveSpace(at(mounted, '1:2:3 folder=f'), NOW + 1)).id).toBe(space.id);
        expect((await journal.space(space.id))?.root).toBe(here);
        const contradicting = at(mounted, '1:2:3 folder=f remote=other log=z');
        await journal.resolveSpace(at(here, '1:2:3 folder=f remote=one log=x'), NOW + 2);
        expect(await journal.findSpace(contradicting)).toBeUndefined();
      }));

    it('T-03: a space of 0.1.0 takes the evidence that is seen first, and a row made by a false claim proves nothing', () =>
      onJournal(open, async (journal) => {
        const root = repository();
        const space = await journal.resolveSpace(at(root, '1:2:3'), NOW);
        expect((await journal.resolveSpace(at(root, '1:9:9 folder=f remote=one'), NOW + 1)).id).toBe(space.id);
        expect(await journal.findSpace(at(root, '1:8:8 folder=f remote=two'))).toBeUndefined();
        const claimed = folder();
        const claim = { anchor: join(root, '.git'), root: claimed };
        await journal.resolveSpace(at(claimed, '1:9:9 folder=f remote=one', claim), NOW + 2);
        expect(await journal.findSpace(at(claimed, '5:5:5', { anchor: claimed, kind: 'folder' }))).toBeUndefined();
      }));

    it('another folder moved to a known place brings its own space along', () =>
      onJournal(open, async (journal) => {
        const [here, there] = [repository(), repository()];
        const gone = await journal.resolveSpace(at(here, 'a'), NOW);
        const kept = await journal.resolveSpace(at(there, 'b'), NOW);
        rmSync(here, { recursive: true });
        renameSync(there, here);
        expect(await journal.resolveSpace(at(here, 'b'), NOW + 1)).toEqual({ ...gone, id: kept.id });
        expect(existsSync(there)).toBe(false);
        expect((await journal.resolveSpace(at(here, 'b'), NOW + 2)).id).toBe(kept.id);
      }));

    it('places without a fingerprint are known by their path and never taken for each other', () =>
      onJournal(open, async (journal) => {
        const named = (name: string) => at(name, '', { anchor: `name:${name}`, kind: 'folder' });
        const first = await journal.resolveSpace(named('first'), NOW);
        const second = await journal.resolveSpace(named('second'), NOW);
        expect(second.id).not.toBe(first.id);
        expect(await journal.resolveSpace(named('first'), NOW + 1)).toEqual(first);
        const root = repository();
        const space = await journal.resolveSpace(at(root, 'a'), NOW);
        rmSync(root, { recursive: true });
        expect(await journal.resolveSpace(at(root, '', { anchor: root, kind: 'folder' }), NOW + 1)).toEqual(space);
      }));
  });
}
