/** Pieces that patterns of English are built from. */

/** Patterns ignore case and tell where their groups are. */
export const i = (source: string): RegExp => new RegExp(source, 'id');

/** Where a clause can begin: at the start, after punctuation, after "and" and the like. */
export const CLAUSE = String.raw`(?:^(?:(?:for|in|on) (?:this|our|the|my) [\w-]+,?\s+)?|[,;–—(]\s*|\b(?:things?|notes?|rules?|important|also|so|ps|fyi|asking|request|remember|wish|ask|background|context|reminder|no|style|way|point|general|info|me|clear|this):\s*|:\s+(?=(?:i|we|my|our)\b)|\s-+\s+|\b(?:and|but|so|then|also|because|since)\s+)`;
/** Typed in haste as well. */
export const ALWAYS = '(?:always|alwyas|allways|alwasy|awlays|alway)';
export const SOFT = String.raw`(?:(?:please|pls|just|also|you should|you must|you need to|make sure (?:to|you|that you)|be sure to|can you|could you|would you|will you|i want you to|i need you to|i'd like you to)\s+)*`;
export const ALWAYS_OR_NEVER = `(?:${ALWAYS}|never)`;
/** What an agent can be told to do: "always have", "never again" and "always nice" tell it nothing. */
export const AGENT_VERB = String.raw`(?:use|write|run|keep|put|name|call|show|give|add|ask|answer|reply|respond|avoid|prefer|format|commit|push|pull|merge|rebase|squash|test|check|translate|include|explain|update|create|make|start|begin|end|finish|tell|say|mention|do|delete|remove|change|edit|touch|modify|rename|move|install|deploy|release|publish|ship|send|sign|spell|round|quote|cite|link|log|print|import|export|mock|skip|guess|assume|invent|apologi[sz]e|summari[sz]e|repeat|document|comment|review|read|open|close|wrap|escape|validate|sort|group|indent|store|save|set|pin|bump|tag|build|lint|regenerate|generate|refactor|rewrite|suggest|recommend|propose|offer|address|speak|talk|follow|stick|plan|book|schedule|cook|convert|calculate|compute|measure|list|number|prefix|capitali[sz]e|abbreviate|hard-?code|swallow|catch|throw|return|declare|define|mark|label|attach|cc|copy|paste|share|reveal|expose|force|reset|drop|amend|fix|verify|confirm|wait|insert|inline|nest|mix|combine|split|cut|shorten|leave|be(?! able| allowed| possible)|treat|handle|order|charge|bill|invoice|search|look (?:it |things )?up|fetch|query|restart|disable|enable|ignore|describe|draw|plot|type|annotate|cover|upload|back up|encrypt|find|work|accept)(?! (?:mind|again|that again|this|so)\b)`;
/** Kinds of things for which people give a form. */
export const FORM_NOUNS =
  '(?:(?:all|the|our|my|your|any|every|each) )*(?:dates?|times?|timestamps|prices|amounts|numbers|currenc(?:y|ies)|units|measurements|names|commit messages?|commits|branch(?:es| names?)|pr titles?|pull requests|file ?names?|(?:code |source )?comments|variable names?|variables|function names?|class names?|table names?|test (?:files|names)|tests|imports|headings|comments|docstrings|docs|migrations|letters|e-?mails|mails|invoices|replies|answers|responses|explanations|summaries|reports|quotes|citations|references|bullet points|paragraphs|sentences|headlines|slides|captions|footnotes|components|endpoints|error messages|log messages|changelog entries|decimals|percentages|addresses|phone numbers|greetings?)';
/** What work consists of, over and over: the occasions of a habit. */
export const OCCASION = String.raw`(?:commits?|push(?:es)?|merges?|releases?|deploy\w*|refactor\w*|edits?|sessions?|answers?|repl(?:y|ies)|migrations?|prs?|pull requests?|code changes?|changes?|tasks?|new (?:files?|endpoints?|components?|functions?|features?|dependenc(?:y|ies)|modules?|tests?|tables?|routes?|class(?:es)?|services?|packages?|branch(?:es)?|pages?))`;
/** Kinds of things that are written in the course of work, and hardly ever the data of what is built. */
export const WORK_NOUNS =
  '(?:(?:our|my|your|all|any|every|each|new|public) )*(?:commit messages?|commits|branch(?:es| names?)|pr titles?|pull requests|prs|file ?names?|variable names?|variables|function names?|class names?|table names?|test (?:files|names)|imports|docstrings|migrations|replies|answers|responses|explanations|summaries|changelog entries|paragraphs|sentences|headings|quotes|citations|references|functions?|classes|modules|code|identifiers|constants|(?:sql )?keywords|scripts|hooks)';
/** Behaviour of what is built: "always show the banner" asks for a feature. */
export const FEATURE = String.raw`\b(?:always|never)\b (?:show|display|render|redirect|return|let|allow|hide|validate|trigger|highlight|open|close|scroll|load|fetch|refresh|reload|store|save|send|sort|round|pick|take|skip|select|start at|fall back|default|exceed|block|retry|appear|expire|log (?:out|in))\b(?!.*\b(?:me|my|i|you|your|we|our|diff|repo|project|answers?|commits?)\b)`;
/** Kinds of things that have rules in a project. */
export const RULED =
  '(?:functions?|components?|classes|modules?|code|documents?|changes?|features?|routes?|apis?|services?|quer(?:y|ies)|packages|dependencies|secrets|scripts?|chapters?|prs?|hooks|types|sources|offers|contracts|constants|(?:sql )?keywords|identifiers)';
export const LANGUAGES =
  '(?:english|german|french|spanish|italian|dutch|portuguese|polish|swedish|norwegian|danish|finnish|czech|greek|turkish|russian|ukrainian|japanese|chinese|korean|hindi|arabic|hebrew)';
export const CONVENTIONS = String.raw`(?:tabs|(?:\d|two|four|eight)[ -]spaces?|spaces|(?:single|double) quotes|(?:british|american|us|uk) (?:english|spelling)|metric|imperial|24[- ]?h(?:our)?|12[- ]?h(?:our)?|iso(?: |-)?(?:8601|dates?)?|conventional commits|(?:kebab|camel|snake|pascal)[- ]?case|semicolons|strict mode|sentence case|title case|oxford commas?|the oxford comma|(?:the )?(?:formal|informal) (?:\w+)|en dashes|em dashes|emojis?)`;
/** What some people never want to see in texts or code. */
export const HABITS =
  '(?:default exports|semicolons|emojis?|exclamation marks|em[ -]dashes|abbreviations|acronyms|jargon|buzzwords|passive voice|contractions|adverbs|anglicisms|ternaries|comments|docstrings|magic numbers|globals|(?:wildcard|star|relative) imports|barrel files|inline (?:styles|sql)|classes|mocks|any|orms?|polyfills|force[ -]push(?:es|ing)?|merge commits|commits? to (?:main|master)|pushes|dependencies|frameworks|libraries|disclaimers|preambles?|greetings|apologies|filler|flattery|bullet points|bullets|footnotes|clichés|quotes|spaces|tabs|intros|summaries|one-liners)';
