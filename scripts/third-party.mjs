/** The licence texts of the npm packages whose code ended up in a bundle; their licences ask for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
/** The innermost `node_modules/<name>` or `node_modules/@scope/<name>` of a module's path. */
const PACKAGE_FOLDER = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/;

/**
 * @param {readonly string[]} moduleIds absolute paths of bundled modules
 * @returns {string}
 */
export function thirdPartyText(moduleIds) {
  const folders = new Set(moduleIds.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[0] ?? []));
  const sections = [...folders].sort().map(describePackage);
  return ['Carryover contains code of the following packages.', ...sections]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0 && license === undefined) throw new Error(`${name} says nothing about its licence`);
  return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
}
