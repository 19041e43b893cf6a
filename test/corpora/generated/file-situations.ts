/** Secrets in files, sessions, notes and messages. */
import { ALNUM, BASE64, DIGITS, HEX, LOWER, UPPER, URL_SAFE } from './random.ts';
import { PRIVATE_KEY, padded, password, row, type Situation, wordsOf } from './situation.ts';

export const FILE_SITUATIONS: readonly Situation[] = [
  row('seed phrase', (r) => `seed phrase: ⟦${wordsOf(r, 12)}⟧\n`, 'seed phrase'),
  row('mnemonic env', (r) => `MNEMONIC="⟦${wordsOf(r, 12)}⟧"`, 'MNEMONIC'),
  row(
    'recovery codes',
    (r) => `Your recovery codes:\n⟦${r.chars(LOWER + DIGITS, 4)}1-${r.chars(LOWER + DIGITS, 5)}⟧\n`,
    'recovery codes',
  ),
  row('otp', (r) => `Your verification code is ⟦${r.chars('123456789', 6)}⟧.`, 'verification code'),
  row(
    'google app pw',
    (r) =>
      `gmail app password: "⟦${r.chars(LOWER, 4)} ${r.chars(LOWER, 4)} ${r.chars(LOWER, 4)} ${r.chars(LOWER, 4)}⟧"`,
    'gmail',
  ),
  row('eth key', (r) => `private key: ⟦0x${r.chars(HEX, 64)}⟧`),
  row(
    'jwk',
    (r) => `{"kty":"EC","crv":"P-256","x":"${r.chars(URL_SAFE, 43)}","d":"⟦${r.chars(URL_SAFE, 43)}⟧"}`,
    '"crv":"P-256"',
  ),
  row(
    'putty',
    (r) =>
      `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: x\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\n⟦${padded(r, 48)}⟧\nPrivate-MAC: ${r.chars(HEX, 64)}\n`,
    'Public-Lines',
  ),
  row(
    'pgp',
    (r) =>
      `-----BEGIN PGP ${PRIVATE_KEY} BLOCK-----\n\n⟦${r.chars(BASE64, 64)}\n${r.chars(BASE64, 64)}⟧\n-----END PGP ${PRIVATE_KEY} BLOCK-----\nafter`,
    'after',
  ),
  row('pem truncated', (r) => `-----BEGIN EC ${PRIVATE_KEY}-----\n⟦${r.chars(BASE64, 64)}\n${r.chars(BASE64, 64)}⟧`),
  row(
    'pem oneline',
    (r) =>
      `KEY="-----BEGIN ${PRIVATE_KEY}-----\\n⟦${r.chars(BASE64, 64)}\\n${r.chars(BASE64, 64)}⟧\\n-----END ${PRIVATE_KEY}-----\\n"\nPORT=1`,
    'PORT=1',
  ),
  row('aws pair no names', (r) => `access: AKIA${r.chars(UPPER + DIGITS, 16)} / ⟦${r.chars(BASE64, 40)}⟧ (eu)`, '(eu)'),
  row('creds slash', (r) => `staging creds: ada / ⟦${password(r)}⟧`, 'ada'),
  row('login with', (r) => `log in with user ada and password ⟦${password(r)}⟧, then click save`, 'click save'),
  row('user pass line', (r) => `user: ada\npass: ⟦${password(r)}⟧\n`, 'user: ada'),
  row('pw colon', (r) => `pw: ⟦${password(r)}⟧`),
  row('de', (r) => `Passwort: ⟦${password(r)}⟧`),
  row('de2', (r) => `Kennwort ist ⟦${password(r)}⟧`),
  row('es', (r) => `contraseña: ⟦${password(r)}⟧`),
  row('fr', (r) => `mot de passe : ⟦${password(r)}⟧`),
  row('it', (r) => `la password è ⟦${password(r)}⟧`),
  row('pt', (r) => `senha: ⟦${password(r)}⟧`),
  row('nl', (r) => `wachtwoord = ⟦${password(r)}⟧`),
  row('pl', (r) => `hasło: ⟦${password(r)}⟧`),
  row('ru', (r) => `пароль: ⟦${password(r)}⟧`),
  row('zh', (r) => `密码：⟦${password(r)}⟧`),
  row('ja', (r) => `パスワード：⟦${password(r)}⟧`),
  row('github output', (r) => `echo "::add-mask::⟦${r.chars(ALNUM, 20)}⟧"`, 'add-mask'),
  row('tf output', (r) => `db_password = "⟦${password(r)}⟧"\nregion = "eu"`, 'region = "eu"'),
  row('vault kv', (r) => `vault kv put secret/app password=⟦${password(r)}⟧ user=ada`, 'user=ada'),
  row('heroku set', (r) => `heroku config:set STRIPE_KEY=⟦${r.chars(ALNUM, 24)}⟧ --app web`, '--app web'),
  row('azure pat', (r) => `AZURE_DEVOPS_EXT_PAT=⟦${r.chars(`${LOWER}234567`, 52)}⟧`),
  row(
    'kubeadm',
    (r) =>
      `kubeadm join 10.0.0.1:6443 --token ⟦${r.chars(LOWER + DIGITS, 5)}1.${r.chars(LOWER + DIGITS, 15)}2⟧ --discovery-token-ca-cert-hash sha256:${r.chars(HEX, 64)}`,
    '10.0.0.1:6443',
  ),
  row(
    'swarm',
    (r) =>
      `docker swarm join --token ⟦SWMTKN-1-${r.chars(LOWER + DIGITS, 50)}-${r.chars(LOWER + DIGITS, 25)}⟧ 10.0.0.1:2377`,
    '10.0.0.1:2377',
  ),
  row('cisco', (r) => `enable password 7 ⟦${r.chars('0123456789ABCDEF', 14)}⟧`, 'enable'),
  row('snmp', (r) => `snmpwalk -v3 -u ada -l authPriv -a SHA -A ⟦${password(r)}⟧ 10.0.0.1`, '10.0.0.1'),
  row('ansible', (r) => `ansible_become_pass: ⟦${password(r)}⟧`),
  row(
    'ansible2',
    (r) => `web1 ansible_host=10.0.0.1 ansible_ssh_pass=⟦${password(r)}⟧ ansible_user=root`,
    'ansible_user=root',
  ),
  row('rails', (r) => `secret_key_base: ⟦${r.chars(HEX, 128)}⟧`),
  row(
    'asp machinekey',
    (r) => `<machineKey validationKey="⟦${r.chars('0123456789ABCDEF', 128)}⟧" decryption="AES" />`,
    'decryption',
  ),
  row(
    'nuget',
    (r) => `dotnet nuget push x.nupkg -k ⟦oy2${r.chars(LOWER + DIGITS, 43)}⟧ -s https://api.nuget.org`,
    'api.nuget.org',
  ),
  row(
    'maven',
    (r) => `<server><id>x</id><username>ada</username><password>⟦${password(r)}⟧</password></server>`,
    '<username>ada',
  ),
  row('rabbit', (r) => `rabbitmqctl add_user ada ⟦${password(r)}⟧`, 'ada'),
  row('mosquitto', (r) => `mosquitto_pub -h mq -u ada -P ⟦${password(r)}⟧ -t x`, '-t x'),
  row('ftp session', (r) => `USER ada\n331 ok\nPASS ⟦${password(r)}⟧\n230 ok`, '230 ok'),
  row('redis AUTH', (r) => `AUTH ⟦${r.chars(ALNUM, 24)}⟧\n+OK`, '+OK'),
  row(
    'smtp auth plain',
    (r) => `AUTH PLAIN ⟦${Buffer.from(`\0ada\0${password(r)}`).toString('base64')}⟧\n235 ok`,
    '235 ok',
  ),
  row('http form json', (r) => `{"username":"ada","password":"⟦${password(r)}⟧","remember":true}`, '"remember":true'),
  row('saml', (r) => `SAMLResponse=⟦${r.chars(BASE64, 300)}⟧&RelayState=x`, 'RelayState=x'),
  row('xoxd cookie', (r) => `d=xoxd-⟦${r.chars(ALNUM, 60)}⟧`),
  row('slack legacy', (r) => `token=xoxe.xoxp-1-⟦${r.chars(ALNUM, 100)}⟧`),
  row(
    'openvpn static',
    (r) =>
      `-----BEGIN OpenVPN Static key V1-----\n⟦${r.chars(HEX, 32)}\n${r.chars(HEX, 32)}⟧\n-----END OpenVPN Static key V1-----`,
  ),
  row('cloudflare origin', (r) => `⟦v1.0-${r.chars(HEX, 24)}-${r.chars(HEX, 146)}⟧`),
  row('age', (r) => `⟦AGE-SECRET-KEY-1${r.chars(UPPER + DIGITS, 58)}⟧`),
  row(
    'solana cli',
    (r) => `keypair secret: ⟦${r.chars('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 88)}⟧`,
  ),
  row('wif', (r) => `wif: ⟦5${r.chars('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 50)}⟧`),
  row(
    'license',
    (r) =>
      `license key: ⟦${r.chars(UPPER + DIGITS, 5)}-${r.chars(UPPER + DIGITS, 5)}-${r.chars(UPPER + DIGITS, 5)}-${r.chars(UPPER + DIGITS, 5)}⟧`,
  ),
  row('pin', (r) => `PIN: ⟦${r.chars('123456789', 6)}⟧`),
  row('yaml list', (r) => `api_keys:\n  - ⟦${r.chars(ALNUM, 32)}⟧\n  - ${r.chars(ALNUM, 32)}\nmode: x`, 'mode: x'),
  row('json list', (r) => `"tokens": ["⟦${r.chars(ALNUM, 32)}⟧", "${r.chars(ALNUM, 32)}"], "n": 2`, '"n": 2'),
  row(
    'gitconfig extraheader',
    (r) =>
      `[http "https://git.example.test/"]\n\textraheader = AUTHORIZATION: basic ⟦${Buffer.from(`x:${r.chars(ALNUM, 36)}`).toString('base64')}⟧`,
    'git.example.test',
  ),
  row(
    'ps credential',
    (r) => `New-Object PSCredential("ada", (ConvertTo-SecureString "⟦${password(r)}⟧" -AsPlainText -Force))`,
    'ada',
  ),
  row('runas', (r) => `cmdkey /add:srv /user:ada /pass:⟦${password(r)}⟧`, '/user:ada'),
  row('htpasswd -b', (r) => `htpasswd -b .htpasswd ada ⟦${password(r)}⟧`, 'ada'),
  row('lftp', (r) => `lftp -u ada,⟦${password(r)}⟧ sftp://x.example.test`, 'x.example.test'),
  row('mc alias', (r) => `mc alias set s3 https://s3.example.test ADMIN1 ⟦${r.chars(ALNUM, 40)}⟧`, 's3.example.test'),
  row('graph', (r) => `variables: { input: { email: "a@b.test", password: "⟦${password(r)}⟧" } }`, 'a@b.test'),
  row(
    'error msg',
    (r) => `FATAL: password authentication failed for user "app" using password "⟦${password(r)}⟧"`,
    'user "app"',
  ),
  row('python tuple', (r) => `requests.get(url, auth=("ada", "⟦${password(r)}⟧"))`, '"ada"'),
  row('node basic', (r) => `axios.get(url, { auth: { username: 'ada', password: '⟦${password(r)}⟧' } })`, "'ada'"),
  row('imap', (r) => `a1 LOGIN ada@example.test ⟦${password(r)}⟧`, 'a1 LOGIN'),
  row('expect', (r) => `expect "assword:"\nsend "⟦${password(r)}⟧\\r"`, 'send'),
  row('crontab', (r) => `0 3 * * * MYSQL_PWD=⟦${password(r)}⟧ mysqldump shop`, 'mysqldump shop'),
  row(
    'spring yaml',
    (r) => `spring:\n  datasource:\n    username: app\n    password: ⟦${password(r)}⟧\n    url: jdbc:x`,
    'username: app',
  ),
  row('properties colon', (r) => `db.password: ⟦${password(r)}⟧\n`),
  row('hocon', (r) => `db { user = app, password = "⟦${password(r)}⟧" }`, 'user = app'),
  row('edn', (r) => `{:db/password "⟦${password(r)}⟧" :db/user "app"}`, '"app"'),
  row('nix', (r) => `services.x.passwordHash = "⟦$6$${r.chars(ALNUM, 16)}$${r.chars(ALNUM, 86)}⟧";`, 'services.x'),
  row('vue env', (r) => `VITE_ALGOLIA_KEY=⟦${r.chars(HEX, 32)}⟧`),
  row('bare high', (r) => `{"refresh_token":"⟦1//0${r.chars(URL_SAFE, 60)}⟧"}`, 'refresh_token'),
  row('csrf meta', (r) => `<meta name="csrf-token" content="⟦${r.chars(URL_SAFE, 86)}⟧">`, 'csrf-token'),
  row('session json', (r) => `{"sessionToken":"⟦${r.chars(URL_SAFE, 60)}⟧","user":"ada"}`, '"user":"ada"'),
  row('id_token', (r) => `id_token=eyJ⟦${r.chars(URL_SAFE, 30)}.eyJ${r.chars(URL_SAFE, 80)}.${r.chars(URL_SAFE, 86)}⟧`),
  row('paypal', (r) => `PAYPAL_SECRET=E⟦${r.chars(URL_SAFE, 79)}⟧`),
  row('ghost', (r) => `⟦${r.chars(HEX, 24)}:${r.chars(HEX, 64)}⟧`),
  row('ably', (r) => `ABLY_API_KEY=⟦${r.chars(URL_SAFE, 6)}.${r.chars(URL_SAFE, 6)}:${r.chars(URL_SAFE, 43)}⟧`),
  row(
    'pusher',
    (r) => `pusher: { app_id: 123, key: "${r.chars(HEX, 20)}", secret: "⟦${r.chars(HEX, 20)}⟧" }`,
    'app_id: 123',
  ),
  row('fb app', (r) => `⟦${r.chars('123456789', 15)}|${r.chars(URL_SAFE, 27)}⟧`),
];
