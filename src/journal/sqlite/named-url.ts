/**
 * Whether a tool call names a page. A host alone means all of its pages and its subdomains'; a page is meant whatever its
 * anchor, and whatever its query unless one is given. A host without a scheme counts where it begins a word: `curl
 * docs.example.test`, not the query of another page.
 */

const URLS = /\bhttps?:\/\/[^\s"'`<>\\)\]}|]+/gi;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
/** What prose and shells put behind an address. */
const TRAILING = /[.,;:!?]+$/;
/** Where a host that begins a word may begin and end. */
const BEGINNING = '(?<![\\w./=&?@%-])';
const END = '(?![\\w-]|\\.\\w)';

export interface UrlNamer {
  /** In small letters: no call without it names the page. */
  readonly hostname: string;
  names(call: string): boolean;
}

/** Undefined when it is no address. */
export function urlNamer(wanted: string): UrlNamer | undefined {
  const url = parse(SCHEME.test(wanted) ? wanted : `https://${wanted}`);
  if (url === undefined) return undefined;
  const bare = new RegExp(
    `${BEGINNING}(?:[\\w-]+\\.)*${url.host.replaceAll(/[^\w-]/g, '\\$&')}${END}[^\\s"'\`<>\\\\)]*`,
    'gi',
  );
  const names = (call: string) => {
    const named = [...call.matchAll(URLS)].map(([address]) => parse(address.replace(TRAILING, '')));
    const words = [...call.replaceAll(URLS, ' ').matchAll(bare)].map(([address]) => parse(`https://${address}`));
    return [...named, ...words].some((found) => found !== undefined && isMeant(url, found));
  };
  return { hostname: url.hostname, names };
}

function isMeant(wanted: URL, named: URL): boolean {
  const ofPort = wanted.port === '' || named.port === wanted.port;
  if (!ofPort) return false;
  if (pathOf(wanted) === '' && wanted.search === '') {
    return named.hostname === wanted.hostname || named.hostname.endsWith(`.${wanted.hostname}`);
  }
  const ofQuery = wanted.search === '' || named.search === wanted.search;
  return named.hostname === wanted.hostname && pathOf(named) === pathOf(wanted) && ofQuery;
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
