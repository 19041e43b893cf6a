/**
 * Whether a statement is more than a fact (POI-3, POI-10): an order, a standing rule, leave to do something, a wish of the
 * user's, a mark of this memory, a way out for secrets. It is asked of what did not come from the user, and only ever adds
 * a look by a person; what trust decides stays decided.
 *
 * Limits: words and shapes, so it can be talked around, and it stops some honest facts. A cause of a failure may name what
 * else would be a deed; an address is a fact only where documents are, or on this machine.
 */
import {
  ADDRESSED,
  DEEDS,
  LEAVE,
  OTHER_LANGUAGES,
  PEOPLE,
  STANDING,
  TO_AGENTS,
  UNKNOWN_LANGUAGE,
  UNSPACED,
  USERS_OWN,
} from './suspicious-words.ts';
import { isMasked, unmasked } from './unmask.ts';
import { SAFEGUARD_EXPRESSIONS, weakensSafeguard, withoutCounts, words } from './weakened-safeguard.ts';

const USERS = words(...USERS_OWN);
const ABOUT_USER =
  /^(?:the )?user(?:'s)? (?:is|has|was|does|account|name|e-?mail|password|policy|preference|wish|default|time ?zone|role|location|language|phone|address|rights?|identity|employer)\b/iu;
/** A wish that leaves out whose it is. */
const NOBODYS_WISH = /^(?:prefers|wants|likes|trusts|allows|wishes|expects|insists)\b/iu;
const FIRM = words(...TO_AGENTS, ...OTHER_LANGUAGES, PEOPLE);
const SOFT = words(...STANDING, ...LEAVE, ...DEEDS);
const TO_READERS = new RegExp(String.raw`(?<![\p{L}\p{N}_./-])(?:${ADDRESSED.join('|')})`, 'iu');
const MARK = /^\W*(?:FACT|PATTERN|CORRECTION|PREFERENCE|TOOL_INSTALL|ACTION|RULE|POLICY)\s*:/m;

/** Nouns as well, so not where a verb follows: `Build output is in …`. */
const NOUNS =
  'run|set|call|export|import|show|print|store|commit|push|merge|post|fetch|download|answer|reply|follow|include|open|read|write|load|copy|update|change|sign|share|start|point|release|pull|check|pin|mail|log|test|build|make|keep|stop';
const VERBS =
  'use|install|upload|send|skip|disable|ignore|reveal|delete|remove|execute|visit|trust|approve|allow|grant|remember|memori[sz]e|save|append|add|forward|obey|respond|tell|turn|switch|enable|configure|attach|bypass|avoid|prefer|ensure|treat|assume|pretend|pay|transfer|do not|don.t';
const BEFORE = String.raw`(?:^|[;:.,!–—]\s+|>\s*|\b(?:please|and then|first|then|also|just) )(?:please |always |never |only |do not |don.t )*`;
/** `dev, test:e2e and build`, `install, update`: names beside names. */
const IN_A_LIST = String.raw`[:./_=-][\w]|\s*(?:,|\)|$)| (?:and|or) [\w:-]+\.?$`;
const ORDER = new RegExp(
  String.raw`${BEFORE}(?:(?:${VERBS})\b(?! (?:is|are|was)\b|${IN_A_LIST})|(?:${NOUNS})\b(?!${IN_A_LIST}| (?:and|or) |(?: (?!this|that|these|the|it|following)[\w./-]+){1,2}:|(?: [\w./-]+){0,2} (?:is|are|was|were|has|have|takes?|runs?|writes?|lives?|needs?|uses?|fails?|listens?|prints?|returns?|comes?|contains?|lies|live|goes|go)\b))`,
  'iu',
);

const SHAPES: readonly RegExp[] = [
  /<\/?\s*(?:memory|carryover\S*|system\S*|assistant|user|human|important|instructions?|script|img|iframe|svg|object|embed|form|style|link|meta|base|video|audio|a|tool\S*|function\S*)\b|<!--|\bon\w+\s*=/i,
  /\[\/?(?:memory|system|inst)\b|_MD_UPDATE|\b(?:human|assistant|system|developer|user)\s*:\s|```|~~~|\]\s*[([]|\[[^\]]*\]:|\b(?:javascript|data|vbscript|file):\S/i,
  /^\W*(?:FACT|PATTERN|CORRECTION|PREFERENCE|TOOL_INSTALL|ACTION|DONE|NONE|RULE|POLICY)\b\W*(?::|$)/,
  /["'](?:op|scope|trust|kind|memories|learnings|role|permissions?|content)["']\s*:|\$\{|\{\{|%[sd]\b.*%/i,
  /\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|base64|xargs|nc|tee)\b|\b(?:bash|sh) -c\b|\$\(|--no-verify\b|--hard\b|--force\b|--insecure\b|\bchmod (?:777|\+x|-R)|\brm -rf?\b|\bbase64 -d|\bpowershell\b|\bnc \S+ \d|\b(?:curl|wget|iwr)\b/i,
  /(?:~|\$HOME|\/root|\/home\/\w+)\/\.(?:ssh|aws|gnupg|config|netrc|npmrc|kube|docker)|\bid_(?:rsa|ed25519|ecdsa)\b|\.netrc\b|\/credentials\b|\/etc\/(?:passwd|shadow|sudoers)|\bkeychain\b|\btoken file\b/i,
];

const TOP_LEVEL =
  'com|org|net|io|dev|app|ai|co|me|info|biz|xyz|test|example|invalid|cloud|site|online|top|club|tech|link|click|zip|de|uk|fr|es|it|nl|pl|ru|cn|jp|kr|in|br|eu|us|ch|at|be|se|no|fi|dk|cz|to|cc|tv|gg|su|onion';
const ADDRESS = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]*:\/\/([^\s/"'<>)]+)|(?<![\w./@-])((?:[\w-]+\.)+(?:${TOP_LEVEL}))(?![\w-]|\.\w|\()|(?<![\w.])(\d{1,3}(?:\.\d{1,3}){3})(?![\w.]\w)`,
  'giu',
);
const MAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/;
const THIS_MACHINE =
  /^(?:[^@]*@)?(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1?\]|host\.docker\.internal)/i;
const DOCUMENTS =
  /\b(?:docs?|documentation|documented|reference|guide|manual|handbook|tutorial|changelog|issue|issues|tracker|specification|spec|rfc|described|article|page)\b/i;

/** Where anybody keeps code under a name of their own; elsewhere an address is not taken for a repository. */
const CODE_HOST = /^(?:[^@]*@)?(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/i;
const REPOSITORY = /\b(?:repository|repo|source code|home ?page)\b/i;

/** A name may stand anywhere but at the beginning, where every word has a capital. */
const NAMED = /[\p{N}/\\_`"=]|(?<!\S)--?\p{L}|\w[.:]\w|\p{L}-\p{L}|(?<=\S\s)\p{Lu}/u;
/** `the script dev runs vite`, `targets: build, clean`: what is called something. */
const KINDS =
  'script|command|folder|directory|module|package|class|function|method|service|table|column|variable|option|branch|container|image|target|task|job|endpoint|route|field|library|plugin|framework|database|queue|topic|bucket|server|workflow|stage|suite|component|crate|dienst|skript|befehl|tabelle|ordner|paket';
const CALLED = new RegExp(
  String.raw`\b(?!(?:the|an?|this|that|our|your|its|every|each)\b)[\w-]+ (?:${KINDS})s? (?:has|have|is|are|uses?|runs?|lies|lives?|listens?)\b|\b(?:${KINDS})s?(?:: [\w:-]+(?:, [\w:-]+)+| (?!(?:that|which|is|are|was|were|has|have|and|or|for|of|to|in|on|with|without|from|when|team|owner)\b)\p{L}[\p{L}\p{N}_-]+(?:,| (?:runs?|is|are|uses?|has|starts?|calls?|lives?|lies|listens?|and|on|in|writes?|builds?|needs?|returns?|prints?|wraps?|reads?|takes?|läuft|liegt|nutzt|startet|ist)\b))`,
  'iu',
);
const FAILURE =
  /\b(?:fail(?:s|ed|ing|ure|ures)?|errors?|crash(?:es|ed)?|exceptions?|refused|denied|time[ds]? ?out|timeouts?|missing|not found|cannot|could not|unable|exits?|exited|expired|conflicts?|E[A-Z]{4,})\b/;
const REMEDY = /\b(?:unless|until|therefore|hence|workaround|instead|so that)\b|;/i;

const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,3}?(?:previous|prior|earlier|above|your|system)\s+(?:\w+\s+){0,2}?(?:instructions?|rules|prompts?|guidelines|orders)\b/i;

/** All that is asked of a statement here: large, and slow to get ready. */
export const SUSPICION_EXPRESSIONS: readonly RegExp[] = [
  ...[USERS, ABOUT_USER, NOBODYS_WISH, FIRM, SOFT, TO_READERS, MARK, ORDER, ...SHAPES, ADDRESS, MAIL, DOCUMENTS],
  ...[NAMED, CALLED, FAILURE, REMEDY, OVERRIDE, UNSPACED, UNKNOWN_LANGUAGE, ...SAFEGUARD_EXPRESSIONS],
];

/** No statement is as long; more is not looked through, and not let through. */
const LONGEST_CHARS = 4_000;

/** What the user alone may say of themselves. */
export function speaksForUser(text: string): boolean {
  const plain = unmasked(text);
  return [USERS, ABOUT_USER, NOBODYS_WISH].some((shape) => shape.test(plain.trim()));
}

/** Whether it tells that a safeguard is gone, a secret goes somewhere or a right is handed out. */
export function isWeakening(text: string): boolean {
  return weakensSafeguard(withoutCounts(unmasked(text.slice(0, LONGEST_CHARS))));
}

/** Whether it tells its reader to drop what it was told: no observation does, whoever makes it. */
export function overridesOrders(text: string): boolean {
  return OVERRIDE.test(unmasked(text.slice(0, LONGEST_CHARS)));
}

/** Whether it drops orders, lifts a safeguard, or hides what it says: a person who means that is asked whether they do. */
export function isRarelyWritten(text: string): boolean {
  return isMasked(text) || overridesOrders(text) || isWeakening(text);
}

/** More than an ordinary fact. */
export function isSuspicious(text: string): boolean {
  return isLoaded(text) || ORDER.test(withoutCounts(unmasked(text)));
}

/** As above, but that it tells somebody to do something is what it is for. */
export function isLoaded(text: string): boolean {
  if (text.length > LONGEST_CHARS) return true;
  const plain = withoutCounts(unmasked(text));
  if (isMasked(text) || speaksForUser(plain) || isShaped(plain) || isForeign(plain)) return true;
  if (FIRM.test(plain) || UNSPACED.test(plain) || UNKNOWN_LANGUAGE.test(plain)) return true;
  if (weakensSafeguard(plain)) return true;
  return SOFT.test(plain) && !(FAILURE.test(plain) && !REMEDY.test(plain));
}

/** Whether a line of an output speaks to agents, for the user, or in the marks of a memory: nothing beside that is a plain fact. */
export function isAddressed(line: string): boolean {
  const plain = unmasked(line);
  return TO_READERS.test(plain) || USERS.test(plain) || MARK.test(plain);
}

/** Whether it is about something that can be looked up: a number, a path, a name. What is not is a view of somebody's. */
export function isConcrete(text: string): boolean {
  return NAMED.test(text) || FAILURE.test(text) || CALLED.test(text);
}

/** Marks of a memory or of a client, code that runs, files with secrets in them. */
function isShaped(text: string): boolean {
  return SHAPES.some((shape) => shape.test(text));
}

/** Hosts and IP addresses, as they are written; with whoever is named before an `@`. */
export function addressesIn(text: string): readonly string[] {
  return [...text.matchAll(ADDRESS)].map(([, ...found]) => found.find((host) => host !== undefined) ?? '');
}

/** It names an address that is neither this machine's nor that of a document. */
function isForeign(text: string): boolean {
  if (MAIL.test(text)) return true;
  const hosts = addressesIn(text);
  const isKnown = (host: string) => THIS_MACHINE.test(host) || (CODE_HOST.test(host) && REPOSITORY.test(text));
  return !DOCUMENTS.test(text) && !hosts.every(isKnown);
}
