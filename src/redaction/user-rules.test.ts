import { describe, expect, it } from 'vitest';
import { compileUserRules, type UserRule, UserRuleError } from './user-rules.ts';

function refusal(rule: UserRule): UserRuleError | undefined {
  try {
    compileUserRules([rule]);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof UserRuleError) return thrown;
    throw thrown;
  }
}

describe('rules of one’s own (RED-7)', () => {
  it.each([
    'ACME-[A-Z0-9]{10,40}',
    String.raw`\bEMP-\d{5}\b`,
    String.raw`(?<![\w-])internal-[a-z]{2,20}-\d{1,6}`,
    String.raw`customer (?<secret>\d{6,10})`,
    String.raw`(?:\d{4}[ -]?){4}`,
    'acme(?:-[a-z]+)+',
    String.raw`(?:[a-z]{1,30}\.){1,5}internal`,
  ])('%s is accepted', (pattern) => {
    expect(refusal({ kind: 'own', pattern })).toBeUndefined();
  });

  it.each([
    ['(a+)+$', 'rule-too-slow'],
    ['(?:[a-z]+)*!x', 'rule-too-slow'],
    ['(\\w|\\d)+=$', 'rule-too-slow'],
    ['.*.*.*x!', 'rule-too-slow'],
    ['(', 'rule-syntax'],
    ['a*', 'rule-matches-empty'],
    ['a'.repeat(501), 'rule-too-long'],
  ])('%s is refused as %s, with a hint', (pattern, code) => {
    const error = refusal({ kind: 'own', pattern });
    expect(error?.code).toBe(code);
    expect(error?.subject).toBe('own');
    expect(error?.hint).not.toBe('');
  });

  it('patterns built to explode are refused while they still answer, so that even all of them take little work', () => {
    const exploding = [
      '(a+)+$x',
      '(a*)*b',
      '(a|a)*b',
      '(.*)+b',
      '([a-z]+)*b',
      String.raw`(\w+\s?)*b`,
      String.raw`((?:\w+)+-)*b`,
      '(a{1,20}){1,20}b',
      '(?:a?){30}b',
      '(?:a|b|ab)*c',
      String.raw`(a+)(?:\1b)*c`,
      '(?i:a|A)+x',
      '(q+q+)+w',
    ];
    for (const pattern of exploding) expect(refusal({ kind: 'own', pattern })?.code, pattern).toBe('rule-too-slow');
  });

  it('a refusal names the place in the list and never the pattern, which may hold a secret', () => {
    const secret = `hunter${'2'}`;
    for (const pattern of [
      `${secret}: (`,
      `(${secret}|[a-z]+)+$`,
      `(?:${secret})*`,
      `.*.*.*${secret}!`,
      secret.repeat(80),
    ]) {
      let message = '';
      try {
        compileUserRules([
          { kind: 'own', pattern: 'fine' },
          { kind: 'own', pattern },
        ]);
      } catch (thrown) {
        message = thrown instanceof UserRuleError ? `${thrown.message} ${thrown.hint}` : '';
      }
      expect(message).toContain('number 2 of 2');
      expect(message).not.toContain(secret);
    }
  });

  it('a kind that would break the placeholder, and unknown flags, are refused', () => {
    expect(refusal({ kind: 'My Rule]', pattern: 'x' })?.code).toBe('rule-kind');
    expect(refusal({ kind: 'own', pattern: 'x', flags: 'y' })?.code).toBe('rule-syntax');
  });

  it('a slow machine is no reason: what counts is the work, and the limit is on it', () => {
    let worked = 0;
    const slowClock = () => {
      worked += 150;
      return worked;
    };
    expect(() => compileUserRules([{ kind: 'own', pattern: 'abc' }], slowClock)).toThrow(UserRuleError);
    expect(() => compileUserRules([{ kind: 'own', pattern: 'abc' }], () => 0)).not.toThrow();
  });

  it('finds every match and only reports what the group `secret` holds', () => {
    const [rule] = compileUserRules([{ kind: 'own', pattern: 'id=(?<secret>\\d+)', flags: 'i' }]);
    const found: string[] = [];
    const text = 'ID=12 and id=345';
    rule?.(text, (kind, start, end) => found.push(`${kind} ${text.slice(start, end)}`));
    expect(found).toEqual(['own 12', 'own 345']);
  });
});
