/** How settings files and their tools write a secret. */
import { camelCase, named, type SecretShape } from './shape.ts';

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
    (n, v) =>
      `{"${n.toLowerCase()}":{"sensitive":true,"type":"string","value":${JSON.stringify(v)}},"region":{"value":"eu"}}`,
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
