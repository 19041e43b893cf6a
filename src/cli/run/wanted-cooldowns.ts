/** What `--cooldown` says: a limit, or `service/action` alone for the limit that is configured for it. */
import { COOLDOWN_NAME, type CooldownLimit, parseCooldown } from '../../memory/cooldown.ts';
import { CarryoverError } from '../../memory/error.ts';

export function wantedCooldowns(given: unknown, configured: readonly string[]): readonly CooldownLimit[] {
  return (Array.isArray(given) ? given.map(String) : []).map((text) => {
    const limit = configured.find((one) => one.startsWith(`${text}=`));
    if (limit !== undefined || !isName(text)) return parseCooldown(limit ?? text);
    throw new CarryoverError(`no limit is configured for "${text}"`, {
      code: 'invalid-input',
      hint: `give it one: --cooldown ${text}=2/4h`,
    });
  });
}

function isName(text: string): boolean {
  const parts = text.split('/');
  return parts.length === 2 && parts.every((part) => COOLDOWN_NAME.test(part));
}
