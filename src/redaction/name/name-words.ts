/** The words that make a name the name of a secret. Lower case, without accents where the accent is often left out. */

/** What follows is a password, whatever it looks like. */
export const PASSWORD_WORDS =
  'password passwords passwd passwds passwort passwoerter kennwort pwd pwds pswd psw pass passw pw passphrase passcode ' +
  'contrasena contraseña contrasenya clave motdepasse mdp wachtwoord senha haslo hasło losenord lösenord adgangskode ' +
  'salasana passord parola heslo jelszo jelszó sifre şifre пароль 密码 密碼 口令 パスワード パスフレーズ パスコード 合言葉 暗証番号 비밀번호 psk storepass keypass ' +
  'rootpw bindpw requirepass masterauth sshpass userpass securestring wpapsk presharedkey identifiedby';
/** Ends of a joined-up word (`dbpassword`); `pass` needs a list of exceptions. */
export const PASSWORD_ENDINGS = [
  'password',
  'passwd',
  'passwort',
  'kennwort',
  'passphrase',
  'pwd',
  'passcode',
  'contrasena',
  'wachtwoord',
];
export const NOT_PASS_ENDINGS = new Set(
  'bypass compass encompass trespass surpass overpass underpass pypass subpass renderpass multipass onepass buypass'.split(
    ' ',
  ),
);

/** What follows was generated or chosen with care. */
export const SECRET_WORDS =
  'secret secrets geheimnis geheim secreto segredo segreto mnemonic seedphrase unseal credential credentials ' +
  'creds cred zugangsdaten clientsecret appsecret sharedsecret secretid';
export const TOKEN_WORDS =
  'token tokens apikey apikeys authkey authtoken accesstoken refreshtoken accesskey secretkey privatekey signingkey ' +
  'encryptionkey masterkey appkey accountkey sharedaccesskey sharedaccesssignature subscriptionkey licensekey sshkey ' +
  'servicekey adminkey serverkey deploykey webhooksecret 密钥 密鑰 令牌 トークン シークレット jeton schlussel schlüssel schluessel apischlüssel ' +
  'authorization proxyauthorization bearer jwt pat sas totp otpsecret jsessionid phpsessid sessionkey xauthtoken ' +
  'privkey seckey idtoken sessiontoken csrftoken xsrftoken authenticitytoken authcode authorizationcode dockerconfigjson';
export const TOKEN_ENDINGS = [
  'secret',
  'token',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'authkey',
  'credentials',
  'sessid',
  'schlüssel',
  'schluessel',
];

/** Words for a key that is one kind of key or another: the word before it decides. */
export const KEY_WORDS = 'key keys clé cle chiave chave sleutel llave nyckel';
export const SECRET_KEY_QUALIFIERS =
  'api secret private access auth authentication encryption encrypt decryption signing sign signature master admin app ' +
  'application account shared service client consumer deploy deployment license licence subscription storage host hmac aes ' +
  'rsa ecdsa ed ssh gpg pgp jwt jws jwe cookie crypto cipher bot developer integration ingest ingestion write live ' +
  'production vault unseal recovery activation server webhook role session security gateway function functions management ' +
  'root platform partner merchant payment billing connection maps search sdk rest graphql personal team ' +
  'preshared pre validation decryption vapid apns push read sender ' +
  'wallet wif validator stream channel sas fernet django flask rails laravel nextauth broker provisioning ' +
  'registration enrollment join agent relay de d clave';
export const PLAIN_KEY_QUALIFIERS =
  'public pub primary foreign cache sort partition idempotency row map object hash unique translation locale query react ' +
  'list item group dict hot short arrow enter escape esc tab shift ctrl alt meta registry config setting settings feature ' +
  'flag project issue order index lookup routing shard dedupe dedup composite natural surrogate candidate property prop ' +
  'attribute header field column table json yaml env variable context state store local i n by press pressed down up any ' +
  'each this that same other next previous last first main missing duplicate unknown invalid known hosts node ' +
  'weak entity document record parent child type class enum option menu message msg string test data reference ref range ' +
  'publishable anon anonymous site recv send fetch trusted';

/** Generated values only: these words also name harmless things. */
export const WEAK_WORDS =
  'auth sig signature hmac seed sid session sessionid otp pin dsn ticket nonce assertion code oauth webhook hook wif salt pepper';

/** After the keyword, these change nothing: `DB_PASSWORD_PROD`, `API_KEY_2`, `SECRET_KEY_BASE`. */
export const NEUTRAL_SUFFIXES = new Set(
  (
    'prod production dev development staging stage stg test testing live local qa uat preview sandbox main default new old ' +
    'current next prev previous primary secondary backup master slave replica admin root user app api base value val str ' +
    'string text data b64 base64 enc encoded plain plaintext raw hex key keys token secret password pass passphrase one two ' +
    'a b c eu us io com net org internal external server client db database service svc github gitlab aws gcp azure slack ' +
    'stripe openai anthropic npm docker pypi rw ro read write env var for is in confirmation confirm again repeat repeated ' +
    'bot webhook signing access refresh auth bearer x y z s de del la le du provided supplied given used'
  ).split(' '),
);
/** After the keyword, these make it the name of something else: `TOKEN_URL`, `password_hash_rounds`, `secretName`. */
export const HARMLESS_SUFFIXES = new Set(
  (
    'id ids name names header headers type types url uri urls endpoint path paths file files filename dir directory folder ' +
    'location count counts counter length len size sizes limit limits max min ttl expiry expires expiration expire expired ' +
    'lifetime age timeout interval days hours minutes seconds ms policy policies template templates field fields input label ' +
    'labels placeholder hint prompt error errors message messages msg regex pattern format version algorithm alg algo method ' +
    'store stores storage manager provider providers factory handler handlers index arn ref refs reference references ' +
    'selector class classname column table rotation rotate rotated enabled disabled required optional valid invalid validity ' +
    'validation validator validate visible visibility hidden reset resets changed change changes created updated deleted at ' +
    'date time timestamp status state scope scopes issuer audience kind usage description title rule rules ' +
    'strength score checker check checks form page view screen component button icon link email mail username ' +
    'tokenizer budget bucket buckets rate cost price per second code codes fingerprint thumbprint prefix suffix ' +
    'separator delimiter charset hash hashes hashing hasher digest encryption rounds iterations parser ' +
    'source sources mode modes config configuration settings option options spec schema interface props param params ' +
    'parameter parameters arg args argument request response event events listener callback function func fn ring chain ' +
    'map set list array dict info metadata meta mount volume volumes santa garden agent sauce ingredient ' +
    'scanner scanning detection detector leak leaks redaction redactor protection management manager generator ' +
    'fixtures fixture mock mocks docs documentation guide help'
  ).split(' '),
);
