/** The daemon's HTTP API, as a script of the owner that may do everything. */
import type { TestHome } from './home.ts';

interface ApiAnswer {
  readonly status: number;
  /** Of an answer line by line: the last line, which is the result. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Posts when there is a body and nothing else is said, else gets. */
export async function callApi(
  home: TestHome,
  path: string,
  body?: object,
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<ApiAnswer> {
  const answer = await fetch(`${home.url}${path}`, {
    headers: { authorization: `Bearer ${home.scriptToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
  });
  const lines = (await answer.text()).split('\n').filter(Boolean);
  return { status: answer.status, body: JSON.parse(lines.at(-1) ?? '{}') };
}
