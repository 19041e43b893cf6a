/** English, as data for the rules. Every list errs on the side of silence: what is not clearly meant to last is left out. */
import { ENGLISH_CORRECTION } from './english-corrections.ts';
import { ENGLISH_DECISIONS, ENGLISH_FACTS } from './english-facts.ts';
import { ENGLISH_INSTRUCTIONS } from './english-instructions.ts';
import { ENGLISH_PERSON } from './english-person.ts';
import { ENGLISH_PREFERENCES } from './english-preferences.ts';
import { ENGLISH_REMEMBER } from './english-remember.ts';
import type { Language } from './language.ts';

/** Verbs that take an `s` when "I" becomes "the user". */
const VERBS =
  'prefer|like|want|hate|love|dislike|use|work|live|speak|need|write|read|run|deploy|commit|test|sign|put|name|keep|review|build|manage|maintain|teach|own|lead|study|type|know|enjoy|expect|format|merge|push|rebase|squash|ask|start|develop|design|code';

export const ENGLISH: Language = {
  lead: /^(?:(?:hey|hi|hello|ok(?:ay)?|so(?! you know)|well|ugh|argh|gosh|phew|hm+|oh|ah|great|thanks|thank you|perfect|cool|nice|please|pls|also|and|but|btw|by the way|one more thing|one thing|another thing|quick note|quick thing|small thing|just(?! so you know)|yes|yeah|yep|sure|right|good|awesome|sorry|wait|claude|again|looks good|lgtm)\b[\s,.!:;–—-]*)+/i,
  tail: /[\s,]*(?:\b(?:please|pls|thanks|thank you|thx|ok|okay|cheers|got it|alright|right)\b[\s,]*)*[\s.!?,;:]*(?:[:;]-?[)(DP])?\s*$/i,
  question:
    /\?["')\]]*\s*$|^(?:what|why|how|when(?= (?:is|are|do|does|did|will|should|can)\b)|where|who|which|can|could|would|will|shall|should|do(?= (?:you|we|i|they)\b)|does|did|is|are|am|was|were|has|have(?= (?:you|we|i)\b)|isn't|aren't|don't you|any idea)\b/i,
  politeInstruction:
    /^(?:from now on|in future|going forward),? (?:can|could|would|will) you\b|^(?:can|could|would|will) you (?:please )?(?:(?:from now on|always|never|stop \w+ing)\b)/i,
  notMeant:
    /(?<!\bi )\b(?:says?|said)\s*[.!]*$|^(?:(?:great|sure|wonderful|fantastic),? (?:always|never)|oh,? (?:great|sure|wonderful|nice)|yeah,? right|sure,? (?:just|because|go)|great job|nice job|wow|brilliant|thanks a lot|of course you|imagine|suppose|pretend|say we|let's say|hypothetically|what if|in theory|lol|dear (?!claude)\w+|as an? [\w ]{2,30}?,? i (?:want|prefer|need|can|always|expect|would))\b|\b(?:as if|what if|love how|hypothetically)\b|\b(?:according to|apparently|supposedly|allegedly|(?:they|people|some) say|i (?:read|heard) (?:that|somewhere))\b|\b(?:what could (?:possibly )?go wrong|genius|just love)\b|\b(?:his|her|their|\w+'s) (?:\w+ )?(?:rules?|motto|advice|mantra|saying|policy)\b|(?:\s\/s|🙄|😂|🤦\S*|\blol|\bhaha+)\s*[.!]*$/iu,
  uncertain:
    /\b(?:maybe|perhaps|probably|might|not sure|i guess|i wonder|i think|i believe|whether|wondering|considering|thinking (?:of|about)|could be|according to|if)\b/i,
  oneOff:
    /\b(?:for now|just now|right now|this (?:time|once|one|file|test|page|table|pr|commit|change|task|function|method|branch|email|letter|paragraph|sentence|section|ticket|issue|step|round|case|answer|reply|message|draft|chapter|scene|chart|slide|deck|class|component|query|endpoint|request|exercise|recipe|poem|report|trip|game|mail|note|text|image|picture|plot|figure|form|snippet|example|release|migration|demo|story|post|article|essay|list|plan|quiz|run|chat|conversation|week|morning|afternoon|evening|weekend)|(?:for|in|during) the (?:demo|workshop|screenshots?|example|prototype|spike|hackathon|exam|presentation|interview|moment|next (?:answer|reply|message|hour|few))|until (?:i|i'm|further notice|then|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|just this|(?<!from )today|tonight|at the moment|for the moment|temporarily|yet|in here)\b/i,
  transient:
    /,\s*(?:so |please |and |then )*(?:fix|check|hurry|why|make|try|look|update|remove|change|add|kill|help|can you|could you|be quick)\b|\b(?:usage|out of memory)\b|\b(?:broken|waiting|blocked|about to|no longer|fail(?:s|ed|ing|ure)?|down|stuck|slow|not working|(?:doesn't|don't|isn't|won't|didn't) \w+|crash\w*|hanging|hangs|red|green|currently|right now|today|still|again|empty|missing|wrong|done|ready|finished|merged|fixed|weird|flaky|complaining|error(?:s|ing)?|typos?|leak\w*|problems?|regression|bug|issue|confus\w+|almost|nearly|now)\b/i,
  material:
    /^(?!.*\b(?:rules?|remember|note|save|keep|store|down|know|things?|follow|from now on)\b[^:]*:)[^:]*\b(?:this|these|the following)\b[^:]{0,60}:\s|^(?:imagine|pretend|suppose|let's (?:say|pretend)|act as|i want you to act|role-?play|quiz me|let's play\b|let's do an? (?:sketch|role-?play|scene|quiz|mock)|(?:from now on )?you(?:'re| are) (?:now )?an? (?!bit|little|great|genius|life|star|legend|hero|angel))|^(?:(?:please|can you|could you|now|and|then) )*(?:turn|convert|make|put|format|change|bring|sort|condense|boil) (?:(?:this|it|that|these|the following|following|them|down|the [\w ]{2,20}) ?)*(?:in)?to\b[^:]*:|\b(?:says?|(?<!i )said|reads?|states?|told me|wrote|copy|headline|tagline|slogan|caption|placeholder|tooltip|label|string)\b[^:]{0,30}:|^(?:(?:please|can you|could you|now|and|then) )*(?:translate|proofread|rewrite|rephrase|summari[sz]e|write|draft|compose|reply|post|tell|explain|correct|improve|check|review|generate|rate|judge|comment on|shorten|polish|format|convert|edit|tweet|answer|quote|spell)\b[^:]*:|\b(?:translate|proofread|rewrite|rephrase|reword|paraphrase|summari[sz]e|polish|grammar|explain|review|draft|write|compose|reply to|respond to|answer this|following|says?|said|got this|log|output|message|error|text|paste[ds]?|quote|transcript|readme|article|email)\b[^:]*:\s*(?:["“(]|$)/i,
  aboutText:
    /^(?!.*\b(?:rules?|conventions?|preferences?|guidelines?|remember|from now on|keep in mind|follow|note)\b.*:\s*$).{0,200}(?:\?|:)\s*$|^(?:(?:please|pls|can you|could you|now|quick) )*(?:translate|proofread|rewrite|rephrase|reword|paraphrase|summari[sz]e|shorten|polish|improve|correct|review|explain|simplify|condense|tl;?dr|fix the (?:typos|grammar|spelling)|convert|turn|format|sort|extract|classify|highlight|merge|compare|answer|reply|respond|edit|clean|reformat|read|look|which|where|can|could|would|should|are|do|did|was|were|any|make this|turn this|what|who|why|how|is|does|check|thoughts|rate)\b.{0,150}$/i,
  talk: /\b(?:i|i'm|i'd|i've|i'll|my|me|please|pls|thanks|remember (?:that|this)|from now on)\b/i,
  announcement: /\b(?:rules?|conventions?|preferences?|guidelines?|remember|from now on|in general|keep in mind)\b/i,
  talkOn: /^(?:please|pls|also|and|ps|p\.s\.|btw|by the way|oh|remember (?:that|this)|from now on|i)\b/i,
  commissions: [
    {
      asks: /^(?:(?:please|can you|could you|now|i need you to|help me|let's|i want you to|i need|i want) )*(?:(?:translate|proofread|rephrase|rewrite|reword|shorten|polish|summari[sz]e)\b|(?:reply|respond|answer|e-?mail|mail|text|message|thank|invite|tell|inform|remind|write)(?: back)?(?: to)? (?:him|her|them|the (?!commit)\w+|my (?!e?-?mails|texts|letters)\w+|our \w+)\b|(?:write|draft|compose|create|make|generate|come up with|prepare|do|give me|type up|an?) (?:me |us |up )?(?:[\w'-]+ ){0,6}?(?:letter|e-?mail|mail|message|post|tweet|speech|toast|reply|text|story|scene|dialogue|poem|haiku|song|lyrics|bio|ad|essay|article|note|invitation|notice|sign|slogan|flyer|poster|faq|guide|handbook|manual|checklist|polic(?:y|ies)|terms|contract|prompt|persona|character|rules?|ruleset|commandments|tips|tutorial|quiz|script|sketch|press release|announcement|job ad|description|readme|template)\b)/i,
      addressed:
        /\b(?:from now on|in general|in future|going forward|house style|all (?:my|our)|my (?:texts|letters|mails|emails)|^you|(?:want|need|like) you to|(?:when(?:ever)?|every time|before|after) you|i(?:'d)? (?:generally|usually|always) (?:prefer|rather|want)|as a rule|(?:always|never) \w+ .{2,40}\b(?:in|for|on) (?:all |any |my |our )?[a-z]+s(?=[,.!]|$))\b/i,
    },
    {
      asks: /^(?:(?:please|can you|could you|now|i need you to|help me|let's|i want you to|i need|i want|we need|we want) )*(?:(?:build|create|implement|design|make|generate|develop|code|program|write|add|set up|extend|plan|suggest|find|recommend|prepare|organi[sz]e|arrange|compose|turn|draft|sketch|invent|book|cook|bake|paint|draw|plot|show) (?:me |us |up )?(?:an?|the|some|this|these|that|it|\d+|two|three|five|ten|my|our)|an?)\b/i,
      addressed:
        /\b(?:i|i'm|i'd|my|me|we|our|you|your|from now on|in general|in future|going forward|house style|conventions?|this (?:repo|project|codebase))\b/i,
    },
  ],
  standing:
    /\b(?:always|al[lwysa]{4,6}|never|ever|from (?:now|here|today)|going forward|in (?:the )?future|in general|generally|usually|as a rule|by default|every ?(?:time|where|thing)|each time|whenever|throughout|anywhere|to me|every|each(?! other)|all (?:my|our|your|new)|any \w+ you|i(?:'d)? (?:\w+ )?(?:prefer|rather)|i (?:don't|do not|dont|only) (?:do|take|work|book|schedule|accept|want)|unless i|we (?:always|never|don't|do not|only|use|write|name|call|keep)|our|my \w+s|conventions?|house|(?:keep|leave) it (?:that way|like)|that'?s (?:exactly )?(?:how|the|what)|in (?:all|every)|this (?:repo|project|codebase))\b/i,
  pointsAt:
    /^(?!.*\b(?:from (?:now|here|today)|in general|as a rule|(?:all|every|any) (?:of )?(?:my|our|the other))\b).*\b(?:in|for|on|of|from|to|with|at|into) (?:this|that|these|those) (?!(?:\w+ )?(?:repo|repository|monorepo|project|codebase|team|company|house|workspace|office|org|app|is|are|it|we|you|i|and|but)\b)[a-z]+/i,
  definite:
    /\b(?:in|for|on|of|into|from|to) the (?!(?:\w+ )?(?:repo|repository|monorepo|project|codebase|team|company|code|docs|database|future|way|point|end|chat|first place|imperative)\b)\w+|\bthe (?:first|second|third|last|next|other|same|following|current|draft)\b|\b(?:in|from|to|of|on) [\w/-]+\.(?:ts|tsx|js|py|go|rs|md|css|html|sql|txt|csv)\b|\b(?:push|commit|merge|deploy|publish|send|delete|do|make|use|run) (?:this|it|that)\b/i,
  aside:
    /^(?!(?:when|whenever|if|before|after|unless|for|in|on)\b).*[,;–—] (?!(?:not|never|no|use|please|pls|max|only|just|and|i(?!'m (?:about|on|in))|unless|even|instead|rather|or|when|because|since|otherwise|two|three|one|at most|under|but not|like|so like)\b)(?=[a-z])/i,
  request:
    /[,;]\s*(?:so|and|now|then)\s+(?:please\s+|can you\s+|could you\s+)*(?:set|make|do|fix|change|update|write|redo|apply|add|start|plan|go)\s+(?:(?:this|that|it|these|the|everything)\b|(?:on|ahead) with (?:this|that)\b).*$/i,
  condition:
    /^(?!(?:in (?:the )?future|in general|as a rule|(?:this|that|it|they|these|here|looks?|nice|good|great|fine|perfect|thanks|thank|yes|no|nope|works?|love|merged|done|one|can|could|would|you|there|i (?:think|see|know|get|guess|mean|just|got|saw|read|like|love)|i'm|i am|i've|remember|what|why|how|also|please|from)\b)|(?:get|fix|add|make|do|build|create|write|implement|draft|install|update|change|remove|delete|move|run|check|show|give|find|look|use|put|set|try|start|open|review|refactor|rename|translate|tell|explain|commit|push|merge|deploy|send|plan|call|go|stop|keep|leave|let's|help|clean|sort|take|ship|post|test|convert|turn|read)\b)\S/i,
  pointing:
    /^(?:(?:please|always|never|don't|do not|ever|from now on|in future|so|just|and),? )*(?:do|keep|make|write|use|put|format|leave|name|call|have|show|give|say) (?:it|that|this|them|those|these|things)\b(?: (?:like|that|this|way|again|so|always|every ?time|each time|from now on|in (?:the )?future|in general|please|the same|there|as well|too|everywhere|here|for|me|to|anymore|ever|just))*[\s.,!]*$/i,
  afterthought:
    /^(?:ever|at all|in general|as a rule)[.!]*$|^(?:and )?not (?!sure|yet|bad|now|really|good|great|too|so\b|urgent|that|this|again|working|needed|today|even|ok|only|just|quite|at all|necessarily)\S+(?: \S+){0,3}[.!]*$/i,
  statements: [
    ...ENGLISH_REMEMBER,
    ...ENGLISH_PERSON,
    ...ENGLISH_INSTRUCTIONS,
    ...ENGLISH_PREFERENCES,
    ...ENGLISH_DECISIONS,
    ...ENGLISH_FACTS,
  ],
  correction: ENGLISH_CORRECTION,
  project:
    /\b(?:(?:this|the|our) (?:\w+ )?(?:project|repo|repository|codebase|app|application|api|package|monorepo|site|website|service|backend|frontend|database|schema|document|manuscript|book|thesis|ci|pipeline)|here|we|we're|we've|we'll|our|migrations?|staging|production|prod|main|master|src)\b|[\w.-]+\/[\w.-]+|\b[\w-]+\.(?:ts|js|py|go|rs|md|json|ya?ml|toml|css|html|sql)\b/i,
  tasks: [
    {
      when: /^(?:the )?next steps?(?: here| for us)?(?: is| are| would be| will be|:)\s*(?:to\s+|:\s*)?(?!\s*(?:in|on|at|not|listed|described|unclear|above|below)\b)(?<what>.{6,})/di,
    },
    { when: /^(?:to-?do|action item|follow-?up)s?(?: for [\w ]{2,20})?\s*:\s*(?<what>.{4,})/di },
    {
      when: /\bremind me (?:later |tomorrow |next \w+ )?(?:to|that i (?:need|have) to)\s+(?<what>.{4,})/di,
      evenAsked: true,
    },
    {
      when: /^(?:don't|do not|dont) (?:forget to\s+|let me forget\s+(?:to |about |that )?)(?<what>.{4,})/di,
      alone: true,
    },
    {
      when: /^remember to\s+(?!always|never)(?<what>.{4,}\b(?:later|tomorrow|tonight|next|before (?!you)|by|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b.*)/di,
    },
    {
      when: /(?:^|[,;:–—]\s*|\b(?:and|but|so|then)\s)(?:later|tomorrow|next (?:week|time|session|sprint|month)|this (?:week|month|sprint)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|after (?:that|this|the (?:release|launch|demo|merge|holidays)))\b,? (?:on )?(?:we|i)(?:'ll)? (?:still |also )?(?:need to|have to|must|should|want to|still|will have to)\s+(?<what>.{4,})/di,
    },
    {
      when: /^(?:we|i|some(?:one|body))(?:'ll)? (?:still |also )?(?:needs? to|has to|have to|must|should|will have to) (?<what>.{4,}?\b(?:later|tomorrow|this (?:week|month|sprint|quarter)|next (?:week|time|session|sprint|month|iteration|release)|(?:before|after) (?:the |we )?(?:release|launch|demo|go(?:ing)? live|holidays)|eventually|at some point|some day|by (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b.*)/di,
    },
    {
      when: /(?:^|[,;:–—]\s*|\b(?:and|but|so|then)\s)(?:we|i)(?:'ll| will|'re going to|'m going to) (?!see\b|check\b|look\b|talk\b|be\b|do (?:it|that|this)\b|get back|come back|continue|know|let you|have\b|try\b|go\b|need\b|tell\b|ask\b)(?<what>\w+ .{4,}?\b(?:in (?:the|a) (?:next|later|second|follow-?up) (?:iteration|sprint|release|version|round|phase|pr|step)|next (?:week|sprint|month|iteration|release|quarter|year)|in a follow-?up|after (?:the|we) (?:release|launch|demo|merge|go live|holidays)|some other (?:day|time))\b.*)/di,
    },
    {
      when: /(?:[,;:–—]\s*|\b(?:and|but|so|then|also)\s)(?:we|i)(?:'ll)? (?:still |also )?(?:need to|have to|must|should|will have to) (?<what>.{4,}?\b(?:this (?:week|month|sprint|quarter)|later|tomorrow|next (?:week|time|session|sprint|month|iteration|release)|(?:before|after) (?:the |we )?(?:release|launch|demo|go(?:ing)? live|holidays)|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|by (?:the )?end of|at some point|eventually)\b.*)/di,
    },
    {
      when: /^(?<what>.{2,80}\buntil\b.{3,60}[,;] ?(?:and )?then (?:we|i|you) (?:have to|need to|must|should|can) \w+ .{3,})/di,
    },
    {
      when: /^(?<what>(?:once|as soon as|after|when) (?!you\b|that's|this is|it's).{3,80}?,? (?:we|i)(?:'ll| (?:still |also |then )?(?:need to|have to|must|should|will(?: have to)?)) (?!see\b|be\b|know\b|get\b|have\b|look\b).{6,})/di,
    },
    {
      when: /^(?:(?:at some point|some day|one day)(?: \([^)]*\))?,? )?(?:(?:some(?:body|one)|we|i) (?:really )?(?:has to|have to|needs? to|should|must|ought to) (?:finally |also |really )?)?(?<what>.{6,}?)[,;.–—-]*\s+(?:please |pls )?(?:put|note|write|keep) (?:it|that|this)(?: down)? (?:on|in|into) (?:the|my|our|your) (?:to-?do |task )?(?:lists?|backlog|to-?dos?|tasks)\b/di,
    },
    { when: /^put (?<what>.{6,}?) (?:on|in|into) (?:the|my|our) (?:to-?do list|list|backlog|to-?dos)\b/di },
    { when: /^(?:we|i) still (?:need|have) to\s+(?<what>.{4,})/di },
    {
      when: /^(?:(?:things? )?still (?:to do|to be done|open|missing|pending|outstanding|left|on (?:the|my) list)|left to do|what's (?:left|missing)|remaining|open (?:points?|items?|ends?|tasks?)|backlog|later|parked|parking lot|(?:up next|next up)|(?:left )?for (?:later|tomorrow|next (?:week|time|session|sprint))|tomorrow(?=:)|next (?:week|session|sprint)(?=:))\s*(?::|is:?)\s*(?<what>.{4,})/di,
    },
  ],
  timed:
    /\b(?:later|tomorrow|tonight|next|before|after|once|when (?:the|we|i)|until|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|by the end|this (?:week|month|evening|afternoon)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
  urgent: /\b(?:urgent(?:ly)?|asap|critical|blocking|blocker|first thing|immediately|high priority)\b/i,
  canWait:
    /\b(?:some ?day|eventually|at some point|nice to have|low priority|whenever|no rush|not urgent|can wait|one day)\b/i,
  firstPerson: {
    turns: [
      [/\bI(?:'m| am)\b/gi, 'the user is'],
      [/\bI(?:'d| would)\b/gi, 'the user would'],
      [/\bI(?:'ve| have)\b/gi, 'the user has'],
      [/\bI (?:don't|do not)\b/gi, 'the user does not'],
      [/\bI (?:can't|cannot)\b/gi, 'the user cannot'],
      [/\bI (?=always|never|usually|only|really|strongly|generally|much|can\b|go\b)/gi, 'the user '],
      [new RegExp(`\\bI (${VERBS})\\b`, 'gi'), 'the user $1s'],
      [
        new RegExp(`\\b(the user (?:always|never|usually|only|really|strongly|generally|much) )(${VERBS})\\b`, 'gi'),
        '$1$2s',
      ],
      [/\bthe user go by\b/gi, 'the user goes by'],
      [/\bmy\b/gi, "the user's"],
      [/\b(?:me|myself)\b/gi, 'the user'],
    ],
    left: /\b(?:I|I'll|mine)\b/,
    mark: 'User: ',
  },
};
