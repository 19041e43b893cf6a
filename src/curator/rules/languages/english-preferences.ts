/** Likes and dislikes, and forms for what is written, in English. The first rule that fits decides. */
import {
  AGENT_VERB,
  ALWAYS_OR_NEVER,
  CLAUSE,
  CONVENTIONS,
  FORM_NOUNS,
  HABITS,
  i,
  RULED,
  SOFT,
  WORK_NOUNS,
} from './english-words.ts';
import type { StatementRule } from './language.ts';

export const ENGLISH_PREFERENCES: readonly StatementRule[] = [
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}${SOFT}(?<what>i (?:want|expect) (?:all |every |each )*(?:my |our |your )(?:${FORM_NOUNS}|${RULED})\b(?: \w+){0,2}? (?:in|as|with|without|to (?:be|have|start|end|use|follow)|written|formatted|named|signed|short|sorted)\b.{2,}|only use (?!this|that|it|the|data|rows|columns|what|these|those|one\b|two\b)\S+(?: \S+){0,3}(?= (?:for (?:all|every|tests|new|any|our|my)|in (?:this|our|my|all))\b).*|prefer \S.{1,60}? (?:over|to|instead of|rather than) \S.*|(?:when(?:ever)?|if) (?:in doubt|unsure|you(?:'re| are|r|) ?(?:not sure|unsure|in doubt|aren't (?:\w+ )?sure|don't know))\b[^,]{0,40},? (?:please |just |always |then )*(?:ask|say|tell|use|check|don't|leave|stop|choose|prefer|keep|pick|write|do)\b.*|before you \w+ .{0,40}[, ](?:please |always )?(?:ask|check with|confirm)\b.*|${FORM_NOUNS} (?:are|is|go|goes) (?:always|never) (?:written|formatted|shown|given|named|signed|spelled|rounded|abbreviated|capitali[sz]ed|squashed|rebased|in|as|under|to|with)\b.*|we \w+ .{4,80}, always\s*[.!]*$|i (?:only |mostly )?use ${CONVENTIONS}\b.*|for (?:all |any |every )?(?:future|my|our|new) [\w ]{3,30}: (?!\s*$).{4,}|i like (?:all )?my (?:\w+ ){0,2}\w+s (?:in|as|with|without) .{2,}|(?:address|speak to|talk to|write to) me (?:as|with|in|by|informally|formally)\b.*|i (?:don't|do not|never) want (?:you to (?!.*\b(?:this|that|it|the)\b).{4,}|(?:any |to see |to read |more )*(?!this|that|it\b|the\b|to\b|an?\b|you\b)\S+(?: \S+){0,4}? (?:anywhere|any ?more|ever|at all|in (?:my|our|any|all|legal|${FORM_NOUNS})|that (?:repeat|say|explain))\b.*)|we (?:write|name|spell|format|prefix|number|sign|abbreviate|capitali[sz]e) (?!this|that|it\b|the\b)\S+.{0,40}? (?:as|in|with|like|by|without) .{2,}|(?:commit messages|branch(?:es| names)|pr titles|file ?names|variable names|test names)\s*:\s*(?!["_]).{5,})`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>(?:for|in|with) [\w-]+(?: [\w-]+)? i prefer\b.{3,}|i(?:'d| would| am)? (?:do |also |still |really |much |strongly |generally |usually |always |personally )*(?:prefer|rather (?:you|we))\b.{4,})`,
    ),
    unless: i(
      String.raw`\bbut (?:the|this|that|here)\b|\bprefer (?:not to say|that|this|it|the|an?|option|your|version|to (?:keep|leave|wait|go|have|see|start|do)|something|one|if (?:the|it|we))\b(?! (?:you|we|i|all|answers|replies)\b)(?!.*\b(?:over|rather than|instead of|in general|generally|whenever|every)\b)`,
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
      String.raw`${CLAUSE}(?<what>i (?:really )?(?:hate|dislike|can't stand|don't like|do not like|like it when|love it when)\s+(?:(?:it )?when (?:you|code|answers|people \w+ code)\b|being (?:asked|told|called|addressed)\b|you \w+ing\b|(?:[\w-]+ ){0,2}(?:${HABITS}|${CONVENTIONS})\b).*|i like it when you\b.{4,})`,
    ),
    unless: i(String.raw`\b(?:mondays?|bugs?|errors?)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>(?:(?:for|in|with) [\w-]+(?: [\w-]+)?,? )?my (?:preference|preferred \w+(?: \w+)?) (?:is|are)\b.{3,})`,
    ),
    scope: 'user',
    plain: true,
  },
  {
    kind: 'preference',
    // What "I" always do is a habit, and no wish: only wanting, and how one writes, asks something of the agent.
    when: i(
      String.raw`${CLAUSE}(?<what>(?:i ${ALWAYS_OR_NEVER} (?:want|(?<=never )need|prefer|expect|use|write|sign|format|name|spell)(?! (?:to (?!see)|it\b|this\b|that\b|the (?:wrong|same|old)\b|my\b))|(?:we(?: should| must| need to)?|you (?:should|must|need to)) ${ALWAYS_OR_NEVER} ${AGENT_VERB}(?! (?:it|this|that|them|the same|out)\b)|we only ever ${AGENT_VERB})\b.{3,})`,
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
      String.raw`\b(?:in (?:this|that|one)|since|pass|passes|passed|work|works|green|fail|failing|good|fine|set|done|there|of (?:them|it|this|that)|i (?:need|want)|you (?:need|have)|that|is well|ok)\b`,
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
      String.raw`^(?<what>(?:(?:a )?(?:couple|few) (?:of )?)?(?:(?:our|my|one|two|three|new|simple|golden|ground|general|house|code|coding|writing|team|project|commit|naming|git)\s+)+(?:style|rules?|conventions?|guidelines?|preferences?)(?: (?:for|in|on) (?!the\b)[\w' -]{2,30}| here| though| since [\w' ]{2,50})?\s*:\s*\S.{3,})`,
    ),
    unless: i(
      String.raw`\b(?:eslint|css|lint|firewall|validation|regex|grammar)\b[\w ]* rules?\b|\b(?:says?|said)\b|\brules?: ?["_${'`'}]*$`,
    ),
  },
  {
    kind: 'preference',
    // "… keep it that way": said of a wish that would otherwise hold for once.
    when: i(
      String.raw`^(?<what>.{8,}?)[,;–—-]\s*(?:(?:and|so|please|pls|just) )*(?:(?:keep|leave) it (?:that way|like that|like this|so)\b.*|that'?s (?:the|our) (?:rule|convention|standard) (?:here|in (?:this|our))\b.*|that'?s (?:how|the way) (?:i|we) (?:want|like|do|need|write|prefer) (?:it|them|things|that)\b(?! (?:on|in) the).*|(?:the )?same (?:goes )?for (?:all|every|each|any|future)\b.*|(?:always|as a rule|every time|each time|in general|as a rule|everywhere|by default|across the board|without exception)(?:,? (?:please|pls))?\s*[.!]*$)`,
    ),
    unless: i(
      String.raw`^(?:it|that|this|he|she|they|there|you|thanks|same|\w+ (?:it|them|this|that|these|those))\b|\b(?:love\w*|lovely|happens|fails|crash\w*|breaks|error|makes?|means|is|are|was|were|has|had|works?|looks?|gets?)\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`^(?<what>(?:for|in|on) (?:all |any |my |our |your |new |every |each )*(?:${FORM_NOUNS}|${RULED}|\w+ (?:code|files|projects|texts|scripts|mails?))\b(?: (?!i\b)[^,\s]+){0,4},? (?:i (?:want|like|need|expect|always)|i'd like|please use|use|we (?:use|write|go with|always)|no|never|always|stick (?:to|with)|only|keep) .{3,})`,
    ),
    unless: i(String.raw`\b(?:the (?:first|second|third|other)|these|those)\b`),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>i(?: want| need| expect|'d like| would like) (?:(?:type ?hints?|types|docstrings?|sources|units|a changelog \w+|a diff)\b.{0,40}\b(?:on|in|for|with|after|before|to) (?:every|all|each|any)\b.*|.{3,60}\b(?:every|all|each|any|whatever|everything) [\w ]{0,30}\byou (?:write|make|create|add|touch|do|send|generate|change|give|draft|produce)\b.*|(?:my |our |your )*${FORM_NOUNS} (?:in|as|numbered|named|written|formatted|like|without|sorted|signed|rounded|to (?:be|start|end|use|have|follow)) .{2,}))`,
    ),
    unless: i(
      String.raw`\bi (?:want|need) the\b|\bin one\b|\bby (?:\d|tomorrow|tonight)|\b(?:in|for) the (?:export|csv|report|file)|\b(?:page|screen|table|list|form|dashboard|button|users?)\b`,
    ),
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>we (?:don't|do not|dont|never) (?:use|squash|rebase|merge|commit|push|deploy|ship|release|write|mock|support|store|log|accept|allow|put|abbreviate|translate|name|call|capitali[sz]e|host|send|charge|pin|vendor|publish|sell|offer|hard-?code|nest|cache|mix|do (?!that\b|this\b|it\b))\b(?! (?:it|this|that|them|the same|half|most|all|any of|some)\b).{3,})`,
    ),
    unless: i(String.raw`\b(?:yet|because (?:it|of)|so (?:why|what)|do we|anymore than)\b`),
    scope: 'space',
  },
  {
    kind: 'preference',
    when: i(
      String.raw`${CLAUSE}(?<what>i (?:(?:don't|do not|dont|never) (?:do|take|schedule|accept|book) |only (?:do|take|accept) )(?=(?:\w+ )?(?:meetings|calls|appointments|bookings|orders|clients|interviews|customers)).{3,})`,
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
    // Terse and without a verb: only what can be nothing but a way of working or writing, and says where it holds.
    when: i(
      String.raw`^(?<what>(?:no|zero) (?:[\w-]+ )?${HABITS}(?:[,;:]? (?:ever|anywhere|at all|here|in (?:this (?:repo|project|codebase)|general|my \w+|our \w+|the (?:repo|codebase|project|code|docs)|${FORM_NOUNS}|code|docs|titles|prod\w*)|unless|without|on)\b.*)|${CONVENTIONS}(?: units)?(?: for \w+(?: \w+)?)?,? (?:always|everywhere|throughout|only|in (?:general|all|my|our|every)|please, always)\b.*|[\w.-]+(?: for [\w ]{2,20})?, (?:and )?never [\w.-]+(?=[.!]*$|,? (?:in|for) (?:all|my|our|any|this)\b).*)`,
    ),
    unless: i(
      String.raw`^(?:always|now|once|late|better|but|and|it|that|this|twice|first|well|almost|maybe)\b|, never (?:again|mind|more|less|the|a|been|had|too)\b`,
    ),
  },
];
