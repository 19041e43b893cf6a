/** How people correct an assistant in English, and what only looks like it. */
import { FORM_NOUNS, i, WORK_NOUNS } from './english-words.ts';
import type { CorrectionWords } from './language.ts';

const IS =
  "(?:is|are|was|were|isn't|aren't|goes?|lives?|runs?|uses?|belongs?|starts?|ends?|lies|costs?|takes?|lasts?|means|opens|closes|has|have|comes?|expires?|gives?|counts?|begins?|appl(?:y|ies)|reads?|gets?|sends?|stays?|works?|returns?|wants?|speaks?|pays?|sits|stands?)";

export const ENGLISH_CORRECTION: CorrectionWords = {
  opener: i(
    String.raw`^(?:(?:no+(?=[,.!:;–—-]|\s+(?:use|we|we're|it|it's|that|that's|the|this|i|i'm|don't|always|never|my|our|they|they're|you|not|please|sorry|let's|dates|actually|no|there)\b)|nope|nah|wrong (?:\w+ )?\w+(?=\s*[,:;.!–—-])|wrong|incorrect|not quite|correction|actually|almost|that(?:'s| is|'s just) not how .{2,40}?(?:works?|goes|go|done|do (?:it|this|that)|spelled|called|written)(?=\s*[,:;.–—-])|you(?:'re| are) (?:wrong|mistaken)(?: (?:about|on) \w+)?|that(?:'?s| is| was)(?: actually| still)? (?:wrong|not (?:right|correct|true|it|quite right)|incorrect|false)|that isn't (?:right|correct|true)|that(?:'?s| is) (?:outdated|out of date|old news|no longer (?:true|right|the case))|you (?:got|have|had) (?:that|it|this|them|the [\w ]{2,20}?) wrong|(?:scrap|forget) what i (?:said|wrote|told you)(?: about (?:the )?\w+)?|(?:i'm |i am )?(?:so )?sorry(?: to \w+(?: \w+){0,3})?,? but(?: i (?:believe|think))?|not true)\b[\s,.:;!–—-]*(?:(?:again|actually|sorry|please|no|that(?:'s| is) (?:wrong|not (?:right|correct)|incorrect)|as i said|like i said|i said|i meant|i told you)\b[\s,.:;!–—-]*)*|(?:as|like) i (?:already )?said[\s,:]+(?:before[\s,:]+)?|i (?:already |just |clearly |specifically )?(?:said|meant|told you(?: already| before)?)(?: that)?[\s,:]+)(?<what>\S.*)`,
  ),
  alone: i(
    String.raw`^(?:no+|nope|nah|wrong|incorrect|not quite|(?:no[, ]+)?that(?:'?s| is| was)(?: actually| still)? (?:wrong|not (?:right|correct|true|it|what i (?:said|meant|asked for|wanted))|incorrect)|that isn't (?:right|correct|true)|that(?:'s| is) (?:(?:the|my|our|his|her) old \w+|outdated|out of date)|not [\w.-]+(?: [\w.-]+)?(?=[.!])|wrong again|you(?:'re| are) wrong|you got (?:that|it|the \w+) wrong|you misunderstood(?: me)?)\s*[.!]*$`,
  ),
  value: i(
    String.raw`^(?:please |you should |you must )?(?:always|never|use|call|name|write|spell|format|address|sign|prefix|stick (?:to|with)|only use|don't use|do not use)\s+(?!it\b|this\b|that\b|me\b|a (?:test|function|loop)\b)\S|^(?:we|i)(?:'re| are|'ve)?\s+(?:always |never |only |actually )?(?:use|prefer|deploy|run|call|write|host|store|name|spell|work|live|don't use|do not use|on|using|pay|bill|ship)\b|^(?:let's|we'll) (?:use|go with|stick with)\b|^(?:it|that|this|they|he|she|there|these|those)(?:'s|'re| ${IS})\s|^(?!(?:i|we|you|it)\b)(?:(?:the|our|my|your|all|every|his|her|their)\s+)?[\w'./-]+(?:\s[\w'./-]+){0,5}?\s${IS}\b|^(?:not|never)\s.+\bbut\b|^(?:i|we)(?:'ve| have)? (?:moved|switched|changed|migrated) (?:\w+ )?to\b|^(?:i'm|he's|she's|it's|we're|they're) not .+[,;] (?:i'm|he's|she's|it's|we're|they're|but)\b|[,;]\s(?!(?:i|we|you|it|that|this|which|there|he|she|they)\b)(?:(?:the|our|my)\s)?[\w'./-]+(?:\s[\w'./-]+){0,3}?\s${IS}\b|,\s*not\s|\binstead of\b|\brather than\b`,
  ),
  firm: i(
    String.raw`\b(?:we|we're|our|my|i'm|always|never|everywhere|here|all|every|instead of|rather than)\b|,\s*not\s|^not\s.+\bbut\b`,
  ),
  own: i(String.raw`^(?:our|my|we|we're|i|i'm)\b`),
  pronoun: i(String.raw`^(?:it|that|this|they|he|she|there|these|those)\b`),
  notValue: i(
    String.raw`^(?:keep|leave|put|move|try|do|add|make|show|check|look|go|stop|remove|delete|run|open|fix|give|change|just|set|take)\b|\bline \d+|\b(?:bug|issue|could|might|(?<!\b(?:in|of|since|until|by) )may)\b|^still\b|\bit's been\b|\b(?:is|it|it's|that|that's|they|are|does|i|i'm|you|tests?|build|page) still\b|\bstill (?:does|is|not|the|get|see|happen|show|there)\b|\b(?:doesn't|don't (?:think|know|want|need|worry|bother|see|get)|didn't|not working|fail(?:s|ed|ing)?|broken|errors?|crash\w*|same (?:thing|issue|problem|result|error)|fine|problem|worries|rush|no idea|never ?mind|can you|could you|would you|let me|i'll|i just|i was|i am just|you can|you could|go ahead|leave it|skip (?:it|that)|forget it|not (?:needed|necessary|yet|now|today)|for now|later|nothing|that's (?:all|it|enough|ok|okay)|it's (?:ok|okay|good|all good|enough|done)|wait|hold on|maybe|perhaps|i think|i guess|pretty|funny|interesting|nice|good|great|love|cool|amazing|thanks|thank you|fault|working|works|now|should be (?:\w+er|more|less)|image|picture|column|row|text|title|box|label|width|height|size|screen|button|header|footer|sidebar|modal|icon|colou?r|font|margin|padding|layout|navbar|popup|undo|revert|roll back|there (?:is|are) no|should (?:work|pass|fail|return|throw|show|render|display|appear))\b|^(?:it|that|this)(?:'s| is) (?:a |an |the )?(?:\w+ )?(?:bug|question|issue|idea)\b|^use (?:the|your|a|an|that|this) (?:other|first|second|third|same|existing|old|new|previous)\b`,
  ),
  contrast: i(
    String.raw`^(?:it|that|they|he|she|we|i|(?:the|our|my|his|her|their) [\w' -]{2,40}?|[A-Z][\w-]+)\s?(?:'s|'re|is|are|was|should be|must be|runs? on|lives? (?:in|on|at)|uses?|use|work (?:at|for|in)|deploy to|goes (?:to|in|into))\s[^,]{1,80},?\s(?:and )?not\s(?!that|sure|yet|working|only|just|really|the case|a problem|bad|good|great|too|very|so\b)\S.*|^not\s[^,]{1,60}?(?:,?\s(?:but|it's)|,\s(?:the|our|my|we|use|it is))\s.+`,
  ),
  denied: i(
    String.raw`^(?:(?:this|that|it)(?: is|'s)?(?:n't| not) (?:an?|our|my|your)|(?!(?:this|that|it)\b)[\w' -]{2,40}?(?: is| are|'s|'re| was| were)?(?:n't| not) (?:an?|the|our|my|your)) [^,;]{2,40}[,;] (?:it|this|that|he|she|they)(?:'s|'re| is| are| was) (?!just|only|more|too|so\b|still|not|been|fine|ok|\w+(?:ous|ant|ent|ing|ed|ful|able|al|ic)\b)\S.*`,
  ),
  accused: i(
    String.raw`\byou (?:say|said|wrote|write|put|used|called|assumed|set|took|installed|keep \w+ing)\b(?<wrong>[^,;.]{2,60})`,
  ),
  ours: i(
    String.raw`^(?:(?:don't|do not|dont|stop) (?=.{4,70}?[,;:–—-]\s(?:we|here we|it's) (?:always |only )?(?:run|use|test|write|deploy|build|do|work|store|keep|call|name|ship|all)\b)|we (?:don't|do not) have (?:an? |any )?|we have no )(?<wrong>\w{3,5})`,
  ),
  written: i(
    String.raw`^(?!.*\b(?:file|function|variable|method|class|branch|test|script|folder|component|endpoint|user)\b).{2,40} (?:is|are) (?:written|spelled|spelt|called|lower ?case|upper ?case|one word|two words|hyphenated)\b.{3,}|^it's [\w'-]+ with (?:an?|one|two|no|double)\b.*`,
  ),
  goesOn: i(String.raw`^(?:the |our )?[\w'-]+(?: [\w'-]+){0,2} (?:is|are) \S+(?: \S+){0,3}$`),
  measure: i(
    String.raw`\b(?!(?:line|option|slide|page|step|chapter|row|number|draft|figure|question|item|part|section|table|column|test|exercise|level|the|and|for|not|only)\b)(?<thing>[a-z]{3,}) v?(?<number>\d[\d.]*\d|\d)`,
  ),
  opposed: i(
    String.raw`^(?!(?:make|put|show|give|add|do|try|move|change|delete|remove|fix|run|open|send|take|why|if|it's not|not)\b)\S.{0,200}?[\w"'_/)%],?\s(?:and\s|so\s)?not\s(?:in |on |at |to |as |with |by |from |of |after |for |the |an? |like )*(?<wrong>["'_]*[\w./%&-][^,.;!?]{0,30}?)["'_]*(?=$|[.,;!]|\s[–—(-])`,
  ),
  form: i(
    String.raw`^(?!the\b)(?<what>(?<kind>${FORM_NOUNS}) (?:should|must|need to|have to|has to|needs to|are supposed to|shall|ought to)(?: always| never| only| not)? (?:be|run|match|point|use|go|follow|start|end|look|have|contain|include|begin|live|read|stay|come)\b.{2,})`,
  ),
  habit: i(
    String.raw`^(?:${WORK_NOUNS}\b|(?:our|my|your)\b)(?=.*\b(?:be (?:always |only )?(?:in\b|short(?!er)|brief|written|formatted|named|under|below|plain|simple|lower|upper|signed|small|at most|max|no )|use|follow|start with|end with|begin with|have)\b)|\b(?:always|never|in general|everywhere|throughout)\b`,
  ),
  standing: i(String.raw`\b(?:always|never)\b`),
  wrong: i(
    String.raw`(?:,\s*(?:and\s)?not|\binstead of|\brather than|\bnot|\bover)\s(?!to\b|be\b|use\b)(?<wrong>[^,.;]{1,60}?)(?=$|[.,;!]|\sbut\b|\s(?:for|in|on|when|because)\b)`,
  ),
  sayWrong: ', not $wrong',
  sayAsked: ' (asked: $asked)',
};
