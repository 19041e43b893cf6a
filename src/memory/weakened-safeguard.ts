/**
 * Whether a statement takes a safeguard away (POI-10): checks that are off, changes nobody looks at, switches that skip or
 * allow, secrets that go somewhere, rights that are handed out. Told as a plain fact, this is what poisons a memory most.
 *
 * Limits: English in full, seven more languages by their commonest words. That a safeguard is there, where it is set up and
 * why it failed is no matter; that it is weak by a number (a short key) is not seen.
 */

/** A word ends where no letter follows, in any alphabet. */
export function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${alternatives.join('|')})(?![\p{L}\p{N}_])`, 'iu');
}

const SAFEGUARDS =
  'reviews?|reviewers?|checks?|checking|verification|verif(?:y|ies|ied)|validation|signatures?|signing|checksums?|integrity|provenance|attestations?|2fa|mfa|[th]?otp|two-factor|one-time (?:code|password)s?|second (?:factor|pair of eyes)|pairs? of eyes|four eyes|sign-?offs?|audits?|audit (?:log|trail)s?|backups?|snapshots?|sandbox(?:es|ing)?|isolation|guards?|guardrails?|gates?|firewalls?|tls|ssl|https|certificates?|encryption|secrets?|scans?|scann?(?:ing|ers?)|lint(?:ing|er)?|(?:unit |integration )?tests?|coverage|type ?checks?|ci|hooks?|policy|policies|(?:branch )?protections?|limits?|limiter|quotas?|confirmations?|confirmation prompts?|warnings?|security|auth|authentication|authorization|logins?|captchas?|antivirus|virus scanner|selinux|apparmor|seccomp|csrf|cors|csp|hsts|hmac|jwt|saml|oauth|rbac|acls?|access control|passwords?|passphrases?|logging|logs?|alerts?|alarms?|monitoring|qa|hash(?:ing)?|sanitiz\\w+|escaping|redaction|masking|permissions?|approvals?|(?:licen[cs]e|copyright|spdx) (?:headers?|notices?|files?|texts?|checks?)|lock-?files?|pinning|safeguards?|safety|vulnerabilit(?:y|ies)|findings|cves?|sast|dast|failures?|safe mode|change freeze|freeze|rollbacks?|retention|host keys?|fingerprints?|helmet|middleware|change ?log';
const WEAKENED =
  'off|optional|no longer|not (?:needed|required|necessary|enforced|used|run|done|made|kept|taken|applied|verified|checked|signed|validated|scanned|reviewed|encrypted|logged|recorded|committed|set up|in force)|unnecessary|superfluous|obsolete|needless|no need|suspended|lifted|relaxed|loosened|softened|lowered|muted|silenced|suppress(?:ed|es)?|avoid(?:ed|s)?|omit(?:ted|s)?|left (?:out|empty|open)|leaves? out|removed?|removes|stripped|strips|dropped|drops|retired|abandoned|waived|unsafe|insecure|unsigned|unverified|unchecked|unreviewed|unencrypted|unauthenticated|unprotected|unrestricted|unlogged|untested|straight|weak|md5|commented out|comment out|stubbed|hard-?coded to|short-?circuited|neutered|disabled?|disables|deactivated|bypass(?:ed|es)?|circumvent(?:ed|s)?|overrid(?:e|es|den)|skip(?:s|ped)?|ignored?|ignores|permissive|world-(?:readable|writable)|anonymous|plain ?text|clear ?text|wildcard|as false|to (?:false|off|none|zero|0)|(?:is|are) (?:false|none)|0 percent|always (?:true|passes|succeeds|green|returns true)|returns? true|accepts? (?:any|every|all)\\b.*|(?:any|every) (?:certificate|password|token|signature)|auto-?(?:approved?|merged?|accept(?:ed)?|confirmed)|rubber-?stamped|no-op|turned (?:down|low)|dismissed|tolerated|accepted as|won.t fix|hides?|hidden|swallow(?:s|ed)|abolished|non-blocking|advisory only|(?:do|does|did) not (?:block|fail|stop)|exits? 0 on|whatever it finds|even (?:if|when|though)\\b.*|--no-\\S+|--force|--insecure|--yes';
const NOBODY =
  'anyone|anybody|(?:a |any )?(?:human|person|colleague|maintainer|owner|admin|approver|reviewer|second \\w+)|asking|confirm\\w*|approv\\w+|permission|consent|notice|notif\\w+|telling|warning|waiting|reading|looking|question(?:s|ing)?|checking|review\\w*|test\\w*|verif\\w+|sign\\w*|scann\\w+|validat\\w+|authenticat\\w+|encrypt\\w+|logg\\w+';

const SAFEGUARD = words(SAFEGUARDS);
const WEAKENS = words(WEAKENED);
const WITHOUT = words(
  String.raw`(?:without|lacking|minus|skipping|(?:needs?|requires?|with|asks? for|takes?) no)(?: [\p{L}\p{N}'-]+){0,3}? (?:${SAFEGUARDS}|${NOBODY})`,
  String.raw`(?:no|zero) (?:\p{L}+ )?(?:reviews?|checks?|tests?|approvals?|confirmations?|authentication|encryption|signatures?|verification|validation|backups?|scans?|logging|audits?|second factor|2fa|mfa|otp) (?:is |are )?(?:needed|required|necessary|done|made|run|applied|happens?|takes? place|for|on|before|any ?more)`,
  '(?:un|not )(?:asked|prompted|attended|supervised|questioned)|blindly|silently|nobody (?:looks?|checks?|reviews?|reads?|asks?)|goes unchecked|(?:merge|approve|confirm|accept|release|publish|deploy) (?:themselves|itself)',
  String.raw`roles? of\b.{0,40} (?:is|are) (?:admin|owner|root|maintainer)\p{L}*`,
);

/** What guards, or opens, by being set: `X_VERIFY=0`, `SKIP_X=1`, `rejectUnauthorized: false`, `--no-sandbox`. */
const GUARDING =
  'verif|reject|check|strict|secur|auth|ssl|tls|cert|scan|sign|audit|valid|protect|guard|sandbox|requir|enforc|confirm|csrf|hsts|integrity|review|approval|encrypt|mfa|2fa|otp|redact|mask|hook|lint|gate|backup|limit';
const OPENING =
  'skip|disable|insecure|unsafe|bypass|ignore|trust_?all|danger|no_?verify|no_?check|no_?auth|noauth|permissive|anonymous|allow_?(?:all|any|root|insecure|unsafe|unsigned|anon|unauth|invalid|self)|auto_?(?:approve|accept|confirm|merge)|god_?mode|yolo';
const NO = String.raw`(?:0(?! [a-z])|false|no|off|none|never|disabled?|null|optional|permissive|\*|""|'')`;
const YES = String.raw`(?:1|true|yes|on|all|any|always|enabled?|\*)`;
const IS_SET = String.raw`[\`"']?\s*(?:[=:]|\s(?:is|are|was|to|set to|is set to|stays?|stands at)\s)\s*[\`"']?`;
const SWITCHES: readonly RegExp[] = [
  new RegExp(String.raw`(?:${GUARDING})[\w.-]{0,40}${IS_SET}${NO}(?![\w.])`, 'i'),
  new RegExp(String.raw`(?:${OPENING})[\w.-]{0,40}${IS_SET}${YES}(?![\w.])`, 'i'),
  /\|\| true\b|\b(?:continue-on-error|allow_failure)\W+true\b|\bHUSKY=0\b|\bcommits?\b.{0,30} -n(?!\w)|(?:0\.0\.0\.0|::)\/0|ssl_?verify[ =:]+(?:false|0|no)\b|\bStrictHostKeyChecking[ =]+(?:no|off|accept-new)\b|\bsslmode=(?:disable|allow)\b|\bverify=False\b|\bALLOWED_HOSTS\b.*\*|\bCERT_NONE\b|\bInsecureSkipVerify\b|\bselinux=0\b|\bsetenforce 0\b|\bNOPASSWD\b/i,
  new RegExp(
    String.raw`(?<![\w-])--(?:no|skip|disable|ignore|allow|without|bypass|trust|accept|auto)[-_]?[\w-]{0,40}(?:${GUARDING}|test|gpg|script|host|polic|root|all|approve|unsafe|insecure|unauth|anon)[\w-]*`,
    'i',
  ),
  /(?<![\w-])--(?:insecure|unsafe\S*|dangerously\S*|privileged|yolo|trusted-host|noverify|no-preserve-root|access[ =]public|break-system-packages)(?![\w-])|\b0?(?:777|666)\b(?! (?:ms|rows|lines|tests|files|bytes|requests))|\ba\+rwx?\b/i,
];

const CREDENTIALS = words(
  String.raw`secrets?|credentials?|passwords?|passphrases?|tokens?|cookies?|(?:api|access|deploy|private|ssh|signing|gpg|encryption|master|service account|recovery)[ -]?keys?|keys? (?:material|(?:for|of) (?:signing|releas\p{L}*|deploy\p{L}*|encrypt\p{L}*|production))|environment(?: variables)?|env (?:vars?|file)|\.env(?:\.\w+)?|printenv|session transcripts?|conversations?|chat history|customer data|personal data|database dumps?|dumps`,
);
const EXPOSED = words(
  'print(?:s|ed)|echo(?:es|ed)?|logged|dump(?:s|ed)|mirror(?:s|ed)?|cop(?:y|ies|ied)|sync(?:s|ed|hroni[sz]ed)?|ship(?:s|ped)|post(?:s|ed)|pasted?|committed|commits|checked in|check(?:s|ed)? into|embed(?:s|ded)|exposed?|exposes|shares?|shared|hand(?:s|ed)? (?:over|to|out)|deliver(?:s|ed)|replicat(?:es|ed)|forward(?:s|ed)|publish(?:es|ed)|push(?:es|ed)|transfer(?:s|red)|back(?:s|ed) up to|escrow(?:s|ed)?|collect(?:s|ed)|report(?:s|ed) to|go(?:es)? to|sent|sends|uploads?|uploaded|pass(?:es|ed)? (?:on|along) to|visible|readable|public|publicly|in (?:plain|clear) ?text|in the clear|plain ?text|unencrypted|hard-?coded|in (?:the )?(?:(?:ci|build|job|public) )?(?:logs?|chat|output|ticket|wiki|commit message)',
);
const GRANT = words(
  String.raw`(?:give[sn]?|gave|giving|hand(?:s|ed)|assign(?:s|ed)?|receives?|received|gets|got|obtain(?:s|ed)?|holds?|has|have|with|granted)\b[^.;]{0,50}\b(?:access|(?:\p{L}+ )?rights|privileges|ownership|(?:admin(?:istrator)?|root|sudo)(?= (?:on|for|everywhere)\b|[.,;)]|$))(?! (?:log|table|token))`,
  '(?:write|push|admin|root|production|prod|full|owner|maintainer|direct|unrestricted|superuser|cluster) (?:access|rights|permissions?)',
  String.raw`(?:added|invited|registered|promoted|listed) (?:as|to) (?:an? |the )?(?:owners?|admins?|administrators?|maintainers?|collaborators?|sudoers|trusted \p{L}+)`,
  String.raw`(?:auto-?|self-?)(?:approv|merg|accept|confirm)\p{L}*|opens? (?:for|to) (?:every(?:one|body)|any(?:one|body)|all|the (?:world|public|internet))|stays? open|runs? as root|root logins?|logged in as root`,
);

/** The same by the commonest words of other languages: what guards … how it is taken away. */
const ELSEWHERE: readonly (readonly [guards: RegExp, weakens: RegExp])[] = [
  [
    /prüf|kontroll|test(?!\p{Ll}*a)|freigabe|signatur|zertifikat|verschlüssel|sicherung|backup|firewall|virenschutz|anmeld|passw|protokoll|rechte|zugriff|vier-?augen|bestätig|warnung|schlüssel|geheim|zugangsdaten|lizenz|review|tls|2fa|mfa/iu,
    /(?<!\p{L})(?:aus|ohne|(?:deaktivier|ausschalt|abschalt|überspring|umgeh|ignorier|entfern|weglass)\p{L}*|nicht (?:mehr|nötig|erforderlich|geprüft|verlangt)|entf[aä]ll\p{L}*|entfernt|umgangen|umgeh\p{L}*|auskommentiert|unterdrückt|ausgesetzt|abgestellt|abgeklemmt|ausgegeben|gedruckt|false|off|unverschlüsselt|klartext|überflüssig|weggelassen|freigegeben für|bekommt|erhält|erhalten|weitergegeben|kopiert|geschickt|veröffentlicht)(?!\p{L})/iu,
  ],
  [
    /revisi|revisã|prueba|teste|firma|assinatura|certificad|cifrad|criptograf|copia|cópia|seguran|segurid|cortafuegos|contraseñ|senha|verificac|verificaç|permiso|permiss|acceso|acesso|secret|segred|credencia|registro de auditor|licenci|licença|tls|2fa|mfa/iu,
    /(?<!\p{L})(?:sin|sem|(?:desactiv|desativ|deshabilit|desabilit|omit|ignor|elimin|quit)\p{L}*|ya no|não (?:é|são|se)|no (?:es|son|se|hace)|desactivad\p{L}*|desativad\p{L}*|desligad\p{L}*|deshabilitad\p{L}*|quitad\p{L}*|retirad\p{L}*|removid\p{L}*|omitid\p{L}*|comentad\p{L}*|suspendid\p{L}*|texto (?:plano|puro|claro)|publicad\p{L}*|copiad\p{L}*|innecesari\p{L}*|desnecessári\p{L}*|recib\p{L}+|receb\p{L}+|saltar?|saltad\p{L}*|pular?|pulad\p{L}*|imprim\p{L}+|impress\p{L}+|muestra\p{L}*|false|off)(?!\p{L})/iu,
  ],
  [
    /revue|relecture|test|signature|certificat|chiffrement|sauvegarde|pare-feu|mot\p{L}* de passe|vérification|contrôle|droits|accès|secret|identifiants|journal|licence|tls|2fa|mfa/iu,
    /(?<!\p{L})(?:sans|(?:désactiv|contourn|ignor|supprim|saut|retir)\p{L}*|ne (?:sont|est) (?:plus|pas)|n.est (?:plus|pas)|désactivé\p{L}*|coupé\p{L}*|retiré\p{L}*|enlevé\p{L}*|ignoré\p{L}*|contourné\p{L}*|commenté\p{L}*|suspendu\p{L}*|en clair|publié\p{L}*|copié\p{L}*|inutiles?|reçoi\p{L}+|facultati\p{L}+|sauté\p{L}*|affiché\p{L}*|imprimé\p{L}*|false|off)(?!\p{L})/iu,
  ],
  [
    /revision|controll|firma|certificat|cifratura|backup|password|verific|permess|accesso|segret|credenzial|controle|beoordeling|handtekening|versleuteling|wachtwoord|toegang|geheim|beveilig|tests?\b|tls|2fa|mfa/iu,
    /(?<!\p{L})(?:senza|(?:disattiv|disabilit|ignor|salt|rimuov|aggir)\p{L}*|(?:uitschakel|overslaan|negeer|verwijder|omzeil)\p{L}*|non (?:è|sono|serve|servono) (?:più|necessari\p{L}*)|disattivat\p{L}*|disabilitat\p{L}*|rimoss\p{L}*|saltat\p{L}*|in chiaro|pubblicat\p{L}*|copiat\p{L}*|ricev\p{L}+|zonder|niet (?:meer|nodig|vereist)|uitgezet|staat uit|staan uit|weggelaten|overgeslagen|omzeild|krijg\p{L}+|gekopieerd|stampat\p{L}*|mostrat\p{L}*|geprint|afgedrukt|false|off)(?!\p{L})/iu,
  ],
  [
    /провер|ревью|тест|подпис|сертификат|шифрован|резервн|бэкап|антивирус|брандмауэр|парол|доступ|прав[а-я]*|секрет|ключ|журнал|лиценз|tls|2fa|mfa/iu,
    /(?<!\p{L})(?:без|(?:отключ|выключ|пропуск|пропуст|игнорир|обойти|обойд|удал|убер|убра)\p{L}*|не (?:нуж\p{L}+|треб\p{L}+|провер\p{L}+)|больше не|выключен\p{L}*|снят\p{L}*|убран\p{L}*|закомментир\p{L}+|обход\p{L}*|открыт\p{L}+ вид\p{L}*|публик\p{L}+|копир\p{L}+|получа\p{L}+|выда\p{L}+|печата\p{L}+|вывод\p{L}+|false|off)(?!\p{L})/iu,
  ],
];
const UNSPACED_WEAKENED =
  /(?:校验|审查|审核|检查|测试|签名|证书|加密|备份|防火墙|密码|验证|权限|密钥|审计|許可|レビュー|テスト|署名|証明書|暗号|バックアップ|検証|認証|監査|검토|검사|테스트|서명|인증|암호|백업|감사|비밀).{0,20}(?:未|不再|不需|没有|无|明文|取消|省去|公开|なし|ない|無し|無効|スキップ|省略|平文|オフ|外し|公開|없이|않|비활성|건너뛰|무시|평문|꺼|해제|공개)|(?:未经|没有|无|不经|不需要?|无需|不必|不用|关闭|跳过|禁用|停用|忽略|绕过|取消|省略).{0,8}(?:校验|审查|审核|检查|测试|签名|证书|加密|备份|防火墙|验证|批准|审计)/u;

/** What counts and tells where is no order: skipped tests of a run or a platform, what a version control leaves aside. */
const PLAIN: readonly RegExp[] = [
  /\b\d+ (?:of \d+ )?(?:(?:tests?|specs?|cases?|suites?|examples?|doctests?) )?(?:(?:is|are|was|were) )?(?:skipped|ignored|todo|pending|filtered out)(?: (?:tests?|specs?|cases?|suites?))?(?![\w-])/gi,
  /\b(?:tests?|specs?|suites?|cases?) (?:(?:is|are|was|were|gets?) )?(?:skipped|ignored|disabled|excluded) (?:on|under|in) (?:windows|macos|mac|linux|darwin|arm\w*|x86\w*|alpine|musl|wsl|bsd|node|bun|deno|python|java|jdk|firefox|safari|chrome|webkit)(?![\w-])/gi,
  /(?<![\w-])(?:git|\.\w+ignore|docker|npm) ignores(?!\w)|\b(?:is|are) ignored by (?:git|docker|npm)(?!\w)|\b(?:git|docker|npm)-?ignored(?!\w)/gi,
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?=\/)|\bON (?:DELETE|UPDATE) (?:CASCADE|RESTRICT|SET NULL)/g,
  /\bE[A-Z]{3,}: [a-z ]+, (?:open|read|write|mkdir|unlink|rmdir|stat|access|connect|listen|scandir|copyfile|rename)(?!\w)/g,
  /(?<!\S)(?!\W{0,9}(?:2fa|mfa)\b)[^\s\d]{0,60}\d\S{0,60}(?: or (?:newer|later|higher|above|greater))? (?:is|are) required(?!\w)/gi,
];
/** Names of source files are named after what they hold. */
const SOURCE_FILE =
  /(?<!\S)\S*\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|cs|kt|swift|c|h|cpp|md|html|css|vue|svelte)(?::\d+)*(?!\w)/gi;

export const SAFEGUARD_EXPRESSIONS: readonly RegExp[] = [
  ...[SAFEGUARD, WEAKENS, WITHOUT, ...SWITCHES, CREDENTIALS, EXPOSED, GRANT, ...ELSEWHERE.flat(), UNSPACED_WEAKENED],
  ...[...PLAIN, SOURCE_FILE],
];

/** What is left to be judged when plain counts are taken out. */
export function withoutCounts(text: string): string {
  return PLAIN.reduce((rest, shape) => rest.replace(shape, ' '), text);
}

/** `text` without its disguise, and without plain counts. */
export function weakensSafeguard(text: string): boolean {
  if (SWITCHES.some((shape) => shape.test(text)) || UNSPACED_WEAKENED.test(text)) return true;
  const rest = text.replace(SOURCE_FILE, ' ');
  if (SAFEGUARD.test(rest) && WEAKENS.test(rest)) return true;
  if (CREDENTIALS.test(rest) && EXPOSED.test(rest)) return true;
  if (WITHOUT.test(rest) || GRANT.test(rest)) return true;
  return ELSEWHERE.some(([guards, weakens]) => guards.test(rest) && weakens.test(rest));
}
