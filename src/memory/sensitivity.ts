/**
 * Whether a text tells something about a person that they would not want to meet by chance (D-063): health, money,
 * identity, home, faith, politics, love, law. By words and shapes, no model. What is found is kept and can be searched
 * for by its owner; it is not given to agents unless the owner says so.
 *
 * Limits: English first, with the commonest words of German, French and Spanish; a person must be meant (`my salary`, `she was
 * diagnosed`), so that a health check or a salary column in code is not. It misses what is only hinted at: a person can
 * mark anything by hand, either way.
 */

/** Somebody, not something. */
const WHO =
  "(?:i|i'm|i've|my|me|mine|we|our|he|she|his|her|their|they|mom|mother|dad|father|wife|husband|partner|girlfriend|boyfriend|son|daughter|child|kid|kids|brother|sister|colleague|boss|manager|client|patient|user|user's|ich|mein|meine|meiner|meinem|je|j'ai|mon|ma|mes|mi|mis|tengo|yo)";

const HEALTH =
  '(?:diagnos(?:ed|is)|pregnan(?:t|cy)|miscarriage|abortion|cancer|leuk(?:a)?emia|tumou?r|chemo(?:therapy)?|diabet(?:es|ic)|hiv|aids|epileps?y|seizures?|depress(?:ed|ion)|bipolar|anxiety disorder|panic attacks?|adhd|autis(?:m|tic)|ptsd|therapist|psychiatr(?:ist|ic)|antidepressants?|medication|prescri(?:bed|ption)|insulin|surgery|hospitali[sz]ed|rehab|alcoholi(?:c|sm)|addict(?:ed|ion)|overdose|suicid(?:e|al)|self-harm|disabilit(?:y|ies)|ill(?:ness)?|disease|schwanger|krebs|depressionen|krankheit|enceinte|maladie|embarazada|enfermedad)';
const MONEY =
  '(?:salary|wages?|income|earns?|earnings|net worth|debts?|mortgage|bankrupt(?:cy)?|loan|credit score|bank account|savings|alimony|severance|gehalt|schulden|kontostand|salaire|dettes|sueldo|salario|deudas)';
const PRIVATE_LIFE =
  '(?:divorc(?:e|ed|ing)|affair|sexual(?:ity)?|sex life|gay|lesbian|bisexual|transgender|religio(?:n|us)|muslim|jewish|christian|catholic|hindu|buddhist|atheist|church|mosque|synagogue|voted? for|political party|union member|immigration status|visa status|asylum|undocumented|ethnicity|criminal record|arrested|convicted|lawsuit|probation|custody|restraining order|geschieden|religion|divorc[ée]e?|divorciad[oa])';
const HOME = String.raw`(?:home address|live[sd]? (?:at|on) \d+|address is \d+|phone number|mobile number|date of birth|birthday is|born on|maiden name|passport|driver'?s licen[cs]e|national id|social security|ssn|tax id|insurance number|geburtsdatum|adresse|reisepass|num[ée]ro de t[ée]l[ée]phone|pasaporte|fecha de nacimiento)`;

/** Then it is software that is spoken of, not somebody. */
const SOFTWARE = String.raw`[\s-]+(?:[\p{L}\p{N}]+\s+)?(?:api|app|calculator|check|class|classifier|code|column|component|data|dataset|detection|endpoint|field|form|function|model|module|page|parser|prediction|records?|schema|screen|service|set|table|tests?|tracker|type|widget)s?(?![\p{L}\p{N}_])`;

/** Words between who it is about and what is said of them. */
const NEAR = String.raw`(?:[\s,]+[\p{L}\p{N}'’-]+){0,6}?[\s,]+`;

const ABOUT_SOMEBODY = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])${WHO}(?:'s|’s)?${NEAR}(?:${HEALTH}|${MONEY}|${PRIVATE_LIFE}|${HOME})(?![\p{L}\p{N}_])(?!${SOFTWARE})`,
  'iu',
);
/** Numbers that are somebody's, whoever is named beside them. */
const SHAPES: readonly RegExp[] = [
  /(?<![\p{L}\p{N}-])\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}-])/u,
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/u,
  /(?:ssn|social security|passport|date of birth|dob|iban|tax id|insurance number)\W{1,4}(?:(?:no|nr|number|is|of)\W{1,3}){0,2}[A-Z0-9][A-Z0-9 ./-]{5,}/iu,
];
/** A longer text is looked at in part: what it is about stands at its beginning. */
const LOOKED_AT_CHARS = 20_000;

export const SENSITIVE_TAG = 'sensitive';

export function isSensitive(text: string): boolean {
  const looked = text.slice(0, LOOKED_AT_CHARS);
  return ABOUT_SOMEBODY.test(looked) || SHAPES.some((shape) => shape.test(looked));
}

/** What people and agents say; what tools print is full of words that are about nobody. */
const SAYING: ReadonlySet<string> = new Set(['prompt', 'assistant']);

/** A record's tags, with ours when it is needed. */
export function withSensitiveTag(type: string, content: string, tags: readonly string[]): readonly string[] {
  if (!SAYING.has(type) || tags.includes(SENSITIVE_TAG) || !isSensitive(content)) return tags;
  return [...tags, SENSITIVE_TAG];
}
