/** How people write a secret in a message, and how it stands alone. */
import { bare, named, type SecretShape, words } from './shape.ts';

export const PROSE_SHAPES: readonly SecretShape[] = [
  named('prose-en', (n, v) => `Sure, the ${words(n)} is ${v}, please do not commit it.`, ['please do not commit it']),
  named('prose-en-for', (n, v) => `here is the ${words(n)} for the staging box: ${v}\nthanks`, ['thanks']),
  named('prose-en-quoted', (n, v) => `use "${v}" as the ${words(n)} for now`, ['for now']),
  named('prose-backticks', (n, v) => `I set the ${words(n)} to \`${v}\` in the dashboard.`, ['in the dashboard']),
  named('prose-below', (n, v) => `This is our ${words(n)}:\n\n${v}\n\nKeep it safe.`, ['Keep it safe']),
  named('prose-fence', (n, v) => `The ${words(n)}:\n\`\`\`\n${v}\n\`\`\`\nthat is all`, ['that is all']),
];

export const BARE_SHAPES: readonly SecretShape[] = [
  bare('bare-line', (v) => `${v}\n`),
  bare('bare-sentence', (v) => `try again with ${v}, it is the new one`, ['it is the new one']),
  bare('bare-parenthesis', (v) => `it answered 401 (${v})`, ['it answered 401']),
  bare('bare-json-array', (v) => `["a","${v}","b"]`, ['"a"', '"b"']),
  bare('bare-path', (v) => `POST https://api.example.test/v1/${v}/run 404`, ['api.example.test', 'run 404']),
  bare('bare-comment', (v) => `x = 1 # ${v}`, ['x = 1']),
  bare('bare-angle', (v) => `<code>${v}</code>`, ['<code>']),
  bare('url-user', (v) => `git clone https://x-access-token:${v}@git.example.test/acme/app.git`, [
    'git.example.test/acme/app.git',
  ]),
  bare('bearer', (v) => `curl -H 'Authorization: Bearer ${v}' https://api.example.test`, ['api.example.test']),
  bare('escaped-newline', (v) => `{"out":"first\\n${v}\\nlast"}`, ['first', 'last']),
];
