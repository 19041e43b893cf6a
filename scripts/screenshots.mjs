/**
 * `npm run screenshots [-- FOLDER] [--only NAME,…] [--full]`: a picture of every page in light and dark, on a desk and on a
 * phone, of a home that was lived in. The clock of its daemon stands at the same moment for each, so that pictures differ
 * only where pages do. `--full` takes the whole page instead of what fits on the screen.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, openPage, settled, signedInPage, troubleOf } from '../test/support/browser.ts';
import { installChromium } from '../test/support/chromium.ts';
import { installPackages } from '../test/support/debian.ts';
import { sessionIdOf } from '../test/support/lived-in/tell-session.ts';
import { makeLivedInHome } from '../test/support/lived-in-home.ts';
import { pagesOf } from '../test/support/pages.ts';

const NOW = Date.UTC(2026, 2, 12, 16, 40);
/** Nobody's: only its name is seen. */
const CODE = '/home/mara/code';
/** What the stylesheet names first. */
const FONTS = { Inter: 'fonts-inter', 'JetBrains Mono': 'fonts-jetbrains-mono' };

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const PAGES = pagesOf({ session: sessionIdOf({ project: 'ledgerly', daysAgo: 24 }), query: 'stripe webhook' });

function installFonts() {
  try {
    const families = execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' });
    const missing = Object.keys(FONTS).filter((family) => !families.includes(family));
    if (missing.length > 0)
      installPackages(
        missing.map((family) => FONTS[family]),
        'the pictures show another font',
      );
  } catch (error) {
    console.warn(error.message);
  }
}

async function takeAll(home, browser, { folder, names, fullPage }) {
  for (const size of SIZES)
    for (const colorScheme of ['light', 'dark']) {
      const look = { ...size, colorScheme };
      const inside = await signedInPage(browser, home, look);
      const outside = await openPage(browser, home, look);
      for (const name of names) {
        const page = name === 'login' ? outside : inside;
        home.clock.moveTo(NOW);
        const answer = await page.goto(PAGES[name]);
        await settled(page);
        const file = join(folder, `${name}-${colorScheme}-${size.width}.png`);
        await page.screenshot({ path: file, fullPage, animations: 'disabled', caret: 'hide' });
        console.log(`${relative('.', file)}${answer.ok() ? '' : `: answered ${answer.status()}`}`);
      }
      for (const trouble of new Set([inside, outside].flatMap(troubleOf))) console.warn(`  ${trouble}`);
      await Promise.all([inside, outside].map((page) => page.context().close()));
    }
}

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? 'screenshots');
const names = values.only?.split(',') ?? Object.keys(PAGES);
const unknown = names.filter((name) => !(name in PAGES));
if (unknown.length > 0)
  throw new Error(`no such page: ${unknown.join(', ')}; there are: ${Object.keys(PAGES).join(', ')}`);

installChromium();
installFonts();
mkdirSync(folder, { recursive: true });
const home = await makeLivedInHome({ now: NOW, code: CODE });
try {
  const browser = await openBrowser();
  try {
    await takeAll(home, browser, { folder, names, fullPage: values.full });
  } finally {
    await browser.close();
  }
} finally {
  await home[Symbol.asyncDispose]();
}
