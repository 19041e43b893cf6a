/**
 * Passwords made of words: `banana`, `correcthorsebattery`, `correct-horse-battery-staple`. Nothing in them is random, so
 * they are told from ordinary words only by what ordinary words do: they say something about a password, name a thing of a
 * program, or hold a sentence together. Asked only where a name and a syntax already promise a value.
 */
import { readSecretName } from '../name/secret-name.ts';
import { isStandIn } from './stand-in.ts';

/** What people say about a password, a token or a secret, in eight languages, and words that stand for a value. */
const SAID_OF_SECRETS = new Set(
  (
    'about absent again alike alive also always ambiguous anything available back bad base64 basic before below blank both broken case ' +
    'cleartext clear compromised confidential consistency correct credential credentials crucial current dangerous dead deprecated different ' +
    'disabled easy either empty enough enabled env environment equal ever every everything exactly expected expired explicit external fail false ' +
    'fine first fixed flag argument forgotten generic global given gone good great guest hard hash here hidden identical ignored important inside ' +
    'insecure instead internal invalid irrelevant just keyring kept known last later legacy lengthy literal local long lost mandatory manual masked ' +
    'matches mine minimum missing mismatch more most much must name necessary needed neither never next nobody none normal nothing null numeric obsolete obvious ' +
    'often okay omitted only open optional other option ours outside overly parameter patience perfect permanent personal plain plaintext please pointless ' +
    'possible present previous primary printed private prompt proper property provided public random read ready real redundant refused rejected relevant ' +
    'required reset right rotated safe same sanitized saved secondary secure sensitive separate session shared shell short shown simple simplicity ' +
    'simply single something somewhere special specific stale standard static stdin still switch store stored string strong stronger suspicious system temporary ' +
    'text there these they thing this those today together tomorrow trivial true truthy twice typed unchanged unclear undefined ' +
    'unique universal unknown unreadable unsafe unset until updated useful useless user usual vague valid value variable vault verbatim visible ' +
    'warning weak what whatever when where which whole withheld without worthless wrong yesterday your yours zero nullable nonempty varchar alphanumeric ' +
    'bcrypt argon scrypt boolean number integer object array function buffer bytes char secretstr securestring keychain keystore ' +
    'aktuell anders bekannt deaktiviert ebenfalls egal erforderlich falsch fehlerhaft geheim gleich hier hinterlegt immer jetzt korrekt leer lang ' +
    'neu nicht nötig pflicht pflichtfeld notwendig nun optional richtig schwach sicher stark unbekannt unsicher verschlüsselt weg wichtig zwingend ' +
    'obligatoire incorrect incorrecte requis requise expiré facultatif vide faible fort forte correcte invalide toujours secrète secrets ' +
    'obligatoria obligatorio incorrecta incorrecto correcta correcto requerida requerido vacía vacia vacío débil fuerte inválida inválido válida siempre secreta secreto ' +
    'obbligatoria obbligatorio errata errato sbagliata sbagliato corretta corretto scaduta vuota debole sicura segreta segreto richiesta valida sempre ' +
    'obrigatória obrigatório incorreta incorreto correta correto inválida vazia fraca forte segura válida necessária'
  ).split(' '),
);
/** Words that hold a sentence together: no passphrase is told with them. */
const FUNCTION_WORDS = new Set(
  (
    'a an the is are was were be been being am do does did has have had can could may might must shall should will would not no nor and or but if then ' +
    'than that this these those there here it its he she they them we you your our my his her their i of to in on at by for from with without as ' +
    'into onto over under about after before between per via when where why how what which who whom all any both each every more most some such ' +
    'only own same so too very just also again please try wrong invalid incorrect because while until unless only never always still yet once ' +
    'der die das den dem des ein eine einen einem ist sind war wird werden wurde nicht kein keine und oder aber wenn dann dass für mit ohne von vom zu zum zur ' +
    'im in auf an bei nach vor über unter als wie auch nur noch schon bitte ihr ihre sie er es wir man sich le la les un une des du de est sont était être ' +
    'pas et ou mais si que qui dans sur pour avec sans par plus votre vos notre il elle on ce cette el los las una unos del al es son era ser no y o pero ' +
    'que en con sin por para su sus se lo il lo gli i uno di del della dei è sono era essere non e o ma se che in con senza per su al alla ' +
    'os as um uma do da dos das é são era ser não e ou mas com sem por para no na seu sua'
  ).split(' '),
);
/** Ends of what is said of a thing (adjectives, participles) and of abstract nouns. */
const TELLING_END =
  /(?:[^aeiou]ed|ied|ized|ised|ated|used|tored|quired|ing|able|ible|ful|less|ive|ous|ally|ly|[ts]ion|ness|ment|ity|ance|ence|ency|ancy|ism|ized|lich|isch|bar|ierbar|iert|haft|[^aeiou]ig|ungs?|ados?|adas?|idos?|idas?|ato|ata|uto|uta|oire|orio|oria|ório|ória|ée?s?|é|ción|ções|ção|zione|mente|heit|keit)$/;
const GERMAN_PARTICIPLE = /^(?:ab|an|auf|aus|ein|vor|zu|um)?ge\p{L}{3,}(?:t|en)$|^(?:ver|ent)\p{L}{4,}(?:t|en)$/u;
const LONGEST_TELLING = 20;
/** Names of things in a program: a value that holds one is a variable, a type or a label. */
const THING_PART =
  /^(?:pass|passwd|password|passwort|pwd|pw|secret|secrets|token|tokens|key|keys|auth|cred|creds|credential|credentials|user|users|username|login|account|admin|name|value|val|input|output|field|form|body|data|param|params|arg|args|option|options|config|settings?|env|env(?:ironment)?|default|type|string|str|text|hash|hashed|salt|encoded|encrypted|encryption|decrypted|new|old|current|confirm|confirmation|provider|manager|service|client|server|middleware|module|layer|flow|gateway|request|response|handler|callback|function|method|class|object|state|store|storage|context|props|ref|id|url|uri|path|file|header|cookie|session|schema|model|entity|dto|error|message|label|placeholder|hint|title|description|test|mock|fake|example|demo|sample|api|http|https|db|database|sql|json|yaml|xml|html|css|is|has|get|set|to|from|by|with|and|or|of|in|on|for|not|my|your|the|a|an)$/;
const WORD_PARTS = /\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?!\p{Ll})/gu;
const NO_LETTER = /[\0-@[-`{-\u00bf]/;
const ONE_WORD = /^\p{L}+$/u;
const JOINED_WORDS = /^\p{L}{2,}(?:[-_.+]\p{L}{2,}){1,9}$/u;
const SEVERAL_WORDS = /^\p{L}{3,12}(?: \p{L}{3,12}){3,7}$/u;
const TYPED_WORD = /^\p{L}[\p{L}._+-]*$/u;
const SHORTEST_TYPED = 4;
const LONGEST_WORDS = 100;
const SHORTEST_WORD = 6;
const SHORTEST_JOINED = 11;

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.toLowerCase());
}

/** Says something about a password, or names one, instead of being one. */
export function isOrdinaryWord(word: string): boolean {
  const plain = word.toLowerCase();
  if (SAID_OF_SECRETS.has(plain) || FUNCTION_WORDS.has(plain)) return true;
  return plain.length <= LONGEST_TELLING && (TELLING_END.test(plain) || GERMAN_PARTICIPLE.test(plain));
}

/** One word, or words joined by dashes, that could be a password. */
export function isWordPassword(value: string, shortest = SHORTEST_WORD): boolean {
  if (value.length < shortest || value.length > LONGEST_WORDS || NO_LETTER.test(value.charAt(value.length - 1)))
    return false;
  const oneWord = ONE_WORD.test(value);
  if (!oneWord && !JOINED_WORDS.test(value)) return false;
  // A value that is the name of a secret is a label or a variable.
  const named = readSecretName(value)?.nameClass;
  if (isStandIn(value) || (named !== undefined && named !== 'weak')) return false;
  const parts = value.match(WORD_PARTS) ?? [];
  if (parts.some((part) => THING_PART.test(part.toLowerCase()))) return false;
  if (oneWord) return !isOrdinaryWord(value);
  return value.length >= SHORTEST_JOINED && (parts.length > 2 || !parts.some(isOrdinaryWord));
}

/** Where a syntax leaves no doubt (`mysql -p…`, `AUTH …`): any word that is not talk about passwords. */
export function isTypedWord(value: string): boolean {
  const plain = value.toLowerCase();
  if (value.length < SHORTEST_TYPED || !TYPED_WORD.test(value) || isStandIn(value)) return false;
  return !SAID_OF_SECRETS.has(plain) && !FUNCTION_WORDS.has(plain) && !THING_PART.test(plain);
}

/** Four words or more, none of which holds a sentence together, and few of which say anything about passwords. */
export function isWordsPassword(value: string): boolean {
  if (!SEVERAL_WORDS.test(value)) return false;
  const words = value.split(' ');
  if (words.some((word) => isFunctionWord(word) || THING_PART.test(word.toLowerCase()))) return false;
  return words.filter(isOrdinaryWord).length * 2 < words.length;
}
