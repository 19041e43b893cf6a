import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../platform/sqlite.ts';
import { commitNext, SPACE, sampleFile } from './contract/samples.fixture.ts';
import { openKnowledge } from './knowledge.ts';
import { FILE_VERSIONS } from './tables.ts';
import { knowledgeOptions, temporaryFolder } from './temporary-knowledge.fixture.ts';
import { differenceOf, storedVersions, textFrom } from './version-texts.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Few different lines, so that many are the same, also ones that look like marks. */
const lines = fc.array(fc.constantFrom('', '=0 1', '+', '+a', 'a', 'b', '- c', '## d', '\r', 'ö…'), { maxLength: 12 });
const texts = lines.map((all) => all.join('\n'));

describe('what differs between versions', () => {
  it('gives the text back, whatever the two are, and holds its new lines as they are', () => {
    fc.assert(
      fc.property(texts, texts, (whole, text) => {
        const difference = differenceOf(whole, text);
        expect(textFrom(whole, difference)).toBe(text);
        const standing = [...whole.split('\n'), ...difference.split('\n').map((part) => part.slice(1))];
        expect(standing).toEqual(expect.arrayContaining(text.split('\n')));
      }),
    );
  });

  it('is small for a line that was added, changed, moved or taken away', () => {
    const whole = Array.from({ length: 200 }, (_, at) => `- what was learned as number ${at}`);
    const added = whole.toSpliced(100, 0, '- new');
    const changed = whole.with(50, '- other');
    const moved = [...whole.slice(1), whole[0]];
    const removed = whole.toSpliced(70, 1);
    for (const text of [added, changed, moved, removed])
      expect(differenceOf(whole.join('\n'), text.join('\n')).length).toBeLessThan(30);
  });

  it('is refused when it names lines that are not there', () => {
    for (const wrong of ['=0 3', '=5 1', '=x 1', '=', 'a', ''])
      expect(() => textFrom('a\nb', wrong), wrong).toThrow('damaged');
  });
});

describe('versions of a memory file', () => {
  const LINES = 40;
  /** Each takes the oldest line away and adds one. */
  const versions = Array.from({ length: 120 }, (_, at) => {
    const lines = Array.from({ length: LINES }, (_line, line) => `- line ${line + at} says something`);
    return sampleFile({ version: at + 1, content: lines.join('\n') });
  });

  it('take a fraction of their text, are told whole, and stay so when others are erased', async () => {
    const options = knowledgeOptions(folder);
    const knowledge = await openKnowledge(options);
    for (const version of versions) await commitNext(knowledge, { files: [version] });
    const ref = { name: versions[0]?.name ?? 'tools.md', workspace: SPACE };
    expect(await knowledge.fileVersions(ref, 1_000)).toEqual(versions.toReversed());
    expect(await knowledge.fileVersion(ref, 77)).toEqual(versions[76]);
    expect((await knowledge.scopeState([SPACE])).files).toEqual(versions);
    await knowledge.close();
    const database = openSqlite({ path: options.path, access: 'read', synchronous: 'NORMAL' });
    const rows = database.prepare('SELECT * FROM file_versions ORDER BY version').all() as { content: string }[];
    database.close();
    const said = versions.reduce((chars, { content }) => chars + content.length, 0);
    expect(rows.reduce((chars, { content }) => chars + content.length, 0)).toBeLessThan(said / 4);
    expect(storedVersions(versions).map(FILE_VERSIONS.cells)).toEqual(rows);

    // Some of those that others differ from are erased.
    const again = await openKnowledge(options);
    const left = versions.filter(({ version }) => version !== 1 && version % 7 !== 0);
    const state = { ...(await again.scopeState([SPACE])), files: left };
    await commitNext(again, { replaces: { scopes: [SPACE], state } });
    expect((await again.scopeState([SPACE])).files).toEqual(left);
    await again.close();
  });
});
