/** Manifests of kind Secret: every value under `data` and `stringData` is secret, whatever its key is called. */
import type { Report } from '../finding.ts';
import { isStandIn } from '../value/stand-in.ts';

const SECTION = /^([ \t]*)["']?(?:data|stringData)["']?[ \t]*:[ \t]*\{?[ \t]*$/;
const ENTRY = /^([ \t]+)["']?[\w./-]{1,120}["']?[ \t]*:[ \t]*(?:[|>][+-]?[ \t]*)?["']?([^\s"',}]*)/;
const SHORTEST_VALUE = 4;

export function findKubernetesSecrets(text: string, report: Report): void {
  if (
    !/kind["']?[ \t]*:[ \t]*["']?(?:Sealed)?Secret\b/.test(text) ||
    /kind["']?[ \t]*:[ \t]*["']?SealedSecret/.test(text)
  )
    return;
  let indent = -1;
  let at = 0;
  for (const line of text.split('\n')) {
    const section = SECTION.exec(line);
    if (section) indent = (section[1] ?? '').length;
    else if (indent >= 0) {
      const depth = line.search(/\S/);
      if (depth >= 0 && depth <= indent) indent = -1;
      else reportEntry(line, at, indent, report);
    }
    at += line.length + 1;
  }
}

function reportEntry(line: string, offset: number, indent: number, report: Report): void {
  const entry = ENTRY.exec(line);
  // A line below a block mark has no key of its own.
  const value = entry ? (entry[2] ?? '') : line.trim();
  if (value.length < SHORTEST_VALUE || isStandIn(value) || (entry && (entry[1] ?? '').length <= indent)) return;
  const start = offset + line.lastIndexOf(value);
  report('kubernetes-secret', start, start + value.length);
}
