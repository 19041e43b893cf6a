/** A deployment as it goes into the journal: without secrets, in the files' normal form, and within their limits. */
import type { Deployment } from '../files/deployment.ts';
import { countLines, normalText } from '../files/file-text.ts';
import { fileSpec } from '../files/manifest.ts';
import { CarryoverError } from '../memory/error.ts';
import { printable } from '../platform/printable.ts';

const RELEASE_CHARACTERS = 100;

export function cleanDeployment(deployment: Deployment, clean: (text: string) => string): Deployment {
  const release = clean(deployment.release.trim());
  if (release === '' || release.length > RELEASE_CHARACTERS || printable(release) !== release)
    throw refused('the release', 'it is not one short line of text', 'name it like 1.4.0');
  const files = deployment.files.map(({ name, content: given }) => {
    const content = normalText(clean(given));
    const { limitLines } = fileSpec(name);
    const lines = countLines(content);
    if (lines > limitLines) throw refused(name, `it has ${lines} lines`, `shorten it to ${limitLines} lines`);
    return { name, content };
  });
  return { release, files };
}

function refused(what: string, why: string, hint: string): CarryoverError {
  return new CarryoverError(`cannot deploy ${what}: ${why}`, { code: 'deployment-refused', subject: what, hint });
}
