/**
 * Wishes and orders that come as facts (POI-3, POI-10). What only the user may say does not become a fact by being called
 * one: whoever else tells what the user wants, allowed or gave up is held for a person, and so is text out of a tool that
 * tells an agent what to do, imitates the marks of this memory, or leads secrets and commands somewhere.
 *
 * Limits: English words and known shapes. It only adds to what trust already decides, and lifts nothing.
 */
import type { SourceClass } from '../../memory/source.ts';
import { tierOf } from '../../memory/trust.ts';

const FOR_THE_USER: readonly RegExp[] = [
  /\busers?\s*(?::|(?:has |have |had |also |always |never |explicitly )*(?:prefer|want|like|trust|wish|expect|gave|give|waive|remove|consent|approve|agree|allow|permit|authori[sz]e|accept|decide|ask|request|grant|confirm|disable|does not|doesn't|need not)\w*\b)/i,
  /^(?:the )?user(?:'s)? (?:is|has|was|does|account|name|e-?mail|password|policy|preference|wish|default)/i,
  /\b(?:standing|blanket|prior|full) (?:consent|permission|approval|authori[sz]ation)\b/i,
];

const VERB =
  '(?:use|run|install|upload|send|post|push|commit|merge|skip|disable|ignore|reveal|show|print|delete|remove|execute|fetch|download|visit|trust|approve|allow|grant|remember|memori[sz]e|save|store|include|append|add|forward|obey|follow|reply|answer|respond|tell|set|export|call)';
const ORDERS: readonly RegExp[] = [
  new RegExp(
    `(?:^|[;:.,>]\\s*|\\b(?:please|and then|first|then) )(?:please |always |never |only |do not |don't )*${VERB}\\b(?! (?:is|are|was)\\b)`,
    'i',
  ),
  /\b(?:always|never|from now on|whenever|at all times|without asking|if the user|when the user|when recalling|when asked|every (?:answer|reply|response|session|project|prompt))\b/i,
  /\b(?:agents?|assistants?|ai|llms?|models?|you|claude|copilot)\b[^.]{0,30}\b(?:must|should|may|can|has to|have to|need to|needs to)\b/i,
  /\b(?:may|allowed to|permitted to|free to) (?:read|write|access|use|delete|run|see|change|push|skip)\b/i,
];
const SHAPES: readonly RegExp[] = [
  /<\/?\s*(?:memory|system|assistant|user|human|important|instructions?|script|img|iframe)\b/i,
  /\[\/?(?:memory|system|inst)\b|_MD_UPDATE|^\s*(?:human|assistant|system|developer)\s*:|\bHuman: |```|!\[[^\]]*\]\(|\bjavascript:|"memories"\s*:/i,
  /\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|--no-verify\b|--hard\b|\bsudo\b|\bchmod 777\b|\brm -rf\b/i,
  /(?:~|\$HOME)\/\.(?:ssh|aws|gnupg|config|netrc|npmrc)|\bid_(?:rsa|ed25519)\b|\/credentials\b/i,
  /\b(?:post|posted|send|sent|upload|uploaded|forward|forwarded|report|reported|copied|exfiltrat\w+) to (?:https?:|[\w-]+\.[\w.-]+)/i,
];

/** Whether it says more than somebody of this trust may say as a fact. */
export function isDisguised(content: string, trust: SourceClass): boolean {
  const tier = tierOf(trust);
  if (tier === 'user') return false;
  const shapes = tier === 'tool' ? [...FOR_THE_USER, ...ORDERS, ...SHAPES] : FOR_THE_USER;
  return shapes.some((shape) => shape.test(content));
}
