/**
 * Patterns that a person adds (RED-7). A pattern runs on every captured text, so it is refused when it is too long, does
 * not compile, matches nothing at all, or takes too long on texts made to mislead it. Limit: the texts are samples, so a
 * pattern that passes can still be slow on something else; the caller's own deadline stays the last guard.
 */
import type { Report, Rule } from './finding.ts';
import { probeTexts } from './redos-probes.ts';

export interface UserRule {
  /** Stands in the placeholder: lower-case letters, digits and dashes. */
  readonly kind: string;
  /** A JavaScript regular expression; with a group named `secret` only that group is redacted. */
  readonly pattern: string;
  /** Any of `i`, `m`, `s`, `u`. */
  readonly flags?: string;
}

export type UserRuleProblem = 'rule-kind' | 'rule-too-long' | 'rule-syntax' | 'rule-matches-empty' | 'rule-too-slow';

/** Says what is wrong with a rule and what to do, in the shape of the product's other errors. */
export class UserRuleError extends Error {
  readonly code: UserRuleProblem;
  readonly hint: string;
  readonly subject: string;

  constructor(code: UserRuleProblem, rule: UserRule, message: string, hint: string) {
    super(message);
    this.name = 'UserRuleError';
    this.code = code;
    this.hint = hint;
    this.subject = rule.kind;
  }
}

const LONGEST_PATTERN = 500;
const SLOWEST_TOTAL_MS = 200;
/** On a text this short a sound pattern takes microseconds; a bad one doubles with every character, so stop early. */
const SLOWEST_SHORT_MS = 20;
const SHORT_TEXT = 1000;
const FASTER_HINT =
  'Avoid nested or neighbouring repetitions such as (a+)+ or .*.*; give repetitions an upper bound, as in {8,64}.';
const RULE_KIND = /^[a-z0-9][a-z0-9-]{0,38}$/;
const RULE_FLAGS = /^[imsu]{0,4}$/;

/** Milliseconds of work done so far. Processor time, because a busy machine must not make a sound pattern look slow. */
type Stopwatch = () => number;

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Throws a UserRuleError for the first rule that cannot be used. Names its place, never the pattern: it may hold a secret. */
export function compileUserRules(rules: readonly UserRule[], workedMs: Stopwatch = processorMs): Rule[] {
  return rules.map((rule, index) => compileUserRule(rule, `number ${index + 1} of ${rules.length}`, workedMs));
}

function compileUserRule(rule: UserRule, place: string, workedMs: Stopwatch): Rule {
  if (!RULE_KIND.test(rule.kind)) {
    throw new UserRuleError(
      'rule-kind',
      rule,
      `The kind of rule ${place} cannot be used in a placeholder.`,
      'Use up to 39 lower-case letters, digits and dashes.',
    );
  }
  if (rule.pattern.length > LONGEST_PATTERN) {
    throw new UserRuleError(
      'rule-too-long',
      rule,
      `The pattern of rule ${place} has ${rule.pattern.length} characters; ${LONGEST_PATTERN} are allowed.`,
      'Split it into several rules.',
    );
  }
  const pattern = compilePattern(rule, place);
  if (pattern.test('')) {
    throw new UserRuleError(
      'rule-matches-empty',
      rule,
      `The pattern of rule ${place} also matches nothing at all.`,
      'Make at least one part of it required.',
    );
  }
  refuseWhenSlow(rule, place, pattern, workedMs);
  return (text, report) => reportMatches(rule.kind, pattern, text, report);
}

function compilePattern(rule: UserRule, place: string): RegExp {
  const flags = rule.flags ?? '';
  if (!RULE_FLAGS.test(flags)) {
    throw new UserRuleError(
      'rule-syntax',
      rule,
      `The flags of rule ${place} are not known.`,
      'Use any of i, m, s and u.',
    );
  }
  try {
    return new RegExp(rule.pattern, `${flags}dg`);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : '';
    // The engine quotes the pattern before the last colon.
    const reason = message.slice(message.lastIndexOf(': ') + 2);
    throw new UserRuleError(
      'rule-syntax',
      rule,
      `The pattern of rule ${place} does not compile: ${reason}.`,
      'Write it as a JavaScript regular expression without slashes.',
    );
  }
}

function refuseWhenSlow(rule: UserRule, place: string, pattern: RegExp, workedMs: Stopwatch): void {
  let total = 0;
  for (const text of probeTexts(rule.pattern)) {
    let taken = timeOf(pattern, text, workedMs);
    // The clock of the processor counts in steps, and other threads of the process with it: what is slow is slow again.
    if (text.length <= SHORT_TEXT && taken > SLOWEST_SHORT_MS) taken = Math.min(taken, timeOf(pattern, text, workedMs));
    total += taken;
    if (total > SLOWEST_TOTAL_MS || (text.length <= SHORT_TEXT && taken > SLOWEST_SHORT_MS)) {
      throw new UserRuleError(
        'rule-too-slow',
        rule,
        `The pattern of rule ${place} takes too long on a text of ${text.length} characters.`,
        FASTER_HINT,
      );
    }
  }
}

function timeOf(pattern: RegExp, text: string, workedMs: Stopwatch): number {
  const before = workedMs();
  pattern.lastIndex = 0;
  while (pattern.exec(text)) if (pattern.lastIndex >= text.length) break;
  return workedMs() - before;
}

function reportMatches(kind: string, pattern: RegExp, text: string, report: Report): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [start, end] = match.indices?.groups?.secret ?? match.indices?.[0] ?? [0, 0];
    report(kind, start, end);
    if (pattern.lastIndex === match.index) pattern.lastIndex++;
  }
}
