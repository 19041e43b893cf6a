/** What the agent is told to do or to leave from now on, in English. The first rule that fits decides. */
import {
  AGENT_VERB,
  ALWAYS,
  ALWAYS_OR_NEVER,
  CLAUSE,
  CONVENTIONS,
  FEATURE,
  i,
  LANGUAGES,
  OCCASION,
  SOFT,
} from './english-words.ts';
import type { StatementRule } from './language.ts';

export const ENGLISH_INSTRUCTIONS: readonly StatementRule[] = [
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?:please )?(?:from (?:now|here|today|this point) on(?:wards?)?|from now(?=,? (?:you|please|i|we|always|never)\b)|unless (?:i|we) (?:say|tell you|ask)(?: you)?(?: so| otherwise| something else)?|going forward|moving forward|in (?:the )?future|henceforth|as a (?:general )?rule|in general)\s*[,:–—-]*\s*(?:(?:would|could|can|will) you )?(?<what>(?:please|(?:always|never) (?=${AGENT_VERB})|use|don't|do not|i want|i don't want|i do not want|i like|we like|meetings|short|british|american|metric|i'd|i would|i prefer|you (?=(?:should|must|only|can|always|never|${AGENT_VERB})\b)|we (?=(?:use|write|name|call|always|never|don't|only|deploy|ship|release|commit)\b)|all|every|only|no\b|stop|write|answer|reply|respond|keep|put|run|ask|call|make|when|if|commit|add|name|format|start|just|the (?=commit|branch|pr\b|docs)|(?:dates|tests) (?:should|must|go|are))\b.{4,})`,
    ),
    unless: i(
      String.raw`\b(?:we|you) (?:will|might|may|could|can|plan|hope|want|did|do well)\b|^in general\b.*\b(?:looks?|seems?|works?|is|was|were|good|fine|nice)\b|\b(?:pirate|yoda|robot|shakespeare)\b`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>.{8,}\b(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|in (?:the )?future|in all (?:future |my |our )?(?:sessions|projects|chats|repos|reports|documents))(?:,.*|(?=\s*[.!]*$)))`,
    ),
    unless: i(
      String.raw`^(?:he|she|they|it|users?|the \w+|my \w+)\b|\b(?:might|maybe|could|we'll|we will|plan)\b|^\S+ (?:to|will|shall|gets?|wants?) |^(?:fix|add|implement|draft|compose)\b`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:(?:in|for|on) (?:this|our|my|the|all|every|each|any|\w+s\b)|when(?:ever)? (?:you|\w+ing|in doubt|unsure)|if (?:you|in doubt|unsure|something|anything))\b.{0,60}?[, ]\s*(?:please )?(?:always|never) ${AGENT_VERB}\b.{3,})`,
    ),
    unless: i(FEATURE),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>${ALWAYS_OR_NEVER}\s+(?:ever\s+)?${AGENT_VERB}\b.*|always \S+(?: \S+)?, never \S+(?: \S+)?(?=\s*[.!]*$| (?:in|for) ).*|${ALWAYS} ${CONVENTIONS}\b.*)`,
    ),
    unless: i(
      String.raw`\b(?:never (?:let me|give up|look back|judge|trust|underestimate|stop|fear|change a)|always (?:look|be closing|something|remember)|never mind|always wins?|never say never|never gonna|look on|(?:button|page|function|component|method|modal|field|loop|test|query|banner|header|helper|class|script|user|it) (?:that|which|should|must|to|and|but|so) (?:always|never))\b|${FEATURE}|^(?!(?:i|i'm|i'd|we|we're|my|our|that's|thats|you|for|in|when|if you|before|after|whenever|fine|nice|good|ok|well|great|yes|no|thanks|looks|as|and|but|so|please|pls|${ALWAYS}|never|make sure|be sure|remember|also|don't|do not|could|can|would|will|one|this is|not)\b)\S+.*\b(?:always|never)\b`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:don't|do not|dont) (?:ever|you ever|under any circumstances)\s+${AGENT_VERB}\b.{3,}|(?:don't|do not|dont) .{4,80}, ever\s*[.!]*$|under no circumstances (?:should you )?${AGENT_VERB}\b.{3,})`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>avoid (?!the\b|this|that|it\b|an?\b|my\b|your\b|our\b|any\b|more\b)[\w-]+(?<!ing)(?: [\w-]+){0,5}?(?:,? pls|,? please)?(?=,? in (?:general|this (?:repo|project|codebase)|our|my|new|all)\b|,? wherever|,? whenever|,? everywhere|,? where possible).*|(?:stop|quit|avoid) (?:using|adding|writing|putting|asking|apologi[sz]ing|guessing|explaining|repeating|summari[sz]ing|calling|creating|making|committing|pushing|generating|inventing|telling|starting|ending|saying|suggesting|touching|rewriting|reformatting|renaming|changing|deleting|inserting|including|assuming|being|mixing|mocking|abbreviating|nesting|praising|flattering)\b(?! (?:the|this|that|it|them|and|at|now|all|my)\b).*)`,
    ),
    unless: i(
      String.raw`\bstop(?:s|ped)?\b.*\b(?:all (?:my|the)|the server|process|container|daemon)\b|\b(?:stop|avoid) (?:getting|having|running into)\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:don't|do not|dont) (?:edit|touch|modify|change)\b.{0,60}\b(?:directory|folder(?! name)|generated(?!.*\bnow\b)|vendor(?:ed)?|by hand|manually|directly)\b.*)`,
    ),
    goesOn: i(String.raw`^(?:change|edit|use|put|regenerate|update|go through|run|instead)\b`),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:don't|do not|dont) (?:use (?!this\b|that\b|it\b|the\b|an?\b|your\b|my\b|more\b|any of\b|so\b|too\b)\S+(?!.*\b(?:for|in|on) (?:this|that|it|the)\b)|(?:commit|push|deploy|merge|publish|delete|install|run|send|change|start|add|make|create|write|generate|touch|edit|modify|remove|rename|refactor)\b.{0,80}\b(?:unless|without) (?:i\b|running|reading|review|asking|asked|telling|checking|my\b|me\b|tests?\b|a (?:ticket|test|reason)|permission|explicit|it's|we\b|necessary|needed|you)|(?:add|write|put|include|leave|insert|generate) (?:\w+ )?(?:emojis?|comments|docstrings|disclaimers|trailing|unnecessary|filler|attributions?|signatures?|ai attributions?|co-authored\S*|todos?|greetings|apologies|em dashes|summaries)|hard-?code|abbreviate|(?:mock|swallow|skip) \w+s\b|(?:start|begin|open|end|finish|close) (?:your |every |each |the )?(?:answers?|repl(?:y|ies)|messages?|responses?|mails?|emails?) with|(?:summari[sz]e|repeat|explain|praise|comment|recap) (?:(?:\w+ )?at the end|every|each|after|all the time|what i)|(?:apologi[sz]e|be so|be overly|explain (?:basic|obvious|every)|repeat (?:my|the) question|over-?engineer|sugar-?coat|flatter|guess|make (?:things|stuff|facts|up)))\b.*)`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:(?:every time|each time|whenever|any time) (?:we|something|code|a \w+ is) .{4,60}|(?:before|after|on|for|with|in) (?:each|every|any) (?:\w+ )?${OCCASION}(?: (?:to|of|in|on|with) [\w/]+)?)[, ]+(?:please |always |then |you |make sure|also |i want you to |i'd like you to )*(?:i'd like (?!to\b)|i want (?!to\b)|use|run|ask|add|update|check|write|include|put|tell|show|start|commit|do|give|explain|keep|make|call|format|bump|create|test|confirm|wait|send|mention|remind|sign|save)\b.*)`,
    ),
    unless: i(String.raw`^(?:add|create|implement|build|fix)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:(?:ask|tell|warn|check with|confirm with)(?: me)?(?: first)? before (?:you )?(?:delet|install|touch|chang|push|commit|remov|overwrit|renam|mov|deploy|merg|upgrad|refactor|publish|send|add|run|edit|rewrit|creat|dropp?|spend|book|buy)(?:e|ing)?(?! (?:this|that|it|these|those|the (?!databases?|db|schema|prod|config|server|api|lockfile|ci))\b).*|(?:run|update|ask(?: me)?|show|tell|address|greet|spell|sign|check|write|add|include|bump|use|confirm|format|lint|test|start|end|begin|finish)\b.{2,80}\b(?:before (?:(?:each|every|any) ${OCCASION}|committing|pushing|merging|deploying|you (?:commit|push|merge|deploy|delete|install|(?:change|touch|edit|move|rename|remove|send|book|buy|create|rewrite) (?!this|that|it\b|the\b|my\b|these|those|an?\b)\w+))|after (?:each|every|any) ${OCCASION}|every time (?:you|we)|each time you|whenever you|at the end of (?:each|every) (?:answer|reply|message|session|task|day|chapter)|(?:in|on|with|to) (?:every|each) ${OCCASION}|in all (?:letters|emails|e-mails|mails|invoices|reports|texts|documents|projects|repos))\b.*))`,
    ),
    unless: i(
      String.raw`\b(?:for (?:all|each|every) (?:of )?(?:the|these|those|them|users?|items?|rows?|elements?|posts?|files? in)|before (?:each|every) (?:test|request|render|call)|in all (?:the|these|those|of))\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:keep|make) (?:your |the (?=.*\b(?:with|for|to) me\b)|all |all your |all my |our )?(?:answers|replies|responses|explanations|summaries|messages|commits|commit messages|functions|files|prs|pull requests)\s+.{0,20}(?:short|brief|concise|small|simple|to the point|terse|focused|under|below|formal|informal|friendly|polite|plain|atomic)\b.*)`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:answer|reply|respond|speak|talk)(?: to me)?(?: only)? in ${LANGUAGES}(?:,? (?:please|pls|only|always|unless|even|when|from|not|by default|to me|with me)\b.*|\s*[.!]*$))`,
    ),
    scope: 'user',
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>be (?:more |less |very )?(?:concise|brief|terse|direct|blunt|honest|formal|informal|critical|verbose|polite)\b.{0,30}\b(?:in (?:your (?:answers|replies|feedback|reviews|texts)|all|general)|with me|to me|when you|from now on|always|generally)\b.*)`,
    ),
    scope: 'user',
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>use (?!a\b|an\b|the (?!formal|informal|metric|oxford)|this|that|it\b|your|my|these|those|both|two|one\b).{2,60}?(?:,? (?:instead of|rather than|over|not|and not|never)) (?!an?\b|the\b|this\b|that\b|\d).{2,})`,
    ),
    unless: i(
      String.raw`\buse \S+ as (?:the|an?)\b|\b(?:for|in|on|at|from|to|under|of|into) (?:the|this|that|these|those|line|step|section|chapter|row|column)\b|^(?:add|create|implement|build|fix|write|draft|change|refactor|rename|update|replace|make|try)\b`,
    ),
    plain: true,
    concrete: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>use [\w./-]+,? (?:and )?never [\w./-]+.*|use ${CONVENTIONS}\b(?! here| (?:for|in|on) (?:the|this|that|these|those)\b).*|(?:use|write in|stick to|stick with|follow) (?!an?\b|the\b|this|that|it\b).{2,50}\b(?:everywhere|throughout|by default))`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:only )?one (?:question|change|commit|topic|suggestion|concern) ?(?:at a time|per (?:commit|topic|change|message|answer|reply|pr|pull request))\b.*)`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:whenever|every ?time|each time|any ?time) you(?:'re| are)? (?!ready|want|wanted|like|can\b|could|need to\b|have (?:time|a)|feel|get (?:a|the chance|around)|think|wish|please|free|back|done|click|press|tap|hover|scroll|type|reload|refresh|log|try|start it|see|hit)${AGENT_VERB}(?: (?!it\b|should|must)[^,\s]+){0,8}?(?:,|(?= ))(?: please| also| always| then)* (?<!\b(?:an?|the|my|your|any|new) )${AGENT_VERB}\b(?!.*\bshould\b).{3,})`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:when|if|before|after) you (?:commit|push|deploy|merge|release|publish|(?:write|create|add|make|change|touch|edit|review|rename|move|send|draft|name|generate|delete|remove|install|update|quote|cite|refactor|translate|show|give|tell|explain|report|answer|ask|fix)(?: me)? (?:an?|any|new|code|\w+s\b(?<!this)))[^,]{0,60}?,? (?:please |also |always |then |first )*(?:use|run|ask|check|update|show|tell|add|write|bump|regenerate|keep|give|include|put|list|name|explain|quote|round|say|mention|follow|start|end|format|test|do|never|don't|always|stick|prefer|avoid|link|cite|confirm)\b.{3,})`,
    ),
    unless: i(String.raw`^if you (?:find|see) (?:any|other)\b`),
  },
  {
    kind: 'preference',
    // An occasion that comes again: "when I ask for numbers, use a table".
    when: i(
      String.raw`${CLAUSE}(?<what>(?:when(?:ever)?|if|every ?time|each time) (?:i (?:ask|want|need|send|paste|share|mention|talk|request)|we (?:talk|speak))\b(?! (?:it|that|this)\b)[^,]{2,60}?[, ]+(?:please |always |then |just |also |you )*(?:i want|i'd like|number|sort|use|give|show|put|write|answer|reply|keep|make|start|tell|send|don't|never|add|include|list|explain|do)\b .{3,})`,
    ),
    unless: i(String.raw`\b(?:the (?:user|button|page|app|script|bot|server)|he|she|they) `),
  },
  {
    kind: 'preference',
    // What the agent may leave out or do without asking.
    when: i(
      String.raw`${CLAUSE}(?<what>(?:there's )?(?:no need to|you (?:don't|do not) (?:have|need) to) (?:explain|tell|repeat|remind|summari[sz]e|apologi[sz]e|introduce|comment|ask)\b(?! (?:it|this|that|why|the|me (?:why|about|the|that))\b)(?=.*\b(?:each time|every time|always|to me|i know|i've|basics?|i'm|what \w+ (?:is|does|means))\b).*|you (?:can|may) (?:always |just )*(?:go ahead with|${AGENT_VERB}) (?!this|that|it\b|the\b).{3,60} without (?:asking|checking|confirming)(?: with)?(?: me| first)*(?=\s*[,.!]|$).*|i work best (?:if|when) you .{6,})`,
    ),
    goesOn: i(String.raw`^(?:just|only|give me)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>that's (?:exactly |just )?(?:the (?:format|style|tone|way|kind of \w+)|how|what) i (?:like|want|prefer)(?: it| them)?[,:] \S.{6,}|.{0,80}\bit's \S.{1,60} (?:in all|in every|everywhere|throughout)\b.*)`,
    ),
  },
];
