/**
 * The address of one call below a base address (SRV-17). What is sent there is what was said and a key, so it goes in the
 * clear to this machine alone, and never to where machines in a cloud are told their credentials. An address with a name
 * or password in it is refused, and not repeated: it is as secret as a key, and would stand in every message.
 */
import { ProviderError } from './provider-error.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Link-local addresses, also as part of a longer one, and the names that clouds have for them. */
const METADATA = /^169\.254\.|^\[fe[89ab]|^\[::ffff:a9fe:|^\[fd00:ec2::254\]$|^metadata\b|^instance-data\b/;

export function endpointOf(base: string, path: string, setBy: string): URL {
  const url = URL.parse(base);
  const isPrivate = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (url === null || !isPrivate || METADATA.test(url.hostname) || url.username !== '' || url.password !== '')
    throw new ProviderError(`${setBy} is no address a model can be asked at`, {
      code: 'bad-model-address',
      problem: 'setup',
      hint: 'it begins with https://, or with http:// on this machine, and holds neither name nor password',
    });
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}

/** Whether it is asked on this machine. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}
