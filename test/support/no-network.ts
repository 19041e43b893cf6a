/**
 * A network of its own with nothing in it but loopback, in which a process runs. Every packet that wants to leave finds
 * no route, and the kernel counts it: so "it did not even try" can be seen. Needs Linux and the right to make namespaces.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A command in front of another, which becomes that other one. */
export const WITHOUT_NETWORK = [
  'unshare',
  '--map-root-user',
  '--net',
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'sh',
];

/** Why there can be no such network here; undefined when there can. */
export function whyNoNamespace(): string | undefined {
  try {
    const [file = '', ...args] = [...WITHOUT_NETWORK, 'true'];
    execFileSync(file, args, { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs Linux, and the right to make a network namespace';
  }
}

/** How often this process, or another in its network, wanted to send something that would have left the machine. */
export function attemptsToLeave(pid: number): number {
  const [names = '', values = ''] = readFileSync(`/proc/${pid}/net/snmp`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Ip: '));
  const at = names.split(' ').indexOf('OutNoRoutes');
  return Number(values.split(' ')[at]);
}
