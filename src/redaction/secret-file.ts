/**
 * Files that are secret by name (RED-11): whatever a tool read from one is replaced by a stub with its name, its size and
 * the names of the settings in it, never a value.
 */

const SECRET_NAMES = new RegExp(
  [
    String.raw`\.env(?:\.[\w.-]+)?`,
    String.raw`[\w.-]+\.env`,
    String.raw`\.?envrc|\.flaskenv|\.dev\.vars|\.secrets?(?:\.[\w.-]+)?|\.vault[-_]?pass(?:word)?(?:\.txt)?|vault[-_]pass(?:word)?(?:\.txt)?`,
    String.raw`[\w.@+-]+\.(?:pem|p12|pfx|pkcs12|p8|jks|keystore|bks|ppk|kdbx?|keytab|ovpn|asc|gpg|agekey|tfvars|tfstate|key|der|jceks|wallet|keyfile|kwallet|agilekeychain|opvault|mobileprovision)`,
    String.raw`terraform\.tfstate(?:\.backup)?|[\w.-]+\.auto\.tfvars(?:\.json)?|[\w.-]+\.tfvars\.json`,
    String.raw`id_(?!.*\.pub$)[\w-]+|ssh_host_\w+_key|identity`,
    String.raw`\.?netrc|_netrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.pgpass|pgpass\.conf|\.my\.cnf|\.mylogin\.cnf|\.git-credentials|\.htpasswd|htpasswd|\.dockercfg|\.dockerconfigjson|\.boto|\.s3cfg|\.rclone\.conf|rclone\.conf|\.msmtprc|\.fetchmailrc|\.muttrc|\.esmtprc|\.terraformrc|terraform\.rc|credentials\.tfrc\.json|\.cargo-credentials`,
    String.raw`credentials?(?:\.(?:json|ya?ml|toml|ini|xml|csv|db|txt|properties))?|\.credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml|ini|xml|properties|env|txt|enc)|application_default_credentials\.json|client_secrets?(?:[\w.-]*)\.json|service[-_]?account(?:[\w.-]*)\.json|[\w-]*firebase-adminsdk[\w-]*\.json|\w[\w-]*-[0-9a-f]{12}\.json|google-services\.json|gcp[-_]?key\.json|auth\.json|token(?:s)?\.json|oauth(?:_creds)?\.json|accessTokens\.json|\.claude\.json|hosts\.yml`,
    String.raw`kubeconfig(?:[\w.-]*)|[\w.-]*\.kubeconfig|admin\.conf|kubelet\.conf`,
    String.raw`shadow-?|gshadow-?|master\.key|production\.key|secret_key_base|secret\.key|private\.key|server\.key|tls\.key|wg\d*\.conf|wpa_supplicant\.conf|\.?vaultpass|\.vault-token|\.lesshst_secret|\.bash_history|\.zsh_history|\.psql_history|\.mysql_history|\.node_repl_history|\.python_history|Login Data|logins\.json|key[34]\.db|cookies\.sqlite|Cookies|wallet\.dat|seed\.txt|mnemonic\.txt`,
  ]
    .map((part) => `(?:${part})`)
    .join('|'),
);
/** A file that is called after the one secret it holds: `token`, `api_key`, `db-password.txt`. */
const TOKEN_NAME =
  /^\.?(?:[\w-]+[-_.])?(?:tokens?|secret|passwords?|passphrase|apikey|(?:api|access|secret|private|encryption|master|signing|redaction|deploy)[-_]key)(?:\.(?:txt|key|token))?$/i;
const SECRET_NAME = new RegExp(`^(?:${SECRET_NAMES.source})$`, 'i');
/** Secret by the folder they stand in. */
const SECRET_PATH =
  /(?:^|[\\/])(?:\.aws[\\/](?:credentials|config)|\.ssh[\\/](?!known_hosts|config$|authorized_keys|[^\\/]*\.pub$)[^\\/]+|\.kube[\\/](?:config|cache[\\/].*)|\.docker[\\/]config\.json|\.gnupg[\\/].+|\.azure[\\/].*(?:token|profile|credential).*|\.config[\\/](?:gcloud[\\/].+|gh[\\/]hosts\.yml|op[\\/].+|hub|doctl[\\/]config\.yaml)|\.cargo[\\/]credentials(?:\.toml)?|\.gem[\\/]credentials|\.m2[\\/]settings(?:-security)?\.xml|\.gradle[\\/]gradle\.properties|\.subversion[\\/]auth[\\/].+|\.password-store[\\/].+|run[\\/]secrets[\\/][^\\/]+|etc[\\/](?:shadow-?|sudoers)|serviceaccount[\\/]token|\.terraform\.d[\\/]credentials\.tfrc\.json|proc[\\/](?:self|\d+)[\\/]environ)$/i;
/** Examples and public halves, made to be read. */
const MADE_TO_BE_SHOWN =
  /\.(?:example|sample|template|dist|tmpl|tpl|pub|md|d\.ts|schema\.json)$|(?:^|[._-])(?:example|sample|template)(?:[._-]|$)/i;
/** A key file has no settings, and a line of base64 can end like one. */
const KEY_BLOCK = /^[ \t]*(?:-----BEGIN|PuTTY-User-Key-File)/m;
const STUB_REST = /^ len=\d{1,12}(?:: [\w., -]{1,4000})?\]$/;
const MOST_NAMES = 50;
const LONGEST_NAME = 60;
/** `KEY=`, `"key":`, `key:`, `machine host`, `[section]`: the name, never the value. */
const SETTING = /^[ \t]*(?:export[ \t]+|set[ \t]+|\$env:|-[ \t]+)?["']?([A-Za-z_][\w.-]{0,59})["']?[ \t]*[:=]/gm;

export function isSecretFile(path: string): boolean {
  const clean = path
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^file:\/\//, '');
  const name = clean.split(/[\\/]/).at(-1) ?? '';
  if (MADE_TO_BE_SHOWN.test(name)) return false;
  return SECRET_NAME.test(name) || SECRET_PATH.test(clean) || TOKEN_NAME.test(name);
}

/** Secret by a word that is also a word: in a command it is a file only where a file must stand. */
export function isCalledToken(path: string): boolean {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return TOKEN_NAME.test(name) && !SECRET_NAME.test(name) && !SECRET_PATH.test(path);
}

/** Never holds a part of the content other than the names of its settings. A stub of the same file stays what it is. */
export function stubSecretFile(path: string, content: string): string {
  const stub = content.slice(content.lastIndexOf('[SECRET-FILE '));
  if (stub.startsWith(`[SECRET-FILE ${path} len=`) && STUB_REST.test(stub.slice(`[SECRET-FILE ${path}`.length)))
    return stub;
  const names = new Set<string>();
  for (const match of KEY_BLOCK.test(content) ? [] : content.matchAll(SETTING)) {
    const name = match[1];
    if (name !== undefined && name.length <= LONGEST_NAME && isPlainName(name)) names.add(name);
    if (names.size >= MOST_NAMES) break;
  }
  const listed = names.size === 0 ? '' : `: ${[...names].join(', ')}`;
  return `[SECRET-FILE ${path} len=${content.length}${listed}]`;
}

/** A line of base64 that ends in `=` would read as a name. */
function isPlainName(name: string): boolean {
  return (
    /^(?:[A-Z][A-Z0-9_.]*|[a-z][a-zA-Z0-9]*(?:[._-][a-zA-Z][a-zA-Z0-9]*)*|_[a-zA-Z]+)$/.test(name) &&
    !/[A-Za-z0-9]{25,}/.test(name) &&
    (name.match(/\d/g)?.length ?? 0) <= 3
  );
}
