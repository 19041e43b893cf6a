/** The page a person sees where there is no dashboard to show: no script, nothing loaded, nothing but what to do instead. */
import { createHash } from 'node:crypto';
import type { CarryoverError } from '../memory/error.ts';
import { answer, type HeaderSet, HTML } from './answer.ts';

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem;color:#1f2328;background:#fff}' +
  'code{background:#eef0f2;padding:.1em .35em;border-radius:4px}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e8ea;background:#16181b}code{background:#2a2d31}}';

/** The one style sheet is allowed by its hash; everything else stays forbidden. */
const CSP: HeaderSet = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
};

export function plainPage(error: CarryoverError, status: number, headers: HeaderSet): Response {
  return answer(status, HTML, renderPage(error), { ...headers, ...CSP });
}

function renderPage(error: CarryoverError): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Carryover</title>
<style>${STYLE}</style>
<h1>Carryover is running</h1>
<p>${escapeHtml(error.message)}.</p>
<p>To look at your memory, use a terminal:</p>
<ul>
<li><code>carryover open</code> opens it in a browser</li>
<li><code>carryover status</code> says how it is doing</li>
<li><code>carryover search "what you remember of it"</code> finds what happened</li>
<li><code>carryover --help</code> lists the rest</li>
</ul>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
