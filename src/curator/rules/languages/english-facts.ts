/** Decisions and stable facts about a project, its surroundings and its people, in English. */
import { CLAUSE, i } from './english-words.ts';
import type { StatementRule } from './language.ts';

/** "Option B", "that", "your plan": nothing a later reader could make sense of. */
const POINTER = String.raw`(?:this|that|it|them|these|those|both|your|option|plan|approach|version|variant|number|the (?:first|second|third|latter|former|other|last|next|one|same|simple\w*|above|easy|quick)|one|two|\d+\b|[a-d]\b)`;
const SETTLED = "(?:we(?:'ll| will|'re going to| are going to)|let's|we(?:'re| are))";
const PLACES = String.raw`(?:(?:\w+ ){0,2}?(?:api|server|backend|back-end|frontend|front-end|staging|production|prod|dev|database|db|repo|repository|ci|pipeline|docs|documentation|cluster|service|app|application|website|site|domain|dashboard|queue|cache|migrations|tests|schema|config|configuration|source|code|templates?|components|secrets|logs|backups?|deadline|meeting|office|budget|client|customer|invoices?|contract|exam|wedding|warehouse|shop|store|project|monorepo|package|library|worker|workers|bot|gateway|bucket|registry|environment|environments|instance|host|team|designs?|assets|translations|fixtures|scripts|user table|entry ?point|main branch|default branch|keys?|credentials|certificates?|password|licen[sc]e)(?: (?:for|of) (?:the |our )?[\w-]+)?)`;
const HOLDS =
  '(?:(?:is|are) (?:at|on|in|under|hosted|deployed|located|stored|served|called|named|managed|owned|written|built|based|due|behind|version|mirrored|generated|kept|reachable|accessible|available)|runs?|lives?|listens?|sits|resides?|points? to|belongs? to|go(?:es)? (?:to|in|into|under|next|at|through)|resets?|starts? (?:at|on)|ends? (?:at|on)|needs? (?:node|python|java|go|php|ruby|at least)|(?:is|are) running (?:on|in|at))';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE = String.raw`\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?${MONTH}|${MONTH} \d{1,2}(?:st|nd|rd|th)?|\d{4}-\d\d-\d\d`;
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const DAY_THAT_RETURNS = `(?:${WEEKDAY}s|every ${WEEKDAY}|the (?:first|second|third|last) ${WEEKDAY} of (?:the|each|every) \\w+)`;

export const ENGLISH_DECISIONS: readonly StatementRule[] = [
  {
    kind: 'decision',
    when: i(
      String.raw`${CLAUSE}(?<what>(?:we|i)(?:'ve| have)? (?:(?<=have )decide|decided|agreed|settled|chosen|chose|opted|picked|committed)\b(?: (?:to|on|that|for|against|not|upon))?(?!\s*:).{3,})`,
    ),
    unless: i(
      String.raw`\b(?:decided|chose|picked) (?:to (?:ask|try|check|look|take|do (?:it|this|that))|nothing|${POINTER})\b|\b(?:haven't|not) (?:yet )?decided\b`,
    ),
  },
  {
    kind: 'decision',
    when: i(
      String.raw`${CLAUSE}(?<what>${SETTLED} (?:be )?(?:go(?:ing)?(?: ahead)? with|stick(?:ing)? (?:with|to)|standardi[sz](?:e|ing) on|settl(?:e|ing) on|us(?:e|ing)|adopt(?:ing)?|drop(?:ping)?) (?!${POINTER}\b|an?\b|the\b|some\b|more\b|less\b|too\b).{2,})`,
    ),
    unless: i(
      String.raw`\b(?:next (?:task|topic|step|file|page)|main branch|${POINTER} instead)\b|\bin (?:the|this) [\w ]*(?:handler|function|method|component|file|test|page|form|loop)\b|, then\b`,
    ),
  },
  {
    kind: 'decision',
    when: i(
      String.raw`${CLAUSE}(?<what>we(?:'re| are)? (?:stay(?:ing)? (?:on|with)|stick(?:ing)? (?:to|with)|go with|went with|keep|drop) (?!${POINTER}\b|\w+ing\b|an?\b|some\b|the (?:same|old|new)\b)\S.{2,})`,
    ),
    unless: i(String.raw`\b(?:can we|should we|do we|could we|until (?:it|this)|keep (?:on|up|track|in))\b`),
    concrete: true,
  },
  {
    kind: 'decision',
    when: i(
      String.raw`(?:^(?:(?:final |new |my |our )?(?:decision|call)(?: (?:from|of|in|after) [\w' ]{2,40})?|conclusion|settled|agreed|verdict)|(?:^|\band |\b(?:we|i)(?:'ve)? (?:have )?|\bit's )decided)\s*[:–—-]\s*(?<what>.{4,})`,
    ),
    goesOn: i(String.raw`^(?:we|it|they|sessions|everything|instead|so)\b(?! (?:need|have to|should|can|could))`),
  },
  {
    kind: 'decision',
    when: i(
      String.raw`(?<what>\bwe(?:'re| are) (?:going|sticking|staying) with (?!${POINTER}\b|an?\b|the\b|some\b|him|her|you)\S.{2,}|\bwe(?:'ve| have) (?:dropped|ditched|abandoned|retired|moved to|switched to|migrated to|standardi[sz]ed on|settled on) (?!${POINTER}\b|an?\b|the\b|some\b|to\b)\S.{2,})`,
    ),
    unless: i(String.raw`\b(?:if|are|when|unless|why|since then|and now)\b`),
    concrete: true,
  },
  {
    kind: 'decision',
    when: i(`^(?:agreed|settled|decided|deal)[,.!;]+ (?:then |so |ok )*(?<what>(?:it's|we|we'll|the|our) .{4,})`),
    unless: i(String.raw`\b(?:let's|better|good|fine|right)\b`),
    concrete: true,
  },
];

export const ENGLISH_FACTS: readonly StatementRule[] = [
  {
    kind: 'fact',
    when: i(
      String.raw`^(?:fyi|(?:just )?so you know|for (?:context|info|information|background)|heads[- ]up|be aware(?: that)?|you should know(?: that)?|background|context)\s*[,:–—-]*\s*(?:that\s+)?(?<what>\S.{7,})`,
    ),
    unless: i(String.raw`\b(?:i'm|i am|i'll|i just|i've|i was|you)\b`),
  },
  {
    kind: 'fact',
    when: i(`${CLAUSE}(?<what>(?:the )?${PLACES} (?:is|are) .{2,})`),
    // Only a name or a number is worth keeping: "the client is angry" is not.
    unless: /^(?!.*\b(?:is|are) (?:an? )?["`_]*[A-Z\d_])|\b(?:null|undefined|nil|none|NaN|NULL|I)\b/,
    scope: 'space',
  },
  {
    kind: 'fact',
    when: i(
      String.raw`^(?<what>this (?:project|repo|repository|codebase|app|application|package|service|site|website|monorepo|api|library|document|thesis|book|report|manuscript) (?:is (?:written|built|licen[sc]ed|hosted|deployed|based|an? \w+ (?:\w+ )?(?:monorepo|workspace|app|library|service|package|project))|uses|targets|runs|has to|must|supports|requires|follows|needs|depends)\b.{3,}|this is an? .{2,60}\b(?:project|repo|repository|monorepo|codebase|app|application|package|library|service|site|website|plugin|extension)\b.*)`,
    ),
    unless: i(
      String.raw`\b(?:is|has) (?:an? |so |too |very |getting |really )*(?:mess|joke|disaster|nightmare|great|nice|fun|cool|pain|big|huge|small|hard|easy|ugly|old|dead|over|new)\b`,
    ),
    scope: 'space',
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>our (?!own\b|users? (?:are|is))(?:[\w./-]+ ){1,5}?(?:is|are|runs?|lives?|sits|uses?|has|have|listens?|goes?|points?|starts?|ends?|requires?|needs?|follows?|supports?|must)\b.{3,})`,
    ),
    unless: i(
      String.raw`\bour [\w ]+ (?:is|are) (?:\w+ing\b(?! (?:on|in|at))|so|too|very|not|really|pretty|kind of|such)\b`,
    ),
    scope: 'space',
    concrete: true,
  },
  {
    kind: 'fact',
    when: i(String.raw`${CLAUSE}(?<what>(?:the )?${PLACES} ${HOLDS}\b.{2,})`),
    unless: i(
      String.raw`\b(?:runs? (?:fine|ok|slow|into|out|well|again|forever|twice)|should|want|(?:is|are) (?:in|on|at) (?:the (?:way|middle|left|right|top|wrong|air)|place|progress|it|fire|hold|vacation|holiday)|uses? (?:the wrong|too|a lot|it|this|that))\b`,
    ),
    scope: 'space',
  },
  {
    kind: 'fact',
    when: i(
      String.raw`^(?<what>(?:the )?(?:deadline|due date|meeting|exam|budget|launch(?: date)?|release(?: date)?|go-live|submission|viva|wedding|conference|password policy|rate limit|timeout|default branch|main branch|client|customer|default language|target audience|minimum \w+ version|source of truth|name of (?:the|our) \w+)(?: (?:for|of|with) .{2,40}?)? (?:is|are) (?!not\b|it\b|that\b|this\b|null\b|undefined\b|nil\b|none\b|too\b|very\b|so\b|really\b|happy|angry|asking|waiting|looking)(?:\S).{1,})`,
    ),
    scope: 'space',
    concrete: true,
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>we(?:'re| are) (?:still |currently )?(?:on|running|hosted|hosting|deployed|using|targeting|based|stuck with|stuck on) (?:on |in |at )?(?!the (?:same|right|wrong|way)|it\b|this|that|an?\b|track|time|schedule|hold|good|fire|board|short)\S.{1,}|we (?:only |mostly |usually )?(?:deploy|host|ship|release|store|build|develop|track|publish|support|target|bill|invoice|back up|document|manage) (?:\w+ ){0,5}?(?:to|on|with|in|at|via|from|every|only|using|by|through|for|node|python|java|php|ruby|go)\b.{2,}|we (?:have|run) (?:an? |two |three |four |\d+ )?(?:\w+ ){0,3}?(?:environments|staging|server|cluster|database|monorepo|replica|instances|offices|employees|customers|tenants|postgres\w*|redis|kafka|mysql|kubernetes)\b.*)`,
    ),
    unless: i(String.raw`\b(?:run into|need|problem|too|(?:it|this) (?:wrong|again))\b`),
    scope: 'space',
    concrete: true,
  },
  {
    kind: 'fact',
    when: /^(?<what>(?:["“`]?[A-Z_][\w_]{1,15}["”`]? (?:stands for|is short for|means|is our (?:name|word|term|abbreviation) for)|["“`]_+["”`] means) .{3,})/d,
    unless: i(String.raw`^(?:which|that|this|it|he|she|they|what)\b`),
    scope: 'space',
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>we (?:mostly |usually |only |always |still )?(?:render|print|generate|test|style|log|monitor|authenticate|cache|schedule|parse|bundle|lint|format|sign|send|process|import|sync|query|index|provision|compile|typeset|translate|chat|plan|track|review|mail|pay|book|measure|deploy|build|host|version|containeri[sz]e)\b(?: \w+){0,4}? (?:with|using|through|via) (?!it\b|this|that|the\b|an?\b|care|caution|him|her|them|each|our|your|some|more|less|no\b|you\b)\S.+)`,
    ),
    scope: 'space',
    lasting: true,
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>(?:when(?:ever)? (?:i|we|they|people) (?:say|write|talk about|speak of)|by) .{2,40}?,? (?:i|we|they) (?:always )?mean\b .{2,}|(?:if|when(?:ever)?) (?:i|we) (?:say|write) .{2,40}?,? (?:that|it) means .{2,})`,
    ),
    unless: i(String.raw`^by (?:the way|that|this)\b`),
    lasting: true,
  },
  {
    kind: 'fact',
    when: i(
      String.raw`^(?<what>(?:in|for|on|with) (?:the|our|my|this|all|these) [\w. -]{2,40}?,? (?:an? )?(?:["'_${'`'}]\S+|-?\d[\w.]*|\w{1,12}|an? \w+ \w+) (?:means|stands for|is short for|denotes|marks) .{3,}|(?:an? )?(?:-?\d[\w.]*|(?:status|code|flag|type|column|value|prefix|suffix|tag|label) ["'_\w-]+) (?:means|stands for|denotes) .{3,})`,
    ),
    unless: i(String.raw`\b(?:which|that|this|it|what) means\b`),
    scope: 'space',
    lasting: true,
  },
  {
    kind: 'fact',
    when: i(
      String.raw`^(?<what>(?:ask|ping|talk to|contact) (?!me\b|you\b|him\b|her\b|them\b|for\b|if\b)[\w-]+ (?:about|for|regarding|on) (?:anything|everything|questions|all)\b.*|(?:for|with) (?:anything|everything|questions|all things|stuff|problems|issues|changes)\b.{2,50}?,? (?:ask|talk to|ping|contact|go to|write to|call|it's|mail) (?!me\b|the user|you\b)\S.*)`,
    ),
    scope: 'space',
    lasting: true,
  },
  {
    kind: 'fact',
    when: /(?:^|[,;]\s|\b(?:and|but|because|since|so)\s)(?<what>(?!(?:I|It|He|She|They|We|You|This|That|There|Who|What)\b)\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?(?: \((?:[^()]{2,30})\)| from [\w ]{2,20}?)? (?:(?:now |also |still )?(?:owns|maintains|approves|signs off(?: on)?|takes care of|looks after)|is (?:now |also )?(?:responsible for|in charge of|(?:the|our|my|their) (?:new )?(?:[\w-]+ ){0,3}?(?:owner|lead|maintainer|contact|manager|accountant|supervisor|admin|reviewer|designer|editor|landlord|lawyer|doctor|dentist|boss|cto|ceo|pm|po|sister|brother|wife|husband|partner|daughter|son|colleague|client|customer|supplier|vendor|translator|secretary|treasurer|chair))) ?(?:.{2,})?)/du,
    unless: i(String.raw`\b(?:on (?:vacation|holiday|leave)|today|angry|sick)\b`),
    lasting: true,
  },
  {
    kind: 'fact',
    when: /^(?<what>[Ii]n (?:the|my|our|this) (?:\w+ )?(?:novel|book|story|game|campaign|script|film|comic|series|play|manuscript|saga|world|universe|setting),? (?:the )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)? (?:is|has|was|lives|wears|never|always|speaks|works|died|dies|comes from|hates|loves|cannot|can't)\b.{3,})/du,
    unless: i(String.raw`\b(?:too|wrong|boring|missing|should|inconsistent|typo|why)\b`),
    scope: 'space',
    lasting: true,
  },
  {
    kind: 'fact',
    // A remedy that is told with its sign.
    when: i(
      String.raw`${CLAUSE}(?<what>(?:if|when(?:ever)?|every time) (?:\w+ ){0,3}?(?:see|get|gets|hit|hits|run into|says?|complains?|throws?|shows?|prints?|hangs?|fails?|dies|crashes)\b.{0,90}?[, ]+(?:then )?(?:.{3,80} (?:fixes|solves|cures|helps|clears|gets rid of|does the trick|works)\b.*|(?:just )?(?:run|delete|restart|set|clear|unset|reinstall|rebuild|remove|export|kill|use)\b.{3,})|the (?:trick|fix|solution|cure|workaround|remedy|answer) (?:was|is|for .{3,60} (?:is|was))\b.{4,}\b(?:when|if|whenever|every time|for next time|again|always)\b.*|the (?:trick|fix|solution|cure|workaround|remedy) (?:for|when|if) .{3,80} (?:is|was) .{3,})`,
    ),
    unless: i(String.raw`\b(?:maybe|perhaps|might|could you|can you|why|users?|button|clicks?|should)\b`),
    lasting: true,
  },
  {
    kind: 'fact',
    when: i(
      String.raw`^(?<what>(?:the|our) (?:[\w'-]+ ){0,4}?(?:number|id|address|code|name|url|link|path|date|day|size|limit|quota|port|version|hours|iban|format|unit|currency|language|encoding|branch|tag|prefix)(?: (?:of|for) (?:the|our|my) .{2,30}?)? (?:is|are) \S.+|in (?:this|our) (?:repo|project|codebase|team|company|family|house|club|book|novel|thesis|school|office),? (?:we|all|every|no|\w+s) .{6,})`,
    ),
    unless: i(String.raw`\b(?:should|must be|too|not|null|undefined|line \d+|there's)\b`),
    scope: 'space',
    concrete: true,
  },
  {
    kind: 'fact',
    // A day in the calendar, or one that comes again.
    when: i(
      String.raw`${CLAUSE}(?<what>(?!(?:it|that|this|there|which|he|she|they|i|you)\b)(?:(?:the|our|my) )?[\w-]+(?: [\w-]+){0,4}? (?:is|are|starts?|ends?|begins?|opens?|closes?|expires?|takes? place|happens?|(?:got|was|has been) (?:moved|pushed|postponed|set)(?:, it's)?)(?: (?:only|always|now|closed|open|due|out))* (?:to |on |by |until |at )?(?:the )?(?:${DATE})\b.*|(?!(?:it|that|this|there|which|he|she|they|i|you)\b)(?:(?:the|our|my) )?[\w-]+(?: [\w-]+){0,3}? (?:(?:is|are) (?:closed|open|off|due)|go(?:es)? (?:out|live)|comes?|happens?|closes?|opens?|takes? place) (?:only )?(?:on )?${DAY_THAT_RETURNS}\b.*|(?:our|my|the) (?:[\w-]+ ){0,2}?(?:day|date|meeting|standup|market|class|lesson|shift) is (?:on |always on |every )?${WEEKDAY}s?\b.*|(?:the|our|my) (?:[\w-]+ ){1,4}?\w+s every (?:\d+|two|three|four|six) (?:days|weeks|months|years)\b.*)`,
    ),
    unless: i(String.raw`\b(?:from|since|was on|bug|log|error|fail\w*|broken|commit|test|build|why|should)\b`),
    scope: 'space',
    lasting: true,
  },
  {
    kind: 'fact',
    // What the surroundings allow.
    when: i(
      String.raw`${CLAUSE}(?<what>(?:the|our) (?:[\w-]+ ){0,2}?(?:runner|box|server|machines?|pi|laptop|cluster|image|container|host|hosting|printer|gateway|partner|customer|hospital|bank|school) only (?:has|have|supports?|takes?|accepts?|allows?|speaks?|runs?) [^,]{2,}|(?:it|this|that|everything|this thing|the \w+) (?:has to|must|needs to) (?:keep |still )?(?:run(?:ning)?|work(?:ing)?|stay compatible) (?:on|with|under|in) .{4,}|(?:v\d+|the (?:[\w-]+ )?(?:api|schema|spec|interface|contract)|v\d+ of the \w+) (?:is|are) (?:frozen|deprecated|read-only|end of life|archived)\b.*|[^,]{2,60} (?:signs? off|approves?|needs? (?:sign-off|approval))\b[^,]*|creds (?:are|live) (?:in|under|at) .{3,}|[\w-]+ is (?:called|named|known as) [\w-]+ (?:here|with us|in-house|internally)\b[^,]*)`,
    ),
    unless: i(String.raw`\b(?:can|could|should|might|by \d|button|page|form|users?|workflow)\b`),
    scope: 'space',
    lasting: true,
  },
];
