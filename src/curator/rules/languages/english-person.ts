/** What people say of themselves, in English. */
import { CLAUSE, CONVENTIONS, i } from './english-words.ts';
import type { StatementRule } from './language.ts';

/** What stands where a name could: "I'll call you later". */
const NO_NAME =
  '(?!back|when|if|later|tomorrow|tonight|on\\b|at\\b|out|by\\b|an?\\b|the\\b|not|in\\b|once|again|soon|after|before|up\\b|asap|from)';

export const ENGLISH_PERSON: readonly StatementRule[] = [
  {
    kind: 'preference',
    when: i(
      String.raw`\b(?:your (?:new )?name (?:is|will be|shall be)|i(?:'ll| will|'m going to| want to|'d like to)? (?:just )?call you|you(?:'re| are)(?: now)? (?:called|named)|you (?:will )?(?:go by|answer to|listen to)|you(?:'re| are)(?: now)?(?= (?:the name )?["'_]+ (?:from|now)))\s+(?:the name )?${NO_NAME}(?<what>["'_\w][\w"'_-]*)`,
    ),
    say: 'The agent is called $what',
    subject: 'agent name',
    scope: 'user',
    plain: true,
  },
  {
    kind: 'fact',
    when: /(?:^|[,;.]\s|\band )(?<what>(?:I'm|I am) (?:[A-Z][\p{Ll}]+)(?: [A-Z]\p{Ll}+)?(?=,|\.|!|$| and\b| from\b).*)/du,
    scope: 'user',
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>i (?:(?:don't|do not|dont|can't|cannot|never|only) (?:eat|drink|fly|drive|own|tolerate) |have (?=(?:an? |two |three |four |\d |no )?(?:\w+ )?(?:kids?|child(?:ren)?|daughters?|sons?|dogs?|cats?|twins|diabetes|asthma|adhd|dyslexia|employees|students)\b))(?!this\b|that\b|it\b|the\b|them\b|any ?more\b|much\b|your\b)\S.{2,})`,
    ),
    scope: 'user',
    lasting: true,
  },
  {
    kind: 'fact',
    when: i(String.raw`${CLAUSE}(?<what>my (?:\w+ )?\w+'s (?:name|birthday|e-?mail|address|number|phone) is .{2,})`),
    scope: 'user',
  },
  {
    kind: 'preference',
    when: i(String.raw`${CLAUSE}(?<what>i go by (?!this|that|it\b|the\b|bike|train|car|bus|foot).{2,})`),
    subject: 'name',
    scope: 'user',
  },
  {
    kind: 'preference',
    when: /\bcall me (?!(?:just )?\p{Ll}+(?:y|ed|ish|al|ic|ing)\b|back|when|if|crazy|later|tomorrow|on|at|stupid|old|paranoid|out|maybe|by\b|an?\b)(?<what>[\p{L}"'_][^\s,.;!?]*(?: [\p{Lu}"_][^\s,.;!?]*){0,2})/du,
    say: 'Call the user $what',
    subject: 'name',
    scope: 'user',
    plain: true,
  },
  {
    kind: 'fact',
    when: i(String.raw`\bmy (?:full |first |last )?name is (?:spelled )?(?<what>[^\s,.;!?]+(?: [^\s,.;!?]+){0,3})`),
    unless: i(String.raw`\bmy name is (?:not|missing|wrong|in|on|shown|displayed)\b`),
    say: "The user's name is $what",
    subject: 'name',
    scope: 'user',
    plain: true,
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>i(?:'m| am) an? (?!bit|little|lot|tad|few|fan|idiot|moron|big|huge|bad|step|mess|couple|case|beginner's|complete|total|happy|sad|hopeless|slow|genius|wreck|afraid|sucker|minute|hour|day|week)[\w-]+.*|i(?:'m| am) the (?!one|only|same|first|last)(?:\w+ ){1,3}(?:of|at|for|here)\b.*)`,
    ),
    unless: i(String.raw`\bi(?:'m| am) an? (?:\w+ )?(?:bit|little|confused|lost|stuck)\b`),
    scope: 'user',
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>i (?:work (?:as|at|for|from|in|mostly|mainly|with)|live in|speak|study|teach)\b(?! (?:this|that|it|the same)\b).{3,}|i(?:'m| am) (?:based in|from|located in|colou?r ?blind|left-handed|dyslexic|vegetarian|vegan|allergic to|new to|learning|fluent in|a native|responsible for|in the \w+ time ?zone)\b.*)`,
    ),
    unless: i(String.raw`\b(?:new to (?:this|it|that)|from (?:the|this)|work (?:on|with) (?:this|it|that))\b`),
    scope: 'user',
    lasting: true,
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>my (?:(?:work|home|local|preferred|native|main|default|favou?rite) )*(?:time ?zone|birthday|e-?mail(?: address)?|wife|husband|sister|brother|mother|father|colleague|accountant|lawyer|partner|daughter|son|dog|cat|team|company|boss|manager|editor|ide|shell|terminal|laptop|machine|computer|os|operating system|username|github(?: username| handle)?|phone(?: number)?|job|role|title|language|mother tongue|address|city|country|employer|pronouns|keyboard layout|doctor|landlord|client|clients|students|supervisor|advisor|tutor|secretary)(?: [a-z]+)? (?:is|are|runs|has|uses|speaks?)\b(?! (?:about|waiting|\w+ing\b|on (?:vacation|holiday|fire)|so|too|very|not|really|here|gone|away|happy|angry|mad|sick|old\b)).{2,})`,
    ),
    scope: 'user',
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>i(?:'m| am) (?:on|using|running) (?:windows|mac|macos|os x|linux|ubuntu|arch|fedora|debian|nixos|wsl|neovim|vim|emacs|vs ?code|zsh|fish|bash|an? m\d|an? mac)\b.*|i (?:mostly |mainly |only |usually |always )?use (?!this|that|it|the|a\b|an\b|them|these|your)(?:["_\w./+-]+ ){1,4}?(?:for|as|on|with|daily|at work|every day|everywhere)\b.*|i use (?!${CONVENTIONS}|this|that|it|the|an?\b|them|these|your|my|to\b)[\w.+-]+(?: \w+)?(?: btw)?\s*[.!]*$)`,
    ),
    scope: 'user',
    lasting: true,
  },
];
