/**
 * Whether a shell glob could name a secret file: `.env*`, `.e?v`, `*.pem`, `.{env,npmrc}`, `~/.aws/*`.
 * Limit: a glob that also takes ordinary files (`*`, `*.json`, `src/*`) counts as none, or every search would be a stub.
 */
import { isCalledToken, isSecretFile } from './secret-file.ts';

const SECRET_SAMPLES =
  '.env .env.local .env.production prod.env .envrc server.pem server.key keystore.p12 cert.pfx release.jks id_rsa id_ed25519 id_ecdsa .netrc .npmrc .pypirc .pgpass .git-credentials .htpasswd credentials credentials.json secrets.json secrets.yaml secrets.yml secrets.toml service-account.json kubeconfig terraform.tfstate prod.tfvars shadow .vault-token .bash_history .zsh_history .dev.vars master.key'.split(
    ' ',
  );
const ORDINARY_SAMPLES =
  'index.ts main.py app.js package.json tsconfig.json README.md config.yaml compose.yml settings.xml Cargo.toml setup.ini data.txt notes server.ts'.split(
    ' ',
  );
/** Names that are secret only in the folder they stand in. */
const PLACED_SAMPLES = ['config', 'config.json', 'settings.xml', 'gradle.properties', 'token', 'environ', 'any'];
const MOST_ALTERNATIVES = 64;
const GLOB_SIGN = /[*?[{]/;

export function couldNameSecretFile(word: string): boolean {
  return GLOB_SIGN.test(word) && alternatives(word).some(namesSecret);
}

function namesSecret(path: string): boolean {
  if (isSecretFile(path)) return true;
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const folder = path.slice(0, cut);
  const glob = globParts(path.slice(cut).toLowerCase());
  if (PLACED_SAMPLES.some((name) => cut > 0 && matches(glob, name) && isSecretByPlace(folder + name))) return true;
  return SECRET_SAMPLES.some((name) => matches(glob, name)) && !ORDINARY_SAMPLES.some((name) => matches(glob, name));
}

/** A glob that could also take a file called `token` says nothing. */
function isSecretByPlace(path: string): boolean {
  return isSecretFile(path) && !isCalledToken(path);
}

function alternatives(word: string): string[] {
  const ready: string[] = [];
  const open = [word];
  while (open.length > 0 && ready.length + open.length < MOST_ALTERNATIVES) {
    const next = open.pop() ?? '';
    const brace = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (brace === null) ready.push(next);
    else {
      const [whole, inner = ''] = brace;
      const rest = next.slice(brace.index + whole.length);
      open.push(...inner.split(',').map((part) => next.slice(0, brace.index) + part + rest));
    }
  }
  return [...ready, ...open];
}

function globParts(glob: string): readonly string[] {
  return glob.match(/\*+|\[[!^]?\]?[^\]]*\]|[\s\S]/g) ?? [];
}

/** Keeps the set of places reached, so many stars cost no more than one. */
function matches(parts: readonly string[], name: string): boolean {
  // A shell gives hidden files only to a glob that begins with the dot.
  if (name.startsWith('.') && (parts[0]?.startsWith('*') || parts[0] === '?')) return false;
  let places = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const place of places) {
      if (part.startsWith('*')) for (let end = place; end <= name.length; end++) next.add(end);
      else if (place < name.length && takes(part, name.charAt(place))) next.add(place + 1);
    }
    places = next;
  }
  return places.has(name.length);
}

function takes(part: string, char: string): boolean {
  if (part === '?') return true;
  if (part.length < 3) return part === char;
  const negated = /^\[[!^]/.test(part);
  const body = part.slice(negated ? 2 : 1, -1);
  const inside = [...body.matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].some(([, from, to, one]) =>
    one === undefined ? (from ?? '') <= char && char <= (to ?? '') : one === char,
  );
  return inside !== negated;
}
