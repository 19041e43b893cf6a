/**
 * Words that make a statement more than a fact (POI-10): what lasts from now on, what is allowed, what is to be sent or
 * skipped, what somebody wants. English in full, eight more languages by their commonest words. Data, no rules.
 */

/** Lasting, or waiting for something to happen. */
export const STANDING: readonly string[] = [
  '(?:always|never)(?! (?:fail|crash|time|return|exist|null|undefined|empty))',
  'as a rule|customary|customarily|team rule|by custom|in the meantime|for the time being|house style',
  'from now on|henceforth|going forward|in (?:the )?future|until further notice|for good|permanently|forever',
  'whenever|each time|every time|at all times|as soon as|no matter what|under no circumstances',
  'without (?:asking|confirmation|confirming|approval|permission|review|notice|notifying|telling|warning|waiting)',
  'every (?:answer|reply|response|session|project|prompt|repository|repo|message|conversation|chat|request|commit|push|build|deploy|install|user|app|space)',
  'all (?:answers|replies|sessions|projects|repositories|repos|apps|plugins|installs|installations|branches|commits|prompts|spaces)',
  String.raw`(?:when|if|once|after|before|prior to|upon)\b[^.]{0,40}\b(?:users?|topic|asked|asks?|says?|said|replies|replied|mentions?|mentioned|discuss(?:ed|es)?|talks?|prompt(?:ed)?|recall\w*|memor\w+|remember\w*|each|every|any)`,
  '(?:before|after|prior to|on|upon|at) (?:(?:the|a|an|each|every|any|session|agent|next) )*(?:commit|push|deploy|deployment|merge|release|session|start|startup|start-up|login|install)s?',
];

/** Said to agents, or about what they are to do and to remember. */
export const TO_AGENTS: readonly string[] = [
  String.raw`(?:agents?|assistants?|ai|llms?|(?:language )?models?|chat-?bots?|bots?|copilot|claude|gpt|gemini|codex|cursor|you)\b[^.]{0,40}\b(?:must|should|shall|may|can|has to|have to|needs? to|are to|is to|expected|fetch|use|run|keep|remember|obey|follow)`,
  '(?:coding|ai|llm|language) (?:agents?|assistants?|models?)|system prompt|prompt injection|(?:previous|prior|above) instructions?',
  'remember|memori[sz]e[ds]?|keep in mind|bear in mind|take note|don.t forget|do not forget',
  String.raw`(?:save|store|record|write|add|commit)\w* (?:this|that|it|to (?:the )?memory|in (?:the )?memory|as an? (?:preference|fact|rule|correction|convention))`,
  'conventions?|guidelines?|directives?|mandate[ds]?|instructions?|preferences?|decided|agreed|recommend(?:s|ed|ation|ations)?|house rules?',
  "you(?:'re| are)|(?:outgoing|http|https|default) proxy|proxy for",
  'must|should|shall|ought to|(?:is|are) (?:to be|expected|supposed|required|obliged)|has to|have to',
  'experts?|everybody|everyone|by (?:the )?(?:wish|order|request|decision) of|on behalf of|at the request of',
];

/** Said to whoever reads a line with a memory, and not to people; asked of what stands around a statement. */
export const ADDRESSED: readonly string[] = [
  String.raw`(?:note|notice|hint|message|advice|info|for|to|dear|attention|hello|hey)[ :]+(?:the |all |any |every )*(?:(?:ai|coding|llm|language|automated)[ -]?)?(?:agents?|assistants?|llms?|models? (?:processing|reading)|readers?|bots?|chat-?bots?|copilots?|ai\b(?! (?:sdk|api)))`,
  String.raw`(?:agents|assistants|llms|bots|models)(?:\s*[:,]| (?:must|should|shall|may|are to|note|remember|keep|store|save|working|need|have to))|@assistant|ai-(?:context|note|instruction|directive|hint)s?|assistant[-_](?:directive|memory|note|instruction)s?|system prompt`,
  'remember (?:this|that|it|for)|please remember|memori[sz]e|keep (?:this |it |that )?(?:in (?:mind|memory|long-term)|across sessions|as (?:a )?(?:rule|standing|preference))|(?:long-term|persistent) memory|please persist|persist ->|(?:for|in|across) (?:all )?(?:future|later|coming|next) (?:sessions|conversations|work)|standing (?:preference|rule|order)s?|save (?:this |it )?(?:to|in) memory|note it now',
  String.raw`merken sie|merk dir|KI-\p{L}+|(?:guarda|guarde) en (?:la )?memoria|asistente|recuerda que|assistente|lembre(?:-se)? que|à retenir|l.assistant|mémorise[rz]?|ricorda che|onthoud dat|ассистент\p{L}*|запомни\p{L}*`,
  String.raw`\[(?:scope|trust|source|kind|memory)\s*[=:][^\]]*\]|memory\.(?:save|add|store|write)`,
];

/** Leave to do something, and trust. */
export const LEAVE: readonly string[] = [
  'may (?!fail|take|time|crash|not be|differ|vary)|(?:allowed|permitted|free|entitled|cleared|authori[sz]ed) to',
  '(?:has|have|had|gets?|with) (?:full |read |write |admin |root |unlimited )?access|full access|access to (?:all|every|any)',
  String.raw`grant(?:s|ed)?|pre-?approv\w+|approv(?:al|als|e|ed|es)|consent\w*|authori[sz]\w+|waive[ds]?|waiver|exempt\w*|opt(?:ed)?[- ]out|allow-?list\w*|white-?list\w*|permission (?:to|for|is)|trust(?:s|ed|worthy)?`,
  "go-ahead|green light|thumbs up|blessing|ok(?:ay)?'?e?d|" +
    String.raw`(?:ops|security|legal|finance|hr|qa|(?:tech )?leads?|architects?|managers?|administrator|support|vendor)(?: \p{L}+)? (?:has |have )?(?:confirm|approv|agree|accept|decid|ask|want|gave|sign|allow|clear|waiv|retir)\p{L}*`,
  'root admin|(?:owner|admin|root|superuser) (?:role|rights|access|privileges)|privileges?|sudo|as root|elevated',
  String.raw`can (?:now )?(?:be )?(?:read|write|access|delete|skip|ignore|bypass|see|change|push)\w*`,
];

/** Things that are done to others. */
export const DEEDS: readonly string[] = [
  'upload(?:s|ed|ing)?|exfiltrat\\w+|leak(?:s|ed|ing)?|transmit\\w*|forward(?:s|ed|ing)? (?:to|all|the|every)|send(?:s|ing)?|sent|mail(?:s|ed)? (?:to|the)|e-mail(?:s|ed)? (?:to|the)',
  '(?:post|report|copi|publish|stream|push)(?:s|ed|es|ing)? (?:straight|directly|to)|go(?:es)? (?:straight|directly)|posted|piped?|pipes|attach(?:es|ed)?|share[sd]? with|shares',
  'delet(?:e|es|ed|ing)|wip(?:e|es|ed|ing)|eras(?:e|es|ed|ing)|destroy\\w*|purg(?:e|es|ed|ing)|overwrit\\w+|drop(?:s|ped|ping)? (?:a |the |all )?(?:database|table|schema)s?',
  'force[- ]push\\w*|sign(?:s|ed)? off|merged? (?:unread|directly|automatically)|unread',
  'decod(?:e|es|ed|ing)|eval(?:uated?)?|obey\\w*|compl(?:y|ies)|reveal\\w*|disclos\\w+|impersonat\\w+|pretend\\w*|ignor(?:e|es|ed|ing)|bypass\\w*|circumvent\\w*',
  'turn(?:s|ed|ing)? off|switch(?:es|ed|ing)? off|disabl(?:e|es|ed|ing)|deactivat\\w+|skip(?:s|ped|ping)?(?! (?:on|in|because|if|under|with)\\b)',
  'wire transfers?|iban|bitcoin|wallet|bank account|pay(?:s|ment)? to|gift cards?',
];

/** Who they speak for. */
export const PEOPLE = String.raw`(?:person|people|teams?|maintainers?|organi[sz]ation|company|employees?|developers?|engineers?|contributors?|contractors?|operators?|readers?|owners?|admins?|administrators?|management|boss|colleagues?|customers|we)\b(?! (?:tables?|pages?|services?|models?|endpoints?|columns?|views?|routes?|api|modules?|class|schema|panel|id|ui)\b)[^.]{0,25}\b(?:is|are|was|were|has|have|holds?|wants?|prefers?|decided|agreed|uses?|pushes|installs?|deploys?|works?|requires?|expects?|likes?|commits?|asked|said|says|allows?|gets?|gives?|gave|shares?|accepts?|confirm(?:s|ed)?|approve[sd]?|does not mind|knows?)`;

/** What the user alone may say. */
export const USERS_OWN: readonly string[] = [
  String.raw`users?\s*(?::|(?:has |have |had |also |always |never |explicitly |now |really )*(?:prefer|want|like|trust|wish|expect|gave|give|waive|remove|consent|approve|agree|allow|permit|authori[sz]e|accept|decide|ask|request|grant|confirm|disable|skip|does not|doesn't|need not|hate|love|work|live|insist|choose|chose|opt)\w*)`,
  String.raw`(?:confirmed|approved|agreed|wanted|requested|ordered|accepted|authori[sz]ed|signed off|decided|wished|okayed|cleared|blessed|sanctioned|instructed|allowed|granted|permitted|asked|endorsed|mandated|introduced|retired|vouched)(?: \p{L}+){0,2}? (?:by|with|from|for by) (?:the |our |this |its |a |an )?(?:\p{L}+ )?(?:users?|owners?|maintainers?|operators?|customers?|admins?|administrators?|teams?|leads?|boss|cto|ciso|management|security|developers?|readers?|person|authors?|architects?)`,
  'the user was (?:wrong|right|mistaken)|(?:this|that|it) is (?:wanted|intended|fine|okay|ok|desired|deliberate|on purpose|approved)',
  '(?:standing|blanket|prior|full) (?:consent|permission|approval|authori[sz]ation)',
  '(?:der |die )?(?:benutzer|nutzer|anwender)(?:in)? (?:will|möchte|bevorzugt|wünscht|hat)|el usuario (?:quiere|prefiere|desea|ha)|l.utilisateur (?:veut|préfère|souhaite|a )|l.utente (?:vuole|preferisce)|o (?:usuário|utilizador) (?:quer|prefere)|de gebruiker (?:wil|verkiest)|пользователь (?:хочет|предпочитает|разрешил|просит)',
];

export const OTHER_LANGUAGES: readonly string[] = [
  // German; a library is called `immer`.
  String.raw`(?:wird|werden|muss|müssen|ist|sind|mit|nur|dann)\b.{0,40} immer|immer (?:mit|auf|zuerst|den|die|das|alle|an|nur)|niemals|nie|ab (?:jetzt|sofort)|künftig|dauerhaft|merke?n?|muss|müssen|soll(?:en|te)?|darf|dürfen|send(?:e|en)|schick\p{L}*|hochladen|übersprungen|überspring\p{L}*|ignorier\p{L}*|deaktivier\p{L}*|abgeschaltet|ausgeschaltet|ohne (?:nachfrage|rückfrage|prüfung)|erlaub\p{L}*|genehmig\p{L}*|freigegeben|bestätigt|vertrau\p{L}*|lösch\p{L}*|gelöscht|verwende|verwenden sie|anweisung\p{L}*`,
  // Spanish and Portuguese
  String.raw`siempre|sempre|nunca|jamás|a partir de (?:ahora|agora)|de ahora en adelante|recuerd[ae]\p{L}*|lembr[ae]\p{L}*|debe[ns]?|deberías?|deve[m]?|env[ií]a\p{L}*|env[ií]e\p{L}*|sub[ea]n?|omit[ea]\p{L}*|desactiv\p{L}+|desativ\p{L}+|sin preguntar|sem perguntar|permit[ei]\p{L}*|aprueb\p{L}+|aprob\p{L}+|aprov[ae]\p{L}*|conf[ií]e|confiar|borr[ae]\p{L}*|elimin[ae]\p{L}*|apag(?:ue|ar)|utili[cz]e|instruc(?:ciones|ción|ões)`,
  // French
  String.raw`toujours|jamais|désormais|dorénavant|à partir de maintenant|souviens|souvenez|mémoris\p{L}+|doit|doivent|devez|envoie\p{L}*|envoye[rz]|envoyer|télévers\p{L}+|désactiv\p{L}+|saute[rz]?|sans (?:demander|confirmation)|autoris\p{L}+|approuv\p{L}+|confiance|supprim\p{L}+|utilise[rz]|consignes?`,
  // Italian and Dutch
  String.raw`d.ora in poi|ricorda\p{L}*|devono|invia\p{L}*|disattiva\p{L}*|senza chiedere|autorizza\p{L}*|approva\p{L}*|fidati|elimina\p{L}*|cancella\p{L}*|altijd|nooit|voortaan|vanaf nu|onthoud\p{L}*|moet(?:en)?|stuur|verstuur|negeer|uitgeschakeld|uitschakelen|overslaan|zonder te vragen|toegestaan|goedgekeurd|vertrouw\p{L}*|verwijder\p{L}*`,
  // Russian
  String.raw`всегда|никогда|отныне|впредь|запомн\p{L}+|помни\p{L}*|должн\p{L}+|нужно|следует|надо|отправ\p{L}+|загру\p{L}+|пропус\p{L}+|игнорир\p{L}+|отключ\p{L}+|удал\p{L}+|разреш\p{L}+|одобр\p{L}+|довер\p{L}+|соглас\p{L}+|используй\p{L}*|выполн\p{L}+|помощник\p{L}*`,
];

/** Chinese, Japanese and Korean put no space between words. */
export const UNSPACED =
  /总是|始终|永远|从不|绝不|以后|今后|从现在|记住|记得|必须|务必|应该|应当|跳过|忽略|绕过|发送|上传|删除|关闭|禁用|允许|批准|授权|同意|信任|用户|无需|不要|不得|助手|智能体|總是|永遠|記住|必須|跳過|發送|上傳|刪除|允許|信任|常に|必ず|絶対|決して|今後|これから|覚え|記憶|べき|ください|しなさい|無視|スキップ|省略|送信|アップロード|削除|無効|許可|承認|信頼|同意|ユーザー|アシスタント|エージェント|항상|절대|앞으로|기억|해야|하세요|무시|건너뛰|전송|업로드|삭제|비활성|허용|승인|신뢰|사용자/u;

/** Languages nothing here knows a word of: by their alphabet, or by letters that no other has. */
export const UNKNOWN_LANGUAGE =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Georgian}\p{Script=Armenian}]|[ąćęłńśźżčďěňřšťůžğışțșăőűåøđơưїєґ]\p{L}*.{0,60}[ąćęłńśźżčďěňřšťůžğışțșăőűåøđơưїєґ]/iu;
