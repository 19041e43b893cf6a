/**
 * Takes secrets out of a text: pure, synchronous, without I/O (RED-1). Every rule reads the text as it is and, where it
 * holds escapes, colours or joints, once more in normal form. What comes out does not change when it is redacted again
 * (RED-3): findings are searched until there are none. Time is linear in the length of the text (RED-9).
 */
import { createHash } from 'node:crypto';
import { findEncoded } from './encoded-blob.ts';
import type { Finding, Redacted, Redactor, Report } from './finding.ts';
import { readSecretName } from './name/secret-name.ts';
import { normalise } from './normalise.ts';
import { maskPlaceholders, renderPlaceholder } from './placeholder.ts';
import { harmlessRanges, placeholderRanges } from './protected-ranges.ts';
import { withoutScheme } from './rules/assigned-value.ts';
import { kindOfName } from './rules/assignment.ts';
import { isAssignedSecret } from './rules/believable-value.ts';
import { ownTokenRule } from './rules/own-token.ts';
import { RULE_SET_VERSION, RULES } from './rules/rule-set.ts';
import { findStrictHex } from './rules/strict-hex.ts';
import { clipFindings, mergeFindings } from './spans.ts';
import { compileUserRules, type UserRule } from './user-rules.ts';

export type { Redactor } from './finding.ts';

export interface RedactorOptions {
  /** Of this installation: placeholders of two installations cannot be compared. */
  readonly key: string | Uint8Array;
  /** `strict` also redacts every run of 16 or more hex digits. */
  readonly hex?: 'code-aware' | 'strict';
  readonly extraRules?: readonly UserRule[];
  /** Whether this is one of the product's own tokens; they have no shape of their own. */
  readonly isOwnToken?: (candidate: string) => boolean;
  /** Values that stay although a rule hits them. */
  readonly allow?: readonly string[];
}

/** Every round has to remove something, and what is left gets shorter; more rounds were never seen. */
const MOST_ROUNDS = 8;
/** A header field is more than one value: it is read with its name in front. */
const HEADER_FIELD = /^(?:set-)?cookies?$|^(?:proxy-)?authorization$/i;

export function createRedactor(options: RedactorOptions): Redactor {
  const userRules = compileUserRules(options.extraRules ?? []);
  const ownTokens = options.isOwnToken === undefined ? [] : [ownTokenRule(options.isOwnToken)];
  const rules = [...ownTokens, ...RULES, ...(options.hex === 'strict' ? [findStrictHex] : []), ...userRules];
  const allowed = options.allow ?? [];

  function detectPlain(text: string): Finding[] {
    const findings: Finding[] = [];
    const report: Report = (kind, start, end) => {
      if (end > start) findings.push({ kind, start, end });
    };
    for (const rule of rules) rule(text, report);
    return findings.length === 0 ? findings : clipFindings(text, findings, harmlessRanges(text), []);
  }

  function detect(original: string): Finding[] {
    const text = maskPlaceholders(original);
    const findings = detectPlain(text);
    const normal = normalise(text);
    if (normal) {
      for (const part of normal.changedParts()) {
        for (const { kind, start, end } of detectPlain(normal.text.slice(part.start, part.end))) {
          const original = {
            start: normal.originalStart(part.start + start),
            end: normal.originalEnd(part.start + end),
          };
          findings.push({ kind, ...original });
        }
      }
    }
    findEncoded(
      text,
      (decoded) => detectPlain(decoded).length > 0,
      (kind, start, end) => findings.push({ kind, start, end }),
    );
    if (findings.length === 0) return findings;
    const clipped = clipFindings(text, findings, [], placeholderRanges(original));
    return mergeFindings(
      allowed.length === 0 ? clipped : clipped.filter((each) => !isAllowed(text.slice(each.start, each.end))),
    );
  }

  function isAllowed(secret: string): boolean {
    return allowed.some((value) => value === secret || (secret.length >= 4 && value.includes(secret)));
  }

  function render(text: string, findings: readonly Finding[], known: Map<string, string>): string {
    const pieces: string[] = [];
    let copied = 0;
    for (const { kind, start, end } of findings) {
      const secret = text.slice(start, end);
      const name = `${kind} ${secret}`;
      const placeholder = known.get(name) ?? renderPlaceholder(options.key, kind, normalise(secret)?.text ?? secret);
      known.set(name, placeholder);
      pieces.push(text.slice(copied, start), placeholder);
      copied = end;
    }
    pieces.push(text.slice(copied));
    return pieces.join('');
  }

  function redact(text: string): Redacted {
    return settle(text, detect(text));
  }

  /** Replaces, looks again at what came out, and takes anything new back to the original text. */
  function settle(text: string, first: readonly Finding[]): Redacted {
    let findings = first;
    if (findings.length === 0) return { text, findings };
    const known = new Map<string, string>();
    let output = render(text, findings, known);
    for (let round = 1; round < MOST_ROUNDS; round++) {
      const more = detect(output);
      if (more.length === 0) break;
      findings = mergeFindings([...findings, ...toOriginal(output, findings, more)]);
      output = render(text, findings, known);
    }
    return { text: output, findings };
  }

  /** Findings in the output lie between placeholders; the lengths before them give the place in the original. */
  function toOriginal(output: string, findings: readonly Finding[], more: readonly Finding[]): Finding[] {
    const placeholders = placeholderRanges(output);
    let shift = 0;
    let index = 0;
    let next = 0;
    return more.map(({ kind, start, end }) => {
      for (let range = placeholders[next]; range && range.start < start; range = placeholders[++next]) {
        // A placeholder that the input brought along stands in both texts; ours stand where a finding began.
        const finding = findings[index];
        if (finding && finding.start === range.start - shift) {
          shift += range.end - range.start - (finding.end - finding.start);
          index++;
        }
      }
      return { kind, start: start - shift, end: end - shift };
    });
  }

  function redactField(name: string, value: string): Redacted {
    if (HEADER_FIELD.test(name)) return redactBehind(`${name}: `, value);
    const read = readSecretName(name);
    if (!read) return redact(value);
    const lead = value.length - value.trimStart().length;
    const span = withoutScheme(value, { start: lead, end: value.trimEnd().length });
    if (!isAssignedSecret(read, 'quoted', value.slice(span.start, span.end), false)) return redact(value);
    return settle(value, mergeFindings([...detect(value), { kind: kindOfName(read), ...span }]));
  }

  function redactBehind(prefix: string, value: string): Redacted {
    const findings = detect(prefix + value)
      .filter((each) => each.end > prefix.length)
      .map((each) => ({ ...each, start: Math.max(0, each.start - prefix.length), end: each.end - prefix.length }));
    return settle(value, findings);
  }

  return { version: versionOf(options), redact, redactField };
}

function versionOf(options: RedactorOptions): string {
  const custom = JSON.stringify([options.hex ?? 'code-aware', options.extraRules ?? [], options.allow ?? []]);
  return `${RULE_SET_VERSION}-${createHash('sha256').update(custom).digest('hex').slice(0, 8)}`;
}
