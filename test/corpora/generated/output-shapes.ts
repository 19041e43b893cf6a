/** How logs, dumps, tables and requests show a secret. */
import { camelCase, named, type SecretShape, words } from './shape.ts';

export const OUTPUT_SHAPES: readonly SecretShape[] = [
  named('logfmt', (n, v) => `level=info ts=2026-03-02T10:11:12Z msg="loaded" ${n.toLowerCase()}=${v} took=3ms`, [
    'level=info',
    'took=3ms',
  ]),
  named('json-log', (n, v) => `{"level":30,"time":1772445072,"msg":"boot","${camelCase(n)}":"${v}","pid":7}`, [
    '"msg":"boot"',
    '"pid":7',
  ]),
  named(
    'json-in-json-in-json',
    (n, v) => JSON.stringify({ content: JSON.stringify({ body: JSON.stringify({ [camelCase(n)]: v, ok: true }) }) }),
    ['content'],
  ),
  named('env-dump', (n, v) => `HOME=/root\n${n}=${v}\nPWD=/srv/app\nSHLVL=1\n`, [
    'HOME=/root',
    'PWD=/srv/app',
    'SHLVL=1',
  ]),
  named('xtrace', (n, v) => `+ export ${n}=${v}\n+ ${n}=${v}\n+ make deploy\n`, ['make deploy']),
  named('printenv-json-escaped', (n, v) => `{"stdout":"HOME=/root\\n${n}=${v}\\nSHLVL=1\\n","code":0}`, [
    'HOME=/root',
    'SHLVL=1',
  ]),
  named('diff-removed', (n, v) => `@@ -1,3 +1,2 @@\n PORT=80\n-${n}=${v}\n HOST=x\n`, ['PORT=80', 'HOST=x']),
  named('diff-json', (n, v) => `   "name": "svc",\n+  "${camelCase(n)}": "${v}",\n   "retries": 3\n`, ['"retries": 3']),
  named('ansi', (n, v) => `\u001b[36m${n.toLowerCase()}\u001b[0m=\u001b[33m${v}\u001b[0m \u001b[2mdone\u001b[0m`, [
    'done',
  ]),
  named(
    'go-struct-dump',
    (n, v) => `{Region:eu ${camelCase(n).replace(/^./, (c) => c.toUpperCase())}:${v} Retries:3}`,
    ['Region:eu', 'Retries:3'],
  ),
  named('python-repr', (n, v) => `Settings(region='eu', ${n.toLowerCase()}='${v}', retries=3)`, [
    "region='eu'",
    'retries=3',
  ]),
  named('java-to-string', (n, v) => `Config{region=eu, ${camelCase(n)}=${v}, retries=3}`, ['region=eu', 'retries=3']),
  named('php-print-r', (n, v) => `Array\n(\n    [mode] => prod\n    [${n.toLowerCase()}] => ${v}\n)\n`, [
    '[mode] => prod',
  ]),
  named('php-var-dump', (n, v) => `array(1) {\n  ["${n.toLowerCase()}"]=>\n  string(${v.length}) "${v}"\n}\n`),
  named('ruby-inspect', (n, v) => `#<Client @region="eu", @${n.toLowerCase()}="${v}">`, ['@region="eu"']),
  named('node-inspect', (n, v) => `{\n  region: 'eu',\n  ${camelCase(n)}: '${v}',\n  retries: 3\n}`, ['retries: 3']),
  named('markdown-table-row', (n, v) => `| setting | value |\n|---|---|\n| ${words(n)} | ${v} |\n| region | eu |\n`, [
    '| region | eu |',
  ]),
  named('markdown-table-code', (n, v) => `| ${words(n)} | \`${v}\` |\n| region | eu |\n`, ['| region | eu |']),
  named('markdown-bold', (n, v) => `- **${words(n)}:** \`${v}\`\n- **region:** eu\n`, ['**region:** eu']),
  named('csv', (n, v) => `id,user,${n.toLowerCase()},region\n1,ada,${v},eu\n2,bob,,us\n`, ['1,ada,', ',eu']),
  named('csv-quoted', (n, v) => `"id","${n.toLowerCase()}","region"\n"1","${v}","eu"\n`, ['"eu"']),
  named('tsv', (n, v) => `user\t${n.toLowerCase()}\tregion\nada\t${v}\teu\n`, ['ada\t']),
  named(
    'markdown-table-column',
    (n, v) => `| user | ${words(n)} | region |\n| --- | --- | --- |\n| ada | ${v} | eu |\n`,
    ['| ada |', '| eu |'],
  ),
  named(
    'psql-table',
    (n, v) => ` id | ${n.toLowerCase()} | region\n----+-----------+------\n  1 | ${v} | eu\n(1 row)\n`,
    ['(1 row)'],
  ),
  named('aligned-columns', (n, v) => `NAME    ${n}          AGE\nweb     ${v}     3d\n`, ['web', '3d']),
  named(
    'vault-read',
    (n, v) =>
      `Key                 Value\n---                 -----\nrefresh_interval    768h\n${n.toLowerCase()}        ${v}\n`,
    ['768h'],
  ),
  named('sql-insert', (n, v) => `INSERT INTO settings (id, ${n.toLowerCase()}, region) VALUES (1, '${v}', 'eu');`, [
    "'eu'",
  ]),
  named('sql-update', (n, v) => `UPDATE accounts SET ${n.toLowerCase()} = '${v}' WHERE id = 7;`, ['WHERE id = 7']),
  named('html-input', (n, v) => `<input type="text" id="x" name="${n.toLowerCase()}" class="form" value="${v}">`, [
    'class="form"',
  ]),
  named('html-meta', (n, v) => `<meta name="${n.toLowerCase().replace(/_/g, '-')}" content="${v}">`),
  named(
    'har',
    (n, v) => `{"name":"X-${n.toLowerCase().replace(/_/g, '-')}","value":"${v}"},{"name":"Accept","value":"*/*"}`,
    ['"Accept"'],
  ),
  named(
    'http-header',
    (n, v) => `GET /v1/me HTTP/1.1\r\nHost: api.example.test\r\nX-${n.replace(/_/g, '-')}: ${v}\r\nAccept: */*\r\n`,
    ['Host: api.example.test', 'Accept: */*'],
  ),
  named('curl-header', (n, v) => `curl -s -H "X-${n.replace(/_/g, '-')}: ${v}" https://api.example.test/v1/me`, [
    'api.example.test/v1/me',
  ]),
  named(
    'query',
    (n, v) => `GET https://api.example.test/v1/items?page=2&${n.toLowerCase()}=${encodeURIComponent(v)}&sort=asc 200`,
    ['page=2', 'sort=asc'],
  ),
  named('form-body', (n, v) => `user=ada&${n.toLowerCase()}=${encodeURIComponent(v)}&remember=1`, [
    'user=ada',
    'remember=1',
  ]),
  named(
    'multipart',
    (n, v) => `--b1\r\nContent-Disposition: form-data; name="${n.toLowerCase()}"\r\n\r\n${v}\r\n--b1--\r\n`,
    ['form-data'],
  ),
  named(
    'stack-trace',
    (n, v) => `Error: login failed for {"user":"ada","${camelCase(n)}":"${v}"}\n    at login (src/auth.ts:12:7)\n`,
    ['src/auth.ts:12:7'],
  ),
  named('rejected', (n, v) => `Incorrect ${words(n)} provided: ${v}. You can find it in the settings.`, [
    'in the settings',
  ]),
  named('aws-configure', (n, v) => `${words(n)} [None]: ${v}\nDefault region name [None]: eu-west-1\n`, ['eu-west-1']),
  named('cli-flag', (n, v) => `deploy --region eu --${n.toLowerCase().replace(/_/g, '-')} ${v} --verbose`, [
    '--region eu',
    '--verbose',
  ]),
  named('cli-flag-equals', (n, v) => `deploy --${n.toLowerCase().replace(/_/g, '-')}=${v} --verbose`, ['--verbose']),
  named('cli-flag-quoted', (n, v) => `deploy --${n.toLowerCase().replace(/_/g, '-')} "${v}" --verbose`, ['--verbose']),
  named('from-literal', (n, v) => `kubectl create secret generic web --from-literal=${n.toLowerCase()}=${v} -n prod`, [
    '-n prod',
  ]),
  named('inline-env', (n, v) => `${n}=${v} npm run deploy -- --region eu`, ['npm run deploy', '--region eu']),
  named('docker-env', (n, v) => `docker run -d --name web -e "${n}=${v}" -p 80:80 web:1`, ['--name web', '-p 80:80']),
];
