import { describe, expect, it } from 'vitest';
import { isAcknowledgement } from './acknowledgement.ts';

describe('a message that only agrees or thanks', () => {
  it.each([
    'ok thanks',
    'Thank you so much!',
    'Perfect, go ahead.',
    'alles klar, danke dir',
    'merci beaucoup',
    'muchas gracias',
    'va bene, grazie mille',
    'muito obrigado',
    'dank je wel',
    'dzięki, super',
    'спасибо большое',
    '好的，谢谢',
    'ありがとうございます！',
    '네, 감사합니다',
    '👍',
    '',
  ])('%s', (message) => {
    expect(isAcknowledgement(message)).toBe(true);
  });

  it.each([
    'API moved to port 4001',
    'fix the rounding',
    'run it with --watch',
    'is it done?',
    'good, now the tests',
    'nimm pnpm',
    '改用 pnpm',
    'テストも直して',
    'pnpm으로 바꿔',
    'ok, thanks. One more thing: the deploy to staging needs the VPN, do not forget that',
  ])('%s: says something', (message) => {
    expect(isAcknowledgement(message)).toBe(false);
  });
});
