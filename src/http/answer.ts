/** Every answer of the server is made here, so every answer carries the same security headers, and none a CORS header. */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** Of every page: what it shows and runs comes from here, and nothing frames it or is framed by it (SRV-12). */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
} as const;

/** An answer that was made elsewhere, with our headers. */
export function secured({ body, status, headers }: Response): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) all.set(name, value);
  return new Response(body, { status, headers: all });
}

export const HTML = 'text/html; charset=utf-8';

export type HeaderSet = { readonly [name: string]: string };

export function answerJson(status: number, value: unknown, headers?: HeaderSet): Response {
  return answer(status, 'application/json', JSON.stringify(value), headers);
}

export function answerNothing(headers?: HeaderSet, status: 204 | 304 = 204): Response {
  return new Response(null, { status, headers: { ...SECURITY_HEADERS, ...headers } });
}

export function answerPage(status: number, html: string, headers?: HeaderSet): Response {
  return answer(status, HTML, html, { ...headers, ...PAGE_HEADERS });
}

export function answer(
  status: number,
  contentType: string,
  body: string | ReadableStream<Uint8Array>,
  headers?: HeaderSet,
): Response {
  return new Response(body, { status, headers: { 'Content-Type': contentType, ...SECURITY_HEADERS, ...headers } });
}
