/**
 * Makes the homes that `test/home-fixtures.test.ts` opens, with the product this file stands in:
 *
 *   node scripts/build.mjs && node test/support/home-fixtures/make.ts SET FOLDER [NAME ...]
 *
 * SET is a word in front of each name (`next`, `0.1.0`), FOLDER is `test/fixtures/homes` of the repository they are
 * for. For a release: check it out elsewhere, build it, copy this folder into its `test/support/` and run it there; the
 * stories use nothing that 0.1.0 did not have. Then run the test once with `CARRYOVER_UPDATE_FIXTURES=1`, which writes down
 * beside each archive what the home holds, and without it, to see that it holds the same again. No encrypted home is
 * kept: what is encrypted cannot be compressed, and an empty one has half a megabyte.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE_SUFFIX, packHome } from './archive.ts';
import { PLAIN, STORIES, tellStory } from './stories.ts';

const [set, folder, ...names] = process.argv.slice(2);
if (set === undefined || folder === undefined) throw new Error('usage: make.ts SET FOLDER [NAME ...]');
mkdirSync(folder, { recursive: true });
for (const name of names.length > 0 ? names : [PLAIN, ...Object.keys(STORIES)]) {
  const path = join(folder, `${set}-${name}`);
  await tellStory(name, (home, now) => {
    packHome(home.paths.home, path + ARCHIVE_SUFFIX);
    writeFileSync(`${path}.json`, `${JSON.stringify({ now })}\n`);
  });
  process.stdout.write(`${path}\n`);
}
