/**
 * Words of eleven languages by which people tell that what follows is somebody else's, and by which mails, tickets and
 * pages are known. Closed classes, no topics. Data, no rules; `words` makes an expression of them that minds whole words
 * where a language has spaces between them.
 */

/** Who or what is quoted. */
export const SOURCES: readonly string[] = [
  'tickets?|issues?|bug reports?|docs?|documentation|read-?me|wiki|vendors?|suppliers?|customers?|clients?|partners?|(?:web)?pages?|(?:web)?sites?|blogs?|posts?|articles?|e-?mails?|mails?|messages?|letters?|repl(?:y|ies)|answers?|comments?|boss|manager|colleagues?|coworkers?|teammates?|support|handbook|manual|guides?|tutorials?|changelog|release notes|forum|threads?|channel|slack|discord|teams chat|stack ?overflow|reviewers?|interns?|lawyers?|legal|consultants?|agency|contractors?|website|newsletter|policy|announcement|press release|chatgpt|gpt|gemini|copilot|the other agent',
  'tickets?|doku|dokumentation|anleitung|handbuch|hersteller|lieferant\\p{L}*|anbieter|kund(?:e|in|en)|auftraggeber\\p{L}*|seite|webseite|artikel|beitrag|nachricht|schreiben|antwort|chef\\p{L}*|kolleg(?:e|in|en)|forum|kommentar\\p{L}*|praktikant\\p{L}*|richtlinie',
  'client\\p{L}*|fournisseur\\p{L}*|documentation|doc|page|site|article|courriel|message|réponse|chef\\p{L}*|collègue\\p{L}*|manuel|guide|forum|commentaire\\p{L}*|stagiaire|ticket|prestataire',
  'cliente\\p{L}*|proveedor\\p{L}*|documentación|página|sitio|web|artículo|correo|mensaje|respuesta|jef[ea]|compañer[oa]|manual|guía|foro|comentario\\p{L}*|fornecedor\\p{L}*|documentação|site|artigo|mensagem|resposta|chef[ea]|colega|fórum|comentário\\p{L}*|chamado',
  'fornitore|cliente|documentazione|pagina|sito|articolo|messaggio|risposta|capo|collega|manuale|guida|commento|segnalazione',
  'dostawc\\p{L}*|klient\\p{L}*|dokumentacj\\p{L}*|stron\\p{L}*|artyku\\p{L}*|wiadomoś\\p{L}*|odpowied\\p{L}*|szef\\p{L}*|koleg\\p{L}*|instrukcj\\p{L}*|zgłoszeni\\p{L}*|wiki',
  'поставщик\\p{L}*|заказчик\\p{L}*|клиент\\p{L}*|документаци\\p{L}*|вики|сайт\\p{L}*|страниц\\p{L}*|стать\\p{L}*|письм\\p{L}*|сообщени\\p{L}*|ответ\\p{L}*|начальник\\p{L}*|коллег\\p{L}*|инструкци\\p{L}*|тикет\\p{L}*|задач\\p{L}*|форум\\p{L}*|комментари\\p{L}*|README',
];
export const SOURCES_UNSPACED =
  /供应商|厂商|客户|文档|工单|网站|网页|页面|文章|邮件|消息|老板|领导|同事|手册|说明|评论|论坛|公告|原文|维基|ベンダー|お客様|顧客|ドキュメント|チケット|サイト|ページ|記事|メール|メッセージ|上司|同僚|マニュアル|手順書|コメント|ウィキ|Wiki|資料|고객|업체|공급사|문서|티켓|사이트|페이지|기사|메일|메시지|상사|동료|매뉴얼|댓글|위키|공지/;

/** That somebody said it. */
export const SAYS: readonly string[] = [
  'says?|said|wrote|writes|written|states?|stated|reads|sent|sends|replied|answered|posted|reported|told|claims?|recommends?|suggests?|has this|goes like this',
  'sagt\\p{L}*|schreib(?:t|en)|schrieb\\p{L}*|geschrieben|steht|heißt es|meint|antwortet\\p{L}*|geantwortet|geschickt|schickt\\p{L}*|behauptet|empfiehlt',
  'dit|disent|écrit|indique|répond\\p{L}*|envoyé|affirme|recommande',
  'dice|dicen|escribió|escribe|escribieron|pone|respondió|contestó|mandó|envió|diz|dizem|escreveu|escreve|respondeu|mandou|enviou|afirma|recomienda|recomenda',
  'scrive|scritto|risposto|mandato|inviato|sostiene|consiglia',
  'pisze|napisał\\p{L}*|napisane|mówi|odpisał\\p{L}*|odpowiedział\\p{L}*|wysłał\\p{L}*|twierdzi',
  'пишет|пишут|написал\\p{L}*|написано|говорит|сказано|сказал\\p{L}*|ответил\\p{L}*|прислал\\p{L}*|утверждает|гласит',
];
export const SAYS_UNSPACED =
  /写道|写的|写着|说的|说[:：]|说|回复|发来|提到|如下|内容|书いて|書いて|書かれ|言って|とのこと|以下の通り|からの|によると|にはこう|内容です|적혀|작성|보낸|말했|라고|답변|내용|이렇게/;

/** That it is taken from somewhere. */
export const TAKEN: readonly string[] = [
  "from|according to|per|copied|pasted|pasting|copying|quot(?:e|ed|ing)|excerpt|found|forwarded|here(?:'s| is| are)|this is|below|as follows",
  'aus|laut|gemäß|zitat|kopiert|auszug|hier (?:ist|der|die|das|steht)|von|unten|folgendes|gefunden',
  "d['’]après|selon|extrait|copié|voici|ci-dessous|trouvé|depuis",
  'según|copio|copiado|extracto|abajo|esto es|de acuerdo con|segundo|copiei|trecho|abaixo|conforme|encontré|achei|isto é',
  'dalla?|dal|secondo|copiato|estratto|ecco|sotto|riporto',
  'według|z|ze|skopiowane|cytat|fragment|oto|poniżej',
  'из|согласно|цитата|скопировал\\p{L}*|вот|ниже|по словам|отрывок',
];
export const TAKEN_UNSPACED =
  /以下|来自|摘自|根据|引用|转自|复制|下記|抜粋|より[:：]|コピー|です[:：]|発췌|아래|에서|따르면|복사/;

/** Work on a text as a text: what follows is what it is done to. */
export const TEXT_WORK: readonly string[] = [
  'translat(?:e|ion)|proof-?read(?:ing)?|copy-?edit|paraphrase|rephrase|reword|summari[sz]e (?:this|that|it|the following)|(?:summari[sz]e|shorten|correct|improve|rewrite|polish|review|check|fix|explain)\\b.{0,30}\\b(?:texts?|e-?mails?|letters?|paragraphs?|messages?|articles?|posts?|essays?|wording|spelling|grammar|typos?|translations?)',
  'übersetz\\p{L}*|korrektur ?les\\p{L}*|lektorier\\p{L}*|umformulier\\p{L}*|formulier\\p{L}*\\b.{0,30}\\bum|fass\\p{L}*\\b.{0,30}\\bzusammen|(?:texte?|briefe?|absatz|nachricht|artikel)\\b.{0,20}\\b(?:korrigier|verbesser|kürz|prüf|überarbeit)\\p{L}*|(?:korrigier|verbesser|kürz|prüf|überarbeit|erklär)\\p{L}*\\b.{0,30}\\b(?:texte?s?|e-?mails?|briefe?s?|absatz|nachricht|artikel|rechtschreibung|grammatik|tippfehler|übersetzung)',
  'tradui\\p{L}*|traduction|reli(?:s|re|sez)|reformul\\p{L}*|résume[rz]? (?:ceci|ça|cela|ce|cette)|(?:résum|corrig|améliore|raccourci|vérifi|expliqu)\\p{L}*.{0,30}(?:textes?|courriel|mails?|lettre|paragraphe|message|article|orthographe|grammaire|fautes|traduction)',
  'tradu[cz]\\p{L}*|reformul\\p{L}*|parafrase\\p{L}*|resum[ea]n? (?:esto|este|esta|isto|isso)|(?:resum|corri[gj]|mejor|melhor|acort|encurt|revis|explic)\\p{L}*.{0,30}(?:textos?|correo|e-?mail|carta|párrafo|parágrafo|mensaje|mensagem|artículo|artigo|ortograf[ií]a|gramática|traducción|tradução)',
  'tradu[cz]\\p{L}*|riformul\\p{L}*|parafras\\p{L}*|riassum\\p{L}* (?:questo|questa|ciò)|(?:riassum|corregg|miglior|accorci|rived|spieg)\\p{L}*.{0,30}(?:testo|e-?mail|lettera|paragrafo|messaggio|articolo|ortografia|grammatica|traduzione)',
  'przetłumacz\\p{L}*|sparafrazuj|przeredaguj|streść|(?:popraw|skróć|sprawdź|wyjaśnij).{0,30}(?:tekst\\p{L}*|mail\\p{L}*|list|akapit|wiadomość|artykuł|pisowni\\p{L}*|gramatyk\\p{L}*|literówk\\p{L}*)',
  'перевед\\p{L}*|перевод|вычита\\p{L}*|перефразир\\p{L}*|переформулир\\p{L}*|перескажи\\p{L}*|резюмируй\\p{L}*|(?:исправ|сократ|отредактир|провер|улучш|объясн)\\p{L}*.{0,30}(?:текст\\p{L}*|письм\\p{L}*|абзац\\p{L}*|сообщени\\p{L}*|стать\\p{L}*|орфографи\\p{L}*|грамматик\\p{L}*|опечатк\\p{L}*)',
];
export const TEXT_WORK_UNSPACED =
  /翻译|译成|润色|校对|改写成?|总结(?:一下|下面|以下|这)|概括|缩写|訳して|翻訳|校正|添削|要約|言い換え|推敲|번역|교정|요약|다듬|맞춤법/;

/** The person's own words, or words that are yet to be written: `I said`, `the page should say`. */
export const OWN_WORDS: readonly string[] = [
  "(?:I|we)(?:['’](?:ve|d|ll)| have| had| would| will)?(?: \\p{L}+)? (?:said|say|wrote|write|want|need|mean|meant|think|prefer|agreed?|decided?|use|expect|propose)|should|must|shall|needs? to|has to|have to|let['’]?s|make|change|update|write|add|my (?:own |current |old |first )?(?:answers?|repl(?:y|ies)|notes?|rules?|idea|wish|view|take|preferences?|proposal|suggestion|code|draft|text|message|e-?mail|article|post|blog|page|site|list|questions?)",
  'ich (?:sag\\p{L}*|will|möchte|brauche|meine|schreib\\p{L}*)|soll\\p{L}*|muss|müssen|mein\\p{L}* (?:vorschlag|regel\\p{L}*|wunsch|idee)|schreib(?:e)? (?!t)',
  "je (?:veux|dis|pense|souhaite|propose)|doit|doivent|devrait|mon avis|mes règles|j['’]ai (?:écrit|dit)",
  'quiero|digo|creo|debe\\p{L}*|debería\\p{L}*|mis? (?:reglas?|idea|propuesta)|quero|digo|acho|deve\\p{L}*|deveria\\p{L}*|minhas? (?:regras?|ideia|proposta)|escrib[ea]|escreva',
  'voglio|dico|penso|deve|devono|dovrebbe|le mie|la mia|il mio|scrivi',
  'chcę|mówię|myślę|powin\\p{L}*|musi\\p{L}*|moje|mój|moja|napisz',
  'я (?:хочу|сказал\\p{L}*|думаю|предлагаю)|долж\\p{L}*|нужно|надо|мо[ийя]\\p{L}*|напиши\\p{L}*',
];
export const OWN_WORDS_UNSPACED =
  /我(?:说|要|想|觉得|的要求|的规则)|应该|需要|必须|请写|改成|私の|したい|してほしい|すべき|書いてください|제가|내가|해야|써 ?주세요/;

/** Words by which somebody speaks to the agent about what stands above: oneself, a request, a reference to it. */
export const TALK: readonly string[] = [
  "I|I['’](?:m|d|ve|ll)|me|my|mine|please|pls|can you|could you|would you|will you|do you|what do|let me know|thanks|thx",
  'ich|mir|mich|mein\\p{L}*|bitte|kannst|könntest|können sie|was meinst|danke',
  "je|j['’]|moi|mon|ma|mes|merci|peux-tu|pouvez-vous|tu peux|vous pouvez|s['’]il te pla[iî]t|s['’]il vous pla[iî]t",
  'yo|mi|mis|me|creo|quiero|puedes|podrías|por favor|gracias|eu|meu|minha|acho|quero|pode|poderia|obrigad[oa]',
  'io|mio|mia|mi|puoi|potresti|per favore|grazie|secondo (?:me|te)|penso',
  'mnie|mi|mój|moja|moje|proszę|możesz|mógłbyś|dzięki|dziękuję|czy',
  'я|мне|меня|мой|моя|моё|мои|пожалуйста|можешь|можете|спасибо|подскажи\\p{L}*',
];
export const TALK_UNSPACED =
  /我(?!们)|请|帮|能不能|可以吗|吗[?？]|谢谢|私|僕|お願い|教えて|でしょうか|ですか|ますか|저는|제가|제 |내가|부탁|해 ?줘|할까|인가요|나요|습니까/;
/** At the beginning, about what stands above. */
export const REFERENCE =
  /^(?:that(?:['’]s)?|but|no|yes|nope|das|aber|nein|ja|cela|ça|c['’]est|mais|non|eso|pero|isso|isto|mas|questo|ciò|però|ale|nie|это|но|нет|那|这|不|但|それ|これ|でも|이건|그건|하지만|그런데)(?![\p{Script=Latin}\p{Script=Cyrillic}])/iu;

/** What a rule has in it. */
export const NORMS: readonly string[] = [
  "always|never|must|shall|should|from now on|henceforth|going forward|every|all|remember|only|do not|don['’]t|no longer|mandatory|required",
  'immer|nie|niemals|muss|müssen|soll\\p{L}*|ab (?:jetzt|sofort|heute)|künftig|jede\\p{L}*|alle|nur|nicht mehr',
  'toujours|jamais|doit|doivent|désormais|dorénavant|chaque|tous|toutes|il faut|ne plus',
  'siempre|nunca|debe\\p{L}*|a partir de|cada|todos|todas|hay que|sempre|jamais|deve\\p{L}*|todo|toda',
  "sempre|mai|deve|devono|d['’]ora in poi|ogni|tutti|tutte|bisogna",
  'zawsze|nigdy|musi\\p{L}*|należy|od teraz|każd\\p{L}*|wszystkie',
  'всегда|никогда|долж\\p{L}*|нужно|надо|отныне|впредь|кажд\\p{L}*|все|всё|больше не',
];
export const NORMS_UNSPACED =
  /总是|始终|永远|从不|必须|务必|一律|以后|今后|都|不要|不得|所有|常に|必ず|決して|今後|すべて|べき|ください|こと。|항상|반드시|절대|앞으로|모든|마세요|하세요/;

/** Whole words, any of these. */
export function words(lists: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${lists.join('|')})(?![\p{L}\p{N}_])`, 'iu');
}
