/** Every answer of the server is made here, so every answer carries the same security headers, and none a CORS header. */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** An answer that was made elsewhere, with our headers. */
export function secured({ body, status, headers }: Response): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) all.set(name, value);
  return new Response(body, { status, headers: all });
}

export type HeaderSet = { readonly [name: string]: string };

export function answerJson(status: number, value: unknown, headers?: HeaderSet): Response {
  return answer(status, 'application/json', JSON.stringify(value), headers);
}

export function answer(
  status: number,
  contentType: string,
  body: string | ReadableStream<Uint8Array>,
  headers?: HeaderSet,
): Response {
  return new Response(body, { status, headers: { 'Content-Type': contentType, ...SECURITY_HEADERS, ...headers } });
}
