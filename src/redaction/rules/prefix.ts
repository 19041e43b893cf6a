/** Credentials that show themselves by a fixed beginning (RED-4). One expression finds the beginnings, a table does the rest. */
import type { Report } from '../finding.ts';
import { isMonotonous } from '../value/stand-in.ts';
import { shapeOf, type ValueShape } from '../value/value-shape.ts';
import { nextPlaceFinder } from './next-place.ts';
import { BUSINESS_PREFIXES } from './prefix-business.ts';
import { CLOUD_PREFIXES } from './prefix-cloud.ts';
import { DEVELOPMENT_PREFIXES } from './prefix-development.ts';
import { MODEL_PREFIXES } from './prefix-models.ts';
import { BODY_CLASSES, type BodyClass, type PrefixRow } from './prefix-row.ts';

interface Family {
  readonly kind: string;
  readonly body: BodyClass;
  readonly shortest: number;
}

interface Prefixes {
  readonly anyPrefix: RegExp;
  readonly families: ReadonlyMap<string, Family>;
  readonly bodies: Readonly<Record<BodyClass, RegExp>>;
}

/** What is looked at before a body is accepted. */
const LONGEST_LOOK = 128;
/** A shorter prefix also begins ordinary names, so the body has to prove more. */
const TELLING_PREFIX = 5;
const EXAMPLE_BODY = /example|placeholder|your[-_]|x{5,}|\.{3}|\*{3}|redacted|dummy/i;

const PLAIN_PREFIX = /^[A-Za-z0-9]+$/;
const DIGIT_OR_CAPITAL = /[0-9A-Z]/;
const FEWEST_DISTINCT = 5;

let compiled: Prefixes | undefined;

function prefixes(): Prefixes {
  if (compiled) return compiled;
  const families = new Map<string, Family>();
  const add = ([kind, list, body, shortest]: PrefixRow): void => {
    for (const prefix of list.split(' ')) families.set(prefix, { kind, body, shortest });
  };
  for (const table of [CLOUD_PREFIXES, DEVELOPMENT_PREFIXES, MODEL_PREFIXES, BUSINESS_PREFIXES]) table.forEach(add);
  // Longest first: the expression takes the first alternative that fits, and `sk-ant-` has to win over `sk-`.
  const literals = [...families.keys()]
    .sort((a, b) => b.length - a.length)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const bodies = Object.fromEntries(
    Object.entries(BODY_CLASSES).map(([name, source]) => [name, new RegExp(`${source}{1,${LONGEST_LOOK}}`, 'y')]),
  ) as Record<BodyClass, RegExp>;
  compiled = { anyPrefix: new RegExp(`(?<![A-Za-z0-9])(?:${literals.join('|')})`, 'g'), families, bodies };
  return compiled;
}

export function findPrefixed(text: string, report: Report): void {
  const { anyPrefix, families, bodies } = prefixes();
  anyPrefix.lastIndex = 0;
  const nextTelling = nextPlaceFinder(text, DIGIT_OR_CAPITAL);
  for (let match = anyPrefix.exec(text); match; match = anyPrefix.exec(text)) {
    const family = families.get(match[0]);
    if (!family) continue;
    const bodyStart = match.index + match[0].length;
    if (isInsideBlob(text, match.index, match[0])) continue;
    // Without a digit or a capital it is a name; saying so early keeps `sk-sk-sk-…` cheap.
    if (nextTelling(bodyStart) - bodyStart > LONGEST_LOOK) continue;
    const body = bodies[family.body];
    body.lastIndex = bodyStart;
    let end = body.test(text) ? body.lastIndex : bodyStart;
    if (end - bodyStart < family.shortest || !isGenerated(text.slice(bodyStart, end), match[0], family.body)) continue;
    while (body.lastIndex === end && body.test(text)) end = body.lastIndex;
    const trimmed = withoutEnd(text, bodyStart, end);
    report(family.kind, match.index, trimmed);
    anyPrefix.lastIndex = trimmed;
  }
}

/** Letters behind `/` or `+` in a long run of base64 are chance. */
function isInsideBlob(run: string, at: number, prefix: string): boolean {
  return run.length > LONGEST_LOOK && PLAIN_PREFIX.test(prefix) && /[+/]/.test(run.charAt(at - 1));
}

/** A dot, a colon or a dash at the end belongs to the sentence. */
function withoutEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && '.:-%'.includes(text.charAt(at - 1))) at--;
  return at;
}

function isGenerated(body: string, prefix: string, bodyClass: BodyClass): boolean {
  if (!DIGIT_OR_CAPITAL.test(body)) return false;
  const shape = shapeOf(body);
  if (shape.distinct < FEWEST_DISTINCT) return false;
  if (!hasBodyShape(shape, prefix, bodyClass)) return false;
  return !EXAMPLE_BODY.test(body) && !isMonotonous(body);
}

function hasBodyShape(shape: ValueShape, prefix: string, bodyClass: BodyClass): boolean {
  // An alphabet this small already tells a generated part from a name.
  if (bodyClass === 'hex' || bodyClass === 'uuid' || bodyClass === 'upper') {
    return shape.digit > 0 || shape.wordLetters * 2 < shape.length;
  }
  return prefix.length >= TELLING_PREFIX ? shape.wordLetters < shape.length * 0.75 : isMixed(shape);
}

function isMixed(shape: ValueShape): boolean {
  if (shape.wordLetters >= shape.length * 0.5) return false;
  return shape.digit > 0 || (shape.upper > 0 && shape.lower > 0 && shape.changes * 4 >= shape.length);
}
