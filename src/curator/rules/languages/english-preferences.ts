/** Standing instructions, likes and dislikes, in English. The first rule that fits decides. */
import {
  ALWAYS,
  BASE_VERB,
  CLAUSE,
  CONVENTIONS,
  FEATURE,
  FORM_NOUNS,
  i,
  LANGUAGES,
  OCCASION,
  RULED,
  SOFT,
  WORK_NOUNS,
} from './english-words.ts';
import type { StatementRule } from './language.ts';

export const ENGLISH_PREFERENCES: readonly StatementRule[] = [
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>i (?:want|expect) (?:all |every |each |my |our |your )+(?:${FORM_NOUNS}|${RULED})\b(?: \w+){0,2}? (?:in|as|with|without|to (?:be|have|start|end|use|follow)|written|formatted|named|signed|short|sorted)\b.{2,}|only use (?!this|that|it|the|data|rows|columns|what|these|those|one\b|two\b)\S+(?: \S+){0,3}(?= (?:for (?:all|every|tests|new|any|our|my)|in (?:this|our|my|all)|please)|[,.!]|$).*|prefer \S.{1,60}? (?:over|to|instead of|rather than) \S.*|(?:when|if) (?:in doubt|unsure|you(?:'re| are) (?:not sure|unsure|in doubt))\b.*|before you \w+ .{0,40}[, ](?:please |always )?(?:ask|check with|confirm)\b.*|${FORM_NOUNS} (?:are|is|go|goes) (?:always|never) \S.*|we \w+ .{4,80}, always\s*[.!]*$|(?:write|do|keep|put|document|label) everything (?:in|as|with|using|on|under)\b.{3,}|(?:address|speak to|talk to|write to|answer|explain (?:things|stuff|everything) to) me (?:as|with|in|by|informally|formally|like)\b.*|explain (?:things|everything|concepts|code) (?:like|as if|as though|simply|in)\b.*|i (?:don't|do not|never) want you to (?!.*\b(?:this|that|it|the)\b).{4,}|we (?:write|name|spell|format|prefix|number|sign|abbreviate|capitali[sz]e) (?!this|that|it\b|the\b)\S+.{0,40}? (?:as|in|with|like|by|without) .{2,}|(?:commit messages|branch(?:es| names)|pr titles|file ?names|variable names|test names)\s*:\s*(?!["_]).{5,})`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?:please )?(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|moving forward|in (?:the )?future|henceforth|as a (?:general )?rule|in general)\s*[,:–—-]*\s*(?:(?:would|could|can|will) you )?(?<what>(?:please|always|never|use|don't|do not|i want|i'd|i would|i prefer|you|we|all|every|only|no\b|stop|write|answer|reply|respond|keep|put|run|ask|call|make|when|if|commit|add|name|format|start|just|the (?=commit|branch|pr\b|docs)|(?:dates|tests) (?:should|must|go|are))\b.{4,})`,
    ),
    unless: i(
      String.raw`\b(?:we|you) (?:will|might|may|could|can|plan|hope|want|did|do well)\b|^in general\b.*\b(?:looks?|seems?|works?|is|was|were|good|fine|nice)\b|\b(?:pirate|yoda|robot|shakespeare)\b`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>.{8,}\b(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|in (?:the )?future|in all (?:future |my |our )?(?:sessions|projects|chats|repos|reports|documents)))\s*(?:[.!]*$|,.*)`,
    ),
    unless: i(
      String.raw`^(?:he|she|they|it|users?|the \w+|my \w+)\b|\b(?:might|maybe|could|we'll|we will|plan)\b|^\S+ (?:to|will|shall|gets?|wants?) |^(?:fix|add|implement|draft|compose)\b`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>i(?:'d| would)? (?:do |also |still |really |much |strongly |generally |usually |always |personally )*(?:prefer|rather (?:have|you|not have))\b.{4,})`,
    ),
    unless: i(
      String.raw`\bprefer (?:not to say|that|this|it|the|an?|option|your|version|to (?:keep|leave|wait|go|have|see|start|do)|something|one|if (?:the|it|we))\b(?! (?:you|we|i|all|answers|replies)\b)(?!.*\b(?:over|rather than|instead of|in general|generally|whenever|every)\b)`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      `${CLAUSE}(?<what>i (?:really )?(?:like|love|favou?r) (?!the\b|this|that|it\b|your|my\b|how\b).{2,60}? (?:over|better than|more than|rather than|instead of) .{2,})`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>i (?:really )?(?:hate|dislike|can't stand|don't like|do not like|like it when|love it when|hate it when)\s+(?=it when\b|when you\b|\w+ing\b|[\w-]+ [\w-]+|you\b|\w+ (?:quotes|spaces|tabs|comments))(?!this|that|it\b(?! when)|the\b|how\b|where\b|to\b|your\b|you to\b|a\b|an\b|my\b|what\b|when (?:this|that|it)\b|any\b of)\S.{3,})`,
    ),
    unless: i(String.raw`\b(?:mondays?|bugs?|errors?)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>my (?:preference|preferred \w+(?: \w+)?|favou?rite \w+(?: \w+)?) (?:is|are)\b.{3,})`,
    ),
    scope: 'user',
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:(?:in|for|on) (?:this|our|my|the|all|every|each|any|\w+s\b)|when(?:ever)? (?:you|\w+ing|in doubt|unsure)|if (?:you|in doubt|unsure|something|anything))\b.{0,60}?[, ]\s*(?:please )?(?:always|never) ${BASE_VERB}\b.{3,})`,
    ),
    unless: i(FEATURE),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>(?:(?:i|we)(?: should| must| need to)?|you (?:should|must|need to)) (?:always|never|only ever) (?!seen|had|been|got|heard|thought|knew|forget|liked|really|get|wanted|understood|mentioned|asked|said|told|worked|tested|did|does|mind|noticed|tried|end up|see|know|remember|make|seem|happen|come|confuse|mix|struggle|lose|lost|learn|miss|need|fail|hit|find|found|feel|felt|hear|think|hope|wonder|love|hate|enjoy|break|fall|google|look|mess|have|had|was|were|am|are|will|would|can|could)\w+(?<!ed)\b.{3,})`,
    ),
  },
  {
    kind: 'preference',
    when: i(String.raw`${CLAUSE}${SOFT}(?<what>(?:${ALWAYS}|never)\s+(?:ever\s+)?${BASE_VERB}\b.*)`),
    unless: i(
      String.raw`\b(?:never (?:let me|give up|look back|judge|trust|underestimate|stop|fear|change a)|always (?:look|be closing|something|remember)|never mind|always wins?|never say never|never gonna|look on|(?:button|page|function|component|method|modal|field|loop|test|query|banner|header|helper|class|script|user|it) (?:that|which|should|must|to|and|but|so) (?:always|never))\b|${FEATURE}|^(?!(?:i|i'm|i'd|we|we're|my|our|that's|thats|you|for|in|when|if you|before|after|whenever|fine|nice|good|ok|well|great|yes|no|thanks|looks|as|and|but|so|please|pls|${ALWAYS}|never|make sure|be sure|remember|also|don't|do not|could|can|would|will|one|this is|not)\b)\S+.*\b(?:always|never)\b`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:don't|do not|dont) (?:ever|you ever|under any circumstances)\s+\w+.{3,}|under no circumstances .{6,})`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>avoid (?!the\b|this|that|it\b|an?\b|my\b|your\b|our\b|any\b|more\b)[\w-]+(?<!ing)(?: [\w-]+){0,5}?(?:,? pls|,? please)?(?=,? in (?:general|this (?:repo|project|codebase)|our|my|new|all)\b|,? wherever|,? whenever|,? everywhere|,? where possible).*|(?:stop|quit|avoid) (?:using|adding|writing|putting|asking|apologi[sz]ing|guessing|explaining|repeating|summari[sz]ing|calling|creating|making|committing|pushing|generating|inventing|telling|starting|ending|saying|suggesting|touching|rewriting|reformatting|renaming|changing|deleting|inserting|including|assuming|being|mixing|mocking|abbreviating|nesting|praising|flattering)\b.*)`,
    ),
    unless: i(
      String.raw`\bstop(?:s|ped)?\b.*\b(?:the server|process|container|daemon)\b|\b(?:stop|avoid) (?:getting|having|running into)\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:don't|do not|dont) (?:edit|touch|modify|change)\b.{0,60}\b(?:directory|folder|generated|vendor(?:ed)?|by hand|manually|directly)\b.*)`,
    ),
    goesOn: i(String.raw`^(?:change|edit|use|put|regenerate|update|go through|run|instead)\b`),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:don't|do not|dont) (?:use (?!this\b|that\b|it\b|the\b|an?\b|your\b|my\b|more\b|any of\b|so\b|too\b)\S+(?!.*\b(?:for|in|on) (?:this|that|it|the)\b)|(?:commit|push|deploy|merge|publish|delete|install|run|send|change|start|add|make|create|write|generate|touch|edit|modify|remove|rename|refactor)\b.{0,80}\b(?:unless|without) (?:i\b|asking|asked|telling|checking|my\b|me\b|tests?\b|a (?:ticket|test|reason)|permission|explicit|it's|we\b|necessary|needed|you)|(?:add|write|put|include|leave|insert|generate) (?:\w+ )?(?:emojis?|comments|docstrings|disclaimers|trailing|unnecessary|filler|attributions?|signatures?|ai attributions?|co-authored\S*|todos?|greetings|apologies|em dashes|summaries)|hard-?code|abbreviate|(?:mock|swallow|skip) \w+s\b|(?:apologi[sz]e|be so|be overly|explain (?:basic|obvious|every)|repeat (?:my|the) question|over-?engineer|sugar-?coat|flatter|guess|make (?:things|stuff|facts|up)))\b.*)`,
    ),
    plain: true,
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:(?:every time|each time|whenever|any time) (?:we|something|code|a \w+ is) .{4,60}|(?:before|after|on|for|with|in) (?:each|every|any) ${OCCASION}\b.{0,40}?)[, ]+(?:please |always |then |you |make sure|also )*(?:use|run|ask|add|update|check|write|include|put|tell|show|start|commit|do|give|explain|keep|make|call|format|bump|create|test|confirm|wait|send|mention|remind|sign|save)\b.*)`,
    ),
    unless: i(String.raw`^(?:add|create|implement|build|fix)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:run|update|ask(?: me)?|check|write|add|include|bump|use|confirm|format|lint|test|start|end|begin|finish)\b.{2,80}\b(?:before (?:(?:each|every|any) ${OCCASION}|committing|pushing|merging|deploying|you (?:commit|push|merge|deploy|delete|install))|after (?:each|every|any) ${OCCASION}|every time (?:you|we)|each time you|whenever you|at the end of (?:each|every) (?:answer|reply|message|session|task|day|chapter)|(?:in|on|with|for|to) (?:every|each) ${OCCASION}|in all (?:letters|emails|e-mails|mails|invoices|reports|texts|documents|projects|repos))\b.*)`,
    ),
    unless: i(
      String.raw`\b(?:for (?:all|each|every) (?:of )?(?:the|these|those|them|users?|items?|rows?|elements?|posts?|files? in)|before (?:each|every) (?:test|request|render|call)|in all (?:the|these|those|of))\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:keep|make) (?:your |all |all your |all my |our )?(?:answers|replies|responses|explanations|summaries|messages|commits|commit messages|functions|files|prs|pull requests)\s+.{0,20}(?:short|brief|concise|small|simple|to the point|terse|focused|under|below|formal|informal|friendly|polite|plain|atomic)\b.*)`,
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
      String.raw`${CLAUSE}${SOFT}(?<what>be (?:more |less |very )?(?:concise|brief|terse|direct|blunt|honest|formal|informal|critical|verbose|polite)\b.{0,30}\b(?:in (?:your|all|general)|with me|to me|when you|from now on|always|generally)\b.*)`,
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
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>use ${CONVENTIONS}\b(?! here| (?:for|in|on) (?:the|this|that|these|those)\b).*|(?:use|write in|stick to|stick with|follow) (?!an?\b|the\b|this|that|it\b).{2,50}\b(?:everywhere|throughout|by default))`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:write|format|name|sign|start|end|prefix|address|round|spell|put|keep|group|sort|cite) (?:off )?(?!the\b)${FORM_NOUNS} (?:in|as|with|using|to|by|like|under|at|alphabetically|next to|without)\b.*)`,
    ),
    unless: i(
      String.raw`\b(?:this|these|those|that|here|bold|red|blue|green|the (?:table|list|file|column|report|export|chart|page|form|map|second|first|last|left|right|top))\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      `^(?<what>(?:all|every|each) (?:(?:of )?(?:our|my|new|public|internal|other|future) )*(?:${WORK_NOUNS}|(?:amounts|prices|dates|times)(?= (?:should|must|have to) be (?:in|written|formatted))).{0,50}? (?:should|must|has to|have to|needs? to|shall|goes?|go|lives?) .{3,})`,
    ),
    unless: i(
      String.raw`\b(?:pass|passes|passed|work|works|green|fail|failing|good|fine|set|done|there|of (?:them|it|this|that)|i (?:need|want)|you (?:need|have)|that|is well|ok)\b`,
    ),
  },
  {
    kind: 'fact',
    when: i(
      String.raw`${CLAUSE}(?<what>we (?:only |mostly |exclusively |always )?use (?!to\b|this|that|it\b|the same|them|these|those|too|so\b|some|many|way|a (?:lot|bunch|ton|few)).{2,})`,
    ),
    unless: i(
      String.raw`\bwe use .*\b(?:wrong|anywhere|to (?:keep|check|get|find|store the|track|avoid)|in (?:the|this) (?:function|loop|method|handler|test))\b`,
    ),
    scope: 'space',
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:(?:(?:our|my|the|one|two|three|new|simple|golden|ground|general|house|code|coding|writing|team|project|commit|naming|git|text|language)\s+)*(?:style|rules?|conventions?|guidelines?|preferences?)|style guide)(?: (?:for|in|on|of) [\w' -]{2,30}| here)?\s*:\s*\S.{3,})`,
    ),
    unless: i(
      String.raw`\b(?:eslint|css|lint|firewall|validation|regex|grammar)\b[\w ]* rules?\b|\brules?: ?["_${'`'}]*$`,
    ),
  },
  {
    kind: 'preference',
    // "… keep it that way": said of a wish that would otherwise hold for once.
    when: i(
      String.raw`^(?<what>.{8,}?)[,;–—-]\s*(?:(?:and|so|please|pls|just) )*(?:(?:keep|leave) it (?:that way|like that|like this|so)\b.*|that'?s (?:how|the way) (?:i|we) (?:want|like|do|need|write|prefer) (?:it|them|things|that)\b.*|(?:the )?same (?:goes )?for (?:all|every|each|any|future)\b.*|(?:always|every time|each time|in general|as a rule|everywhere|by default|across the board|without exception)\s*[.!]*$)`,
    ),
    unless: i(
      String.raw`^(?:it|that|this|he|she|they|there|you|thanks|same)\b|\b(?:love\w*|lovely|happens|fails|crash\w*|breaks|error|makes?|means|is|are|was|were|has|had|works?|looks?|gets?)\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:only )?one (?:question|change|commit|topic|option|suggestion|concern|sentence (?=per)|import) ?(?:at a time|per (?:commit|message|answer|reply|line|pr|file|pull request))\b.*)`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>(?:whenever|every ?time|each time|any ?time) you(?:'re| are)? (?!ready|want|wanted|like|can\b|could|need to\b|have (?:time|a)|feel|get (?:a|the chance|around)|think|wish|please|free|back|done)\w+ .{6,})`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:when|if|before|after) you (?:commit|push|deploy|merge|release|publish|(?:write|create|add|make|change|touch|edit|open|review|rename|move|send|draft|name|generate|need|use|find|delete|remove|install|update|quote|cite|refactor|translate) (?:an?|any|new|code|\w+s\b(?<!this)))[^,]{0,60},? (?:please |also |always |then |first )*(?!i\b|it\b|the\b|can\b|could|will|would|is\b|are\b|we\b|there)[a-z]+ .{3,})`,
    ),
    unless: i(String.raw`^if you (?:find|see) (?:any|other)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:for|in|on) (?:all |any |my |our |your |new |every |each )*(?:${FORM_NOUNS}|${RULED}|\w+ (?:code|files|projects|texts|scripts|mails?))\b[^,]{0,30},? (?:i (?:want|like|need|use|expect|always)|i'd like|please use|use|we (?:use|write|go with|always)|no|never|always|stick (?:to|with)|only|keep) .{3,})`,
    ),
    unless: i(String.raw`\b(?:the (?:first|second|third|other)|these|those)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>i(?: want| need| expect|'d like| would like) (?:(?:type ?hints?|types|docstrings?|sources|units|a changelog \w+|a diff)\b.{0,40}\b(?:on|in|for|with|after|before|to) (?:every|all|each|any)\b.*|.{3,60}\b(?:every|all|each|any|whatever|everything) [\w ]{0,30}\byou (?:write|make|create|add|touch|do|send|generate|change|give|draft|produce)\b.*|(?:my |our |your )*${FORM_NOUNS} (?:in|as|numbered|named|written|formatted|like|without|sorted|signed|rounded|to (?:be|start|end|use|have|follow)) .{2,}))`,
    ),
    unless: i(String.raw`\bi (?:want|need) the\b|\b(?:page|screen|table|list|form|dashboard|button|users?)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>we (?:don't|do not|dont|never) (?:use|squash|rebase|merge|commit|push|deploy|ship|release|write|mock|support|store|log|accept|allow|put|abbreviate|translate|name|call|capitali[sz]e|host|send|charge|pin|vendor|publish|sell|offer|hard-?code|nest|cache|mix|do (?!that\b|this\b|it\b))\b(?! (?:it|this|that|them|the same)\b).{3,})`,
    ),
    unless: i(String.raw`\b(?:yet|because (?:it|of)|so (?:why|what)|do we|anymore than)\b`),
    scope: 'space',
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>i (?:(?:don't|do not|dont|never) (?:do|take|work|answer|read|book|schedule|accept|use|write) |only (?:work|read|take|use|write) )(?!this\b|that\b|it\b|the\b|them\b|much\b|any\b|an?\b|to\b|well\b|enough\b|your\b|like\b|these\b|those\b).{3,})`,
    ),
    unless: i(String.raw`\b(?:work (?:on|with) (?:this|it|that)|anymore|why|because)\b`),
    scope: 'user',
  },
  {
    kind: 'preference',
    when: i(
      `(?<what>(?:everywhere|wherever) it says .{1,40}? (?:it )?(?:has to|should|must|needs to) (?:say|be|read) .{2,})`,
    ),
  },
  {
    kind: 'preference',
    // Terse and without a verb: only what can be nothing but a way of working or writing.
    when: i(
      String.raw`^(?<what>(?:no|zero) (?:(?:more|new|inline|nested|default|unnecessary|trailing|magic|raw|bare|global|wildcard|star|relative|silent|force|merge|squash|direct|third-party|external) )?(?:default exports|semicolons|emojis?|exclamation marks|em[ -]dashes|abbreviations|acronyms|jargon|buzzwords|passive voice|contractions|adverbs|anglicisms|ternaries|comments|docstrings|magic numbers|globals|wildcard imports|star imports|relative imports|barrel files|inline styles|inline sql|classes|mocks|any|orms?|polyfills|force[ -]push(?:es|ing)?|merge commits|commits? to (?:main|master)|pushes|dependencies|frameworks|libraries|jquery|lodash|disclaimers|preambles?|greetings|apologies|filler|flattery|bullet points|bullets|footnotes|clichés)(?:[,;:].*| (?:please|pls|ever|anywhere|at all|here|in (?:this (?:repo|project|codebase)|general|my \w+|our \w+|the (?:repo|codebase|project|code|docs)|${FORM_NOUNS}|code|docs|titles|prod\w*)|unless|without|except|on)\b.*|\s*[.!]*$)|${CONVENTIONS}(?: for \w+(?: \w+)?)?,? (?:always|everywhere|throughout|only|in general|please|pls|not \S+(?: \w+)?)\b.*)`,
    ),
  },
];
