/** How program text writes a secret. */
import { camelCase, named, type SecretShape, words } from './shape.ts';

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
