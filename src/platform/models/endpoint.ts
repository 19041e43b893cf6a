import { ProviderError } from './provider-error.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address of one call below a base address. An address with a name or password in it is refused, and not repeated:
 * it is as secret as a key, and would stand in every message.
 */
export function endpointOf(base: string, path: string, setBy: string): URL {
  const url = URL.parse(base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ProviderError(`${setBy} is no address a model can be asked at`, {
      code: 'bad-model-address',
      problem: 'setup',
      hint: 'it begins with http:// or https://, and holds neither name nor password',
    });
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}

/** Whether it is asked on this machine. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.test(url.hostname);
}
