/** Ways in which a transcript shows a named secret. Each also says what has to survive beside it. */

export interface NamedSecret {
  /** `DB_PASSWORD` */
  readonly name: string;
  readonly value: string;
}

export interface Shown {
  readonly text: string;
  readonly keep: readonly string[];
}

export interface SecretShape {
  readonly shape: string;
  /** The name stands beside the value, so a secret without a mark of its own is recognisable. */
  readonly named: boolean;
  show(secret: NamedSecret): Shown;
}

export function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

export function words(name: string): string {
  return name.toLowerCase().replace(/_/g, ' ');
}

function named(
  shape: string,
  show: (name: string, value: string) => string,
  keep: readonly string[] = [],
): SecretShape {
  return { shape, named: true, show: ({ name, value }) => ({ text: show(name, value), keep }) };
}

function bare(shape: string, show: (value: string) => string, keep: readonly string[] = []): SecretShape {
  return { shape, named: false, show: ({ value }) => ({ text: show(value), keep }) };
}

const json = JSON.stringify;

export const CONFIGURATION_SHAPES: readonly SecretShape[] = [
  named('toml', (n, v) => `[server]\nport = 8080\n${n.toLowerCase()} = "${v}"\nhost = "db.example.test"\n`, [
    'port = 8080',
    'db.example.test',
  ]),
  named('ini', (n, v) => `[client]\nuser = app\n${n.toLowerCase()} = ${v}\nport = 3306\n`, [
    'user = app',
    'port = 3306',
  ]),
  named(
    'properties',
    (n, v) => `spring.application.name=svc\napp.${n.toLowerCase().replace(/_/g, '.')}=${v}\nserver.port=8080\n`,
    ['server.port=8080'],
  ),
  named(
    'compose-list',
    (n, v) =>
      `services:\n  api:\n    environment:\n      - NODE_ENV=production\n      - ${n}=${v}\n    ports: ["80:80"]\n`,
    ['NODE_ENV=production', '80:80'],
  ),
  named('k8s-env', (n, v) => `env:\n  - name: ${n}\n    value: "${v}"\n  - name: TZ\n    value: UTC\n`, ['UTC']),
  named('k8s-env-plain', (n, v) => `        - name: ${n}\n          value: ${v}\n        image: web:1.2.3\n`, [
    'web:1.2.3',
  ]),
  named('helm-set', (n, v) => `helm upgrade web ./chart --set app.${camelCase(n)}=${v} --namespace prod`, [
    '--namespace prod',
  ]),
  named('terraform', (n, v) => `resource "x" "y" {\n  region = "eu"\n  ${n.toLowerCase()} = "${v}"\n}\n`, [
    'region = "eu"',
  ]),
  named(
    'terraform-variable',
    (n, v) =>
      `variable "${n.toLowerCase()}" {\n  type        = string\n  description = "for the api"\n  default     = "${v}"\n}\n`,
    ['for the api'],
  ),
  named('tfvars', (n, v) => `instance_type = "t3.small"\n${n.toLowerCase()}   = "${v}"\n`, ['t3.small']),
  named('dockerfile-env', (n, v) => `FROM node:22\nENV ${n}=${v}\nCMD ["node"]\n`, ['FROM node:22', 'CMD']),
  named('dockerfile-env-space', (n, v) => `FROM node:22\nENV ${n} ${v}\nCMD ["node"]\n`, ['FROM node:22', 'CMD']),
  named('dockerfile-arg', (n, v) => `ARG ${n}="${v}"\nRUN make\n`, ['RUN make']),
  named('github-actions', (n, v) => `jobs:\n  build:\n    env:\n      ${n}: '${v}'\n    steps:\n      - run: make\n`, [
    'run: make',
  ]),
  named('gitlab-ci', (n, v) => `variables:\n  ${n}: "${v}"\n  STAGE: test\n`, ['STAGE: test']),
  named('powershell', (n, v) => `PS> $env:${n} = "${v}"\nPS> ./run.ps1\n`, ['./run.ps1']),
  named('cmd-set', (n, v) => `C:\\app> set ${n}=${v}\r\nC:\\app> run.bat\r\n`, ['run.bat']),
  named('setx', (n, v) => `setx ${n} "${v}"\n`),
  named('fish', (n, v) => `set -gx ${n} ${v}\nset -gx EDITOR vim\n`, ['EDITOR vim']),
  named('csh', (n, v) => `setenv ${n} ${v}\nsetenv EDITOR vi\n`, ['EDITOR vi']),
  named('systemd', (n, v) => `[Service]\nEnvironment="${n}=${v}"\nExecStart=/usr/bin/app\n`, [
    'ExecStart=/usr/bin/app',
  ]),
  named(
    'xml-element',
    (n, v) => `<config>\n  <user>app</user>\n  <${camelCase(n)}>${v}</${camelCase(n)}>\n  <port>80</port>\n</config>`,
    ['<user>app</user>', '<port>80</port>'],
  ),
  named('xml-attribute', (n, v) => `<datasource url="jdbc:x" username="app" ${camelCase(n)}="${v}" pool="5"/>`, [
    'username="app"',
    'pool="5"',
  ]),
  named(
    'xml-key-value',
    (n, v) =>
      `<appSettings>\n  <add key="Mode" value="prod" />\n  <add key="${camelCase(n)}" value="${v}" />\n</appSettings>`,
    ['value="prod"'],
  ),
  named(
    'xml-property',
    (n, v) =>
      `<property name="${n.toLowerCase().replace(/_/g, '.')}">${v}</property>\n<property name="size">5</property>`,
    ['name="size">5'],
  ),
  named(
    'plist',
    (n, v) =>
      `<dict>\n  <key>${camelCase(n)}</key>\n  <string>${v}</string>\n  <key>Mode</key>\n  <string>prod</string>\n</dict>`,
    ['<string>prod</string>'],
  ),
  named(
    'android-strings',
    (n, v) => `<string name="${n.toLowerCase()}">${v}</string>\n<string name="title">Shop</string>`,
    ['Shop'],
  ),
  named('yaml-block', (n, v) => `${n.toLowerCase()}: |\n  ${v}\nmode: prod\n`, ['mode: prod']),
  named('yaml-quoted', (n, v) => `app:\n  ${n.toLowerCase()}: '${v}'\n  mode: prod\n`, ['mode: prod']),
  named(
    'json-nested-value',
    (n, v) => `{"${n.toLowerCase()}":{"sensitive":true,"type":"string","value":${json(v)}},"region":{"value":"eu"}}`,
    ['"value":"eu"'],
  ),
  named('ecs-pair', (n, v) => `"environment": [{"name": "MODE", "value": "prod"}, {"name": "${n}", "value": "${v}"}]`, [
    '"value": "prod"',
  ]),
  named('vscode-settings', (n, v) => `{\n  "editor.tabSize": 2,\n  "acme.${camelCase(n)}": "${v}",\n}`, [
    '"editor.tabSize": 2',
  ]),
  named('wp-config', (n, v) => `define( 'DB_HOST', 'localhost' );\ndefine( '${n}', '${v}' );\n`, ['localhost']),
  named('direnv', (n, v) => `export PORT=80\nexport ${n}='${v}'\n`, ['PORT=80']),
  named('jinja-ini', (n, v) => `${n.toLowerCase()}=${v}\n; comment\nname=svc\n`, ['name=svc']),
];

export const CODE_SHAPES: readonly SecretShape[] = [
  named('python-kwarg', (n, v) => `client = Client(region="eu", ${n.toLowerCase()}="${v}", timeout=5)`, [
    'region="eu"',
    'timeout=5',
  ]),
  named('python-const', (n, v) => `${n} = '${v}'  # staging\nTIMEOUT = 5\n`, ['TIMEOUT = 5']),
  named('python-bytes', (n, v) => `${n} = b"${v}"\n`),
  named('python-environ-default', (n, v) => `key = os.environ.get("${n}", "${v}")\n`),
  named('python-annotated', (n, v) => `${n.toLowerCase()}: str = "${v}"\n`),
  named('ts-object', (n, v) => `const config = {\n  region: 'eu',\n  ${camelCase(n)}: '${v}',\n  retries: 3,\n};`, [
    "region: 'eu'",
    'retries: 3',
  ]),
  named('ts-fallback', (n, v) => `const key = process.env.${n} ?? '${v}';`),
  named('ts-typed', (n, v) => `private readonly ${camelCase(n)}: string = "${v}";`),
  named('js-template', (n, v) => `const ${camelCase(n)} = \`${v}\`;`),
  named('go-const', (n, v) => `const ${camelCase(n)} = "${v}"\nconst region = "eu"`, ['region = "eu"']),
  named(
    'go-struct',
    (n, v) => `cfg := Config{Region: "eu", ${camelCase(n).replace(/^./, (c) => c.toUpperCase())}: "${v}", Retries: 3}`,
    ['Region: "eu"', 'Retries: 3'],
  ),
  named('go-var', (n, v) => `var ${camelCase(n)} string = "${v}"`),
  named('rust-const', (n, v) => `pub const ${n}: &str = "${v}";`),
  named('rust-static', (n, v) => `static ${n}: &'static str = "${v}";`),
  named('java-field', (n, v) => `private static final String ${n} = "${v}";\nprivate int retries = 3;`, [
    'retries = 3',
  ]),
  named(
    'java-setter',
    (n, v) => `props.setProperty("${n.toLowerCase().replace(/_/g, '.')}", "${v}");\nprops.setProperty("mode", "prod");`,
    ['"prod"'],
  ),
  named('kotlin', (n, v) => `val ${camelCase(n)}: String = "${v}"`),
  named('swift', (n, v) => `let ${camelCase(n)} = "${v}"`),
  named(
    'csharp',
    (n, v) => `public string ${camelCase(n).replace(/^./, (c) => c.toUpperCase())} { get; set; } = "${v}";`,
  ),
  named('ruby-symbol', (n, v) => `config = { region: 'eu', :${n.toLowerCase()} => '${v}' }`, ["region: 'eu'"]),
  named('ruby-env', (n, v) => `ENV['${n}'] = '${v}'`),
  named('php-array', (n, v) => `return [\n  'mode' => 'prod',\n  '${n.toLowerCase()}' => '${v}',\n];`, [
    "'mode' => 'prod'",
  ]),
  named('elixir', (n, v) => `config :app, ${n.toLowerCase()}: "${v}", mode: "prod"`, ['mode: "prod"']),
  named('clojure', (n, v) => `{:region "eu" :${n.toLowerCase().replace(/_/g, '-')} "${v}"}`, [':region "eu"']),
  named('lua', (n, v) => `local ${n.toLowerCase()} = "${v}"`),
  named('c-define', (n, v) => `#define ${n} "${v}"\n#define PORT 80\n`, ['PORT 80']),
  named('perl', (n, v) => `my $${n.toLowerCase()} = '${v}';`),
  named('assertion', (n, v) => `expect(config.${camelCase(n)}).toBe('${v}');`),
  named('comment', (n, v) => `// ${words(n)}: ${v}\nrun();`, ['run();']),
  named(
    'jupyter',
    (n, v) => `{"cell_type":"code","source":["import os\\n","os.environ[\\"${n}\\"] = \\"${v}\\"\\n"]}`,
    ['import os'],
  ),
  named('graphql', (n, v) => `{"query":"mutation { connect(${camelCase(n)}: \\"${v}\\") { id } }"}`, ['mutation']),
];

export const OUTPUT_SHAPES: readonly SecretShape[] = [
  named('logfmt', (n, v) => `level=info ts=2026-03-02T10:11:12Z msg="loaded" ${n.toLowerCase()}=${v} took=3ms`, [
    'level=info',
    'took=3ms',
  ]),
  named('json-log', (n, v) => `{"level":30,"time":1772445072,"msg":"boot","${camelCase(n)}":"${v}","pid":7}`, [
    '"msg":"boot"',
    '"pid":7',
  ]),
  named('json-in-json-in-json', (n, v) => json({ content: json({ body: json({ [camelCase(n)]: v, ok: true }) }) }), [
    'content',
  ]),
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

/** Broken up or encoded (RED-5): worth finding, but no rule can find all of it. */
export const HARD_SHAPES: readonly SecretShape[] = [
  named('zero-width', (n, v) => `${n}=${[...v].map((c, i) => (i % 5 === 4 ? `${c}\u200b` : c)).join('')}\n`),
  named(
    'unicode-escapes',
    (n, v) =>
      `{"${camelCase(n)}":"${[...v].map((c, i) => (i % 3 === 0 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('')}"}`,
  ),
  named(
    'hex-escapes',
    (n, v) =>
      `${n} = "${[...v].map((c, i) => (i % 4 === 0 ? `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}` : c)).join('')}"`,
  ),
  named(
    'percent-encoded',
    (n, v) =>
      `redirect=https%3A%2F%2Fapp.example.test%2Fcb%3F${n.toLowerCase()}%3D${encodeURIComponent(encodeURIComponent(v)).replace(/%25/g, '%')}%26x%3D1`,
  ),
  named('html-entities', (n, v) => `&lt;input name=&quot;${n.toLowerCase()}&quot; value=&quot;${v}&quot;&gt;`),
  named('concatenated', (n, v) => `const ${camelCase(n)} = "${v.slice(0, 9)}" + "${v.slice(9)}";`),
  named('concatenated-lines', (n, v) => `${n.toLowerCase()} = ("${v.slice(0, 11)}"\n    "${v.slice(11)}")`),
  named('backslash-continued', (n, v) => `${n}="${v.slice(0, 12)}\\\n${v.slice(12)}"\n`),
  named(
    'quoted-printable',
    (n, v) => `${`${'Settings follow. '.repeat(5)}${n}=3D`.slice(-60)}${v.slice(0, 13)}=\n${v.slice(13)}=20\n`,
  ),
  named('ansi-inside', (n, v) => `${n}=\u001b[33m${v.slice(0, 8)}\u001b[1m${v.slice(8)}\u001b[0m`),
  named('ansi-as-text', (n, v) => `{"out":"\\u001b[36m${n}\\u001b[0m=\\u001b[33m${v}\\u001b[0m\\n"}`),
  named(
    'base64-of-dotenv',
    (n, v) =>
      `config: ${Buffer.from(`PORT=3000\nHOST=db.example.test\n${n}=${v}\nMODE=production\n`).toString('base64')}`,
  ),
  named(
    'base64-of-json',
    (n, v) =>
      `${Buffer.from(json({ user: 'ada', [camelCase(n)]: v, region: 'eu-west-1', retries: 3 })).toString('base64')}`,
  ),
  named(
    'k8s-secret-data',
    (n, v) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: web\ndata:\n  ${n}: ${Buffer.from(v).toString('base64')}\n`,
    ['name: web'],
  ),
  named('hex-of-dotenv', (n, v) => Buffer.from(`MODE=production\n${n}=${v}\n`).toString('hex')),
  named('utf-16', (n, v) => [...`${n}=${v}`].map((c) => `${c}\u0000`).join('')),
  named(
    'full-width',
    (n, v) =>
      `${n}＝${[...v].map((c) => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)).join('')}`,
  ),
  named(
    'prose-de',
    (n, v) =>
      `Das ${/PASS/.test(n) ? 'Passwort' : 'API-Token'} für die Testumgebung lautet ${v}, bitte nicht weitergeben.`,
    ['bitte nicht weitergeben'],
  ),
  named(
    'prose-es',
    (n, v) => `La ${/PASS/.test(n) ? 'contraseña' : 'clave de API'} del servidor es ${v} y caduca mañana.`,
    ['caduca'],
  ),
  named('prose-fr', (n, v) => `Le ${/PASS/.test(n) ? 'mot de passe' : 'jeton d’accès'} du serveur est ${v}, merci.`, [
    'merci',
  ]),
  named('prose-it', (n, v) => `La ${/PASS/.test(n) ? 'password' : 'chiave API'} del server è ${v}, grazie.`, [
    'grazie',
  ]),
  named('prose-pt', (n, v) => `A ${/PASS/.test(n) ? 'senha' : 'chave de API'} do servidor é ${v}, obrigado.`, [
    'obrigado',
  ]),
  named('prose-nl', (n, v) => `Het ${/PASS/.test(n) ? 'wachtwoord' : 'API-token'} van de server is ${v}, bedankt.`, [
    'bedankt',
  ]),
  bare(
    'wrapped-80',
    (v) =>
      `The value that the service gave me back after the second call was this: ${v.slice(0, 8)}\n${v.slice(8)}\nand then it stopped`,
    ['and then it stopped'],
  ),
  bare(
    'wrapped-mail-quote',
    (v) =>
      `> please use the new one that I made this morning for the build: ${v.slice(0, 14)}\n> ${v.slice(14)}\n> thanks`,
    ['thanks'],
  ),
  bare('markdown-escaped', (v) => `the new one is ${v.replace(/_/g, '\\_')} (do not share)`, ['do not share']),
];
