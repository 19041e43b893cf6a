/** Secrets in addresses, headers, cookies, command lines and database statements. */
import { ALNUM, BASE32, BASE64, DIGITS, HEX, LOWER, UPPER, URL_SAFE } from './random.ts';
import { PRIVATE_KEY, padded, password, row, type Situation } from './situation.ts';

export const NETWORK_SITUATIONS: readonly Situation[] = [
  row(
    'postgres url',
    (r) => `psql "postgresql://app:⟦${password(r)}⟧@db.example.test:5432/app"`,
    'db.example.test:5432/app',
  ),
  row(
    'redis url no user',
    (r) => `REDIS_URL=redis://:⟦${password(r)}⟧@cache.example.test:6379/0`,
    'cache.example.test:6379',
  ),
  row('amqp', (r) => `amqp://guest2:⟦${password(r)}⟧@mq.example.test:5672/%2F`, 'mq.example.test'),
  row(
    'mongo srv',
    (r) => `mongodb+srv://svc:⟦${password(r)}⟧@cluster0.ab1cd.mongodb.net/test?retryWrites=true`,
    'cluster0.ab1cd.mongodb.net',
  ),
  row(
    'smtp',
    (r) => `smtps://mailer%40example.test:⟦${r.chars(ALNUM, 20)}⟧@smtp.example.test:465`,
    'smtp.example.test',
  ),
  row('ftp', (r) => `wget ftp://bob:⟦${password(r)}⟧@ftp.example.test/x.zip`, 'ftp.example.test/x.zip'),
  row(
    'jdbc param',
    (r) => `jdbc:mysql://db:3306/shop?user=root&password=⟦${r.chars(ALNUM, 14)}⟧&useSSL=true`,
    'useSSL=true',
  ),
  row(
    'jdbc oracle',
    (r) => `jdbc:oracle:thin:scott/⟦${password(r).replace(/[@/]/g, 'x')}⟧@//db.example.test:1521/ORCL`,
    'db.example.test:1521',
  ),
  row(
    'jdbc sqlserver',
    (r) => `jdbc:sqlserver://db:1433;databaseName=shop;user=sa;password=⟦${r.chars(ALNUM, 15)}⟧;encrypt=true`,
    'encrypt=true',
  ),
  row(
    'ado',
    (r) =>
      `Server=tcp:x.database.windows.net,1433;Initial Catalog=shop;User ID=sa;Password=⟦${password(r)}⟧;Encrypt=True;`,
    'Encrypt=True',
  ),
  row('odbc', (r) => `Driver={ODBC Driver 18};Server=db;UID=sa;PWD=⟦${r.chars(ALNUM, 14)}⟧;`, 'Server=db'),
  row('go dsn', (r) => `dsn := "app:⟦${r.chars(ALNUM, 14)}⟧@tcp(10.0.0.3:3306)/shop?parseTime=true"`, '10.0.0.3:3306'),
  row(
    'sentry dsn',
    (r) => `SENTRY_DSN=https://⟦${r.chars(HEX, 32)}⟧@o12345.ingest.sentry.io/678`,
    'ingest.sentry.io/678',
  ),
  row('cloudinary', (r) => `CLOUDINARY_URL=cloudinary://123456789012345:⟦${r.chars(ALNUM, 27)}⟧@demo`, '@demo'),
  row('git-credentials', (r) => `https://ada:⟦${r.chars(ALNUM, 40)}⟧@git.example.test`, 'git.example.test'),
  row(
    'eventhub',
    (r) => `Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey=⟦${padded(r, 44)}⟧`,
    'SharedAccessKeyName=root',
  ),
  row(
    'cosmos',
    (r) => `AccountEndpoint=https://x.documents.azure.com:443/;AccountKey=⟦${r.chars(BASE64, 86)}==⟧;`,
    'documents.azure.com',
  ),
  row(
    'sas',
    (r) =>
      `https://x.blob.core.windows.net/c/f?sv=2023-01-03&st=2026-01-01&se=2026-02-01&sr=b&sp=r&sig=⟦${encodeURIComponent(padded(r, 44))}⟧`,
    'blob.core.windows.net',
  ),
  row(
    'gcs signed',
    (r) =>
      `https://storage.googleapis.com/b/o?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=900&X-Goog-Signature=⟦${r.chars(HEX, 128)}⟧`,
    'storage.googleapis.com',
  ),
  row(
    'cloudfront',
    (r) =>
      `https://d111.cloudfront.net/i.jpg?Expires=1357034400&Signature=⟦${r.chars(URL_SAFE, 120)}⟧&Key-Pair-Id=K2JCJMDEHXQW5F`,
    'd111.cloudfront.net',
  ),
  row('oauth code', (r) => `GET /oauth/callback?code=⟦${r.chars(URL_SAFE, 40)}⟧&state=abc HTTP/1.1`, '/oauth/callback'),
  row(
    'fragment token',
    (r) => `https://app.example.test/#access_token=⟦${r.chars(ALNUM, 50)}⟧&token_type=bearer&expires_in=3600`,
    'token_type=bearer',
  ),
  row(
    'magic link',
    (r) => `Click https://app.example.test/login/magic?token=⟦${r.chars(URL_SAFE, 43)}⟧ to sign in`,
    'to sign in',
  ),
  row(
    'reset path',
    (r) => `https://app.example.test/reset-password/⟦${r.chars(URL_SAFE, 40)}1aB⟧`,
    'app.example.test/reset-password',
  ),
  row(
    'discord webhook',
    (r) => `https://discord.com/api/webhooks/123456789012345678/⟦${r.chars(URL_SAFE, 68)}⟧`,
    'discord.com/api/webhooks',
  ),
  row(
    'teams webhook',
    (r) =>
      `https://acme.webhook.office.com/webhookb2/⟦${r.chars(HEX, 8)}-aaaa-4bbb-8ccc-${r.chars(HEX, 12)}@${r.chars(HEX, 8)}-dddd/IncomingWebhook/${r.chars(HEX, 32)}/${r.chars(HEX, 8)}⟧`,
    'acme.webhook.office.com',
  ),
  row(
    'zapier',
    (r) => `https://hooks.zapier.com/hooks/catch/1234567/⟦${r.chars(LOWER + DIGITS, 7)}9⟧/`,
    'hooks.zapier.com',
  ),
  row(
    'google chat',
    (r) => `https://chat.googleapis.com/v1/spaces/AAAA/messages?key=AIzaSyX&token=⟦${r.chars(URL_SAFE, 43)}⟧`,
    'chat.googleapis.com',
  ),
  row('infura', (r) => `https://mainnet.infura.io/v3/⟦${r.chars(HEX, 32)}⟧`, 'mainnet.infura.io'),
  row('alchemy', (r) => `https://eth-mainnet.g.alchemy.com/v2/⟦${r.chars(URL_SAFE, 31)}7⟧`, 'alchemy.com/v2'),
  row(
    'telegram url',
    (r) => `curl https://api.telegram.org/bot⟦${r.chars('123456789', 10)}:AA${r.chars(URL_SAFE, 33)}⟧/getMe`,
    'getMe',
  ),
  row('basic', (r) => `Authorization: Basic ⟦${Buffer.from(`ada:${password(r)}`).toString('base64')}⟧`),
  row(
    'basic json',
    (r) =>
      `{"headers":{"authorization":"Basic ⟦${Buffer.from(`ada:${password(r)}`).toString('base64')}⟧","accept":"*/*"}}`,
    '"accept"',
  ),
  row('token scheme', (r) => `Authorization: token ⟦${r.chars(HEX, 40)}⟧`),
  row(
    'apikey scheme',
    (r) => `authorization: ApiKey ⟦${Buffer.from(`${r.chars(ALNUM, 20)}:${r.chars(ALNUM, 20)}`).toString('base64')}⟧`,
  ),
  row('genie', (r) => `Authorization: GenieKey ⟦${r.chars(HEX, 8)}-1111-4222-8333-${r.chars(HEX, 12)}⟧`),
  row(
    'digest',
    (r) => `Authorization: Digest username="ada", realm="x", nonce="abc", uri="/", response="⟦${r.chars(HEX, 32)}⟧"`,
    'username="ada"',
  ),
  row(
    'aws4',
    (r) =>
      `Authorization: AWS4-HMAC-SHA256 Credential=AKIAX/20260101/eu/s3/aws4_request, SignedHeaders=host, Signature=⟦${r.chars(HEX, 64)}⟧`,
    'SignedHeaders=host',
  ),
  row('x-api-key', (r) => `> x-api-key: ⟦${r.chars(ALNUM, 40)}⟧\n> accept: */*`, 'accept'),
  row(
    'private-token',
    (r) => `curl --header "PRIVATE-TOKEN: ⟦${r.chars(ALNUM, 20)}⟧" https://gitlab.example.test/api`,
    'gitlab.example.test',
  ),
  row('apikey header', (r) => `apikey: ⟦${r.chars(ALNUM, 32)}⟧\nprefer: x`, 'prefer'),
  row(
    'cookie',
    (r) =>
      `Cookie: lang=en; connect.sid=⟦s%3A${r.chars(URL_SAFE, 32)}.${encodeURIComponent(padded(r, 43))}⟧; theme=dark`,
    'theme=dark',
  ),
  row('set-cookie', (r) => `Set-Cookie: PHPSESSID=⟦${r.chars(LOWER + DIGITS, 26)}⟧; path=/; HttpOnly`, 'HttpOnly'),
  row(
    'curl cookie',
    (r) => `curl -b "JSESSIONID=⟦${r.chars(UPPER + DIGITS, 32)}⟧" https://x.example.test`,
    'x.example.test',
  ),
  row('netscape', (r) => `.example.test\tTRUE\t/\tTRUE\t1799999999\tauth\t⟦${r.chars(ALNUM, 40)}⟧`, '.example.test'),
  row('curl -u', (r) => `curl -u ada:⟦${password(r)}⟧ https://api.example.test/x`, 'api.example.test'),
  row('curl --user', (r) => `curl --user "ada:⟦${password(r)}⟧" https://api.example.test/x`, 'api.example.test'),
  row('mysql -p', (r) => `mysql -h db -u root -p⟦${r.chars(ALNUM, 12)}⟧ shop`, 'shop'),
  row('mysqldump', (r) => `mysqldump -uroot -p'⟦${password(r)}⟧' shop > dump.sql`, 'dump.sql'),
  row('sshpass', (r) => `sshpass -p '⟦${password(r)}⟧' ssh root@10.0.0.1`, 'root@10.0.0.1'),
  row(
    'docker login',
    (r) => `docker login -u ada -p ⟦${r.chars(ALNUM, 20)}⟧ registry.example.test`,
    'registry.example.test',
  ),
  row('redis-cli', (r) => `redis-cli -h cache -a ⟦${r.chars(ALNUM, 20)}⟧ ping`, 'ping'),
  row('mongo', (r) => `mongosh --username app -p ⟦${password(r)}⟧ --host db`, '--host db'),
  row('ldap', (r) => `ldapsearch -x -D cn=admin -w ⟦${password(r)}⟧ -b dc=x`, '-b dc=x'),
  row('openssl pass', (r) => `openssl rsa -in k.pem -passin pass:⟦${r.chars(ALNUM, 12)}⟧ -out x`, '-out x'),
  row('sqlcmd', (r) => `sqlcmd -S db -U sa -P ⟦${password(r)}⟧ -Q "select 1"`, 'select 1'),
  row('zip', (r) => `zip -P ⟦${r.chars(ALNUM, 12)}⟧ out.zip file`, 'out.zip'),
  row('gpg', (r) => `gpg --batch --passphrase ⟦${password(r)}⟧ -d x.gpg`, '-d x.gpg'),
  row('keytool', (r) => `keytool -list -keystore k.jks -storepass ⟦${r.chars(ALNUM, 10)}1a⟧`, 'k.jks'),
  row('net use', (r) => `net use \\\\srv\\share /user:ada ⟦${password(r)}⟧`, '/user:ada'),
  row('smbclient', (r) => `smbclient //srv/share -U ada%⟦${password(r)}⟧`, '//srv/share'),
  row('echo sudo', (r) => `echo '⟦${password(r)}⟧' | sudo -S apt update`, 'apt update'),
  row('password-stdin', (r) => `echo ⟦${r.chars(ALNUM, 24)}⟧ | docker login -u ada --password-stdin`, 'docker login'),
  row('chpasswd', (r) => `echo "root:⟦${password(r)}⟧" | chpasswd`, 'chpasswd'),
  row('vault login', (r) => `vault login ⟦${r.chars(ALNUM, 24)}9⟧`),
  row('ngrok', (r) => `ngrok config add-authtoken ⟦${r.chars(ALNUM, 43)}⟧`, 'ngrok'),
  row(
    'npm config',
    (r) => `npm config set //registry.example.test/:_authToken ⟦${r.chars(ALNUM, 36)}⟧`,
    'registry.example.test',
  ),
  row('aws configure', (r) => `aws configure set aws_secret_access_key ⟦${r.chars(BASE64, 40)}⟧`, 'aws configure'),
  row('ps convert', (r) => `$s = ConvertTo-SecureString "⟦${password(r)}⟧" -AsPlainText -Force`, '-AsPlainText'),
  row('identified by', (r) => `CREATE USER 'app'@'%' IDENTIFIED BY '⟦${password(r)}⟧';`, 'CREATE USER'),
  row(
    'identified with',
    (r) => `ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY '⟦${password(r)}⟧';`,
    'ALTER USER',
  ),
  row('pg role', (r) => `CREATE ROLE app LOGIN PASSWORD '⟦${password(r)}⟧';`, 'CREATE ROLE'),
  row(
    'mssql login',
    (r) => `CREATE LOGIN app WITH PASSWORD = N'⟦${password(r)}⟧', CHECK_POLICY = OFF;`,
    'CHECK_POLICY',
  ),
  row('set password', (r) => `SET PASSWORD FOR 'app'@'%' = PASSWORD('⟦${password(r)}⟧');`, 'SET PASSWORD'),
  row('netrc line', (r) => `machine api.example.test login ada password ⟦${password(r)}⟧`, 'login ada'),
  row('pgpass', (r) => `db.example.test:5432:shop:app:⟦${password(r)}⟧`, 'db.example.test:5432'),
  row('htpasswd', (r) => `ada:⟦$apr1$${r.chars(ALNUM, 8)}$${r.chars(ALNUM, 22)}⟧`, 'ada'),
  row('bcrypt', (r) => `"hash": "⟦$2b$12$${r.chars(ALNUM, 53)}⟧"`, 'hash'),
  row('shadow', (r) => `root:⟦$6$${r.chars(ALNUM, 16)}$${r.chars(ALNUM, 86)}⟧:19000:0:99999:7:::`, '19000'),
  row(
    'docker config',
    (r) =>
      `{"auths":{"registry.example.test":{"auth":"⟦${Buffer.from(`ada:${r.chars(ALNUM, 20)}`).toString('base64')}⟧"}}}`,
    'registry.example.test',
  ),
  row('kubeconfig token', (r) => `users:\n- name: admin\n  user:\n    token: ⟦${r.chars(ALNUM, 40)}⟧\n`, 'name: admin'),
  row(
    'client-key-data',
    (r) =>
      `    client-key-data: ⟦${Buffer.from(`-----BEGIN RSA ${PRIVATE_KEY}-----\n${r.chars(BASE64, 300)}`).toString('base64')}⟧\n`,
    'client-key-data',
  ),
  row(
    'wireguard',
    (r) => `[Interface]\nPrivateKey = ⟦${padded(r, 44)}⟧\nAddress = 10.0.0.2/32\n`,
    'Address = 10.0.0.2/32',
  ),
  row('wpa', (r) => `network={\n  ssid="home"\n  psk="⟦${password(r)}⟧"\n}`, 'ssid="home"'),
  row('nmcli', (r) => `nmcli dev wifi connect home password ⟦${password(r)}⟧`, 'connect home'),
  row('requirepass', (r) => `port 6379\nrequirepass ⟦${r.chars(ALNUM, 20)}⟧\n`, 'port 6379'),
  row(
    'jaas',
    (r) =>
      `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="⟦${password(r)}⟧";`,
    'username="app"',
  ),
  row('otpauth', (r) => `otpauth://totp/Acme:ada?secret=⟦${r.chars(BASE32, 32)}⟧&issuer=Acme`, 'issuer=Acme'),
];
