/**
 * The closed-class words that tell how a statement stands to an earlier one, per language, in one table: short lists of
 * what any speaker uses whatever the talk is about. No nouns, no names of tools, no topics. `stem*` matches what begins so;
 * several words in a row are a phrase. Latin and Cyrillic words are written without accents and in lower case, as they are
 * compared. Chinese, Japanese and Korean entries match anywhere.
 *
 * Adding a language is adding a column here and its number words in `numbers.ts`.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'ru' | 'zh' | 'ja' | 'ko';

export type Cue =
  | 'stop'
  | 'now'
  | 'switch'
  | 'ended'
  | 'again'
  | 'instead'
  | 'mistake'
  | 'negation'
  | 'leave'
  | 'must'
  | 'also'
  | 'forOne'
  | 'whileTime'
  | 'stays'
  | 'every'
  | 'asks'
  | 'supposes'
  | 'orders'
  | 'said'
  | 'restates'
  | 'degree'
  | 'me'
  | 'only'
  | 'other'
  | 'because'
  | 'was'
  | 'demand'
  | 'tooMuch';

type Row = Readonly<Record<Language, string>>;

export const CUE_TABLE: Readonly<Record<Cue, Row>> = {
  /** Carry no subject. */
  // Who wishes something, and that it is wished, is what the curator puts in front of every wish.
  stop: {
    en: "user users user's prefer prefers preferred want wants like likes a an the is are was were be been am it its it's this that these those of to in on at by for from with and or but as so we i you he she they our my your their his her us me them do does did has have had will would can could should must may not no just please there here up out into over than then too also all any some one what which who when where if because since now get gets got go goes use uses used using make made let put want wants like prefers prefer under how about per ones new off while before after until each every only other",
    de: 'nutzer will wollen mag bevorzugt der die das den dem des ein eine einen einem einer ist sind war wird werden wurde und oder aber mit von vom zu zum zur im in am an auf aus bei fur als auch nicht kein keine ich du er sie es wir ihr mir mich dich dir uns man hat haben hab habe so da dort nur noch schon mal bitte wie was wer wenn dass nach vor bis um uber unter jetzt sich soll muss kann',
    fr: 'utilisateur prefere veut veux le la les l un une des du de d et ou mais est sont etait a au aux en dans sur sous par pour avec sans ce cet cette ces c il elle on nous vous ils elles je j tu me te se s ne n pas plus que qu qui y sa son ses mon ma mes notre nos leur leurs se fait faire ca si fois',
    es: 'usuario prefiere prefiero quiere quiero el la los las un una unos unas de del al a en y o u pero es son era esta estan con por para sin que se lo le les su sus mi mis tu tus nos no si me te ya hay muy mas como cuando este esta esto ese esa eso va van ser vez otra otro',
    it: "utente preferisce preferisco vuole voglio il lo la i gli le l un uno una di del dello della dei degli delle da dal dalla a al allo alla ai agli alle in nel nella nei con su sul sulla per tra e o ma che chi si non ci ne mi ti vi e' sono era ha ho hanno questo questa quello quella come piu",
    pt: 'usuario prefere prefiro quer quero o a os as um uma uns umas de do da dos das em no na nos nas ao aos por para pra pro com sem e ou mas que se nao eu tu ele ela nos voces eles foi esta ta sao era tem ter isso este esta esse essa meu minha seu sua me te lhe ja mais como vez outra outro',
    ru: 'и в во на с со по к ко у о об от до за из для не ни но а же ли бы что как это этот эта эти тот та то там тут он она они мы вы я ты его ее их наш ваш мой все всё был была было есть так уже еще ещё или если',
    zh: '的 了 是 在 我 你 他 她 它 们 和 与 也 都 就 不 有 个 这 那 把 被 给 到 着 过 吗 呢 吧 啊 很 还 又 再 要 会 能 可 以 上 下 里 用 请 让 对 从 为 得',
    ja: 'こと もの ため よう です ます する した して いる ある なる から まで',
    ko: '은 는 이 가 을 를 에 의 와 과 도 로 으로 에서 하다 합니다 한다 있다 이다 그 저 것 수',
  },
  now: {
    en: 'now,nowadays,these days,as of,since,from now on,from here on,currently,already,by now,lately,meanwhile,starting,this morning,new,effective',
    de: 'jetzt,nun,ab,seit,mittlerweile,inzwischen,ab sofort,kunftig,nunmehr,neuerdings,bereits,seitdem,neu,neue,neuer,neues',
    fr: 'maintenant,desormais,dorenavant,depuis,a partir,deja,a present,nouveau,nouvelle',
    es: 'ahora,ya,desde,a partir,actualmente,de ahora,nuevo,nueva,al final',
    it: "adesso,ora,ormai,da ieri,da oggi,d'ora,da quando,gia,attualmente,nuovo,nuova,da ora",
    pt: 'agora,ja,desde,a partir,atualmente,daqui,novo,nova,passou a,a partir de',
    ru: 'теперь,сейчас,уже,отныне,с этого,ныне,новый,новая,новое,новые,новой,новую',
    zh: '现在,已经,如今,从今,以后,目前,早就,新的,了',
    ja: '今は,今後,これから,現在,もう,から,になりました,になった,ようになった,済み,新しい',
    ko: '이제,지금,앞으로,부터,현재,쭉,이미,새로,했어요,했습니다,됐어,바뀌',
  },
  switch: {
    en: 'switch*,move*,moving,migrat*,renam*,chang*,ported,replac*,rewrote,rewritten,rewrit*,bump*,rais*,upgrad*,convert*,became,becomes,swap*,adopt*,went to,went with,went up,lower*,increas*,reduc*,extend*,make it,set to,doubl*,shift*',
    de: 'umgestieg*,umsteig*,gewechselt,wechsel*,umgestellt,umgezogen,umbenannt,ersetzt,migrier*,geandert,andern,verlegt,verlanger*,erhoht,gesenkt,eingefuhrt,umgeschrieben,versetzt,verschoben,angehoben',
    fr: 'passes,passer,passee,migre*,change*,remplace*,renomme*,demenag*,bascul*,deplac*,augment*,baiss*,adopt*,prolong*,devient,deven*,impose',
    es: 'cambi*,pasamos,pase,pasado,pasar,migr*,mud*,reemplaz*,sustitu*,renombr*,subimos,subi,subir,bajamos,bajar,movi*,traslad*,reescrib*,puse,pusimos',
    it: 'cambi*,passat*,passiam*,migrat*,spostat*,sostitu*,rinominat*,trasferit*,riscritt*,alzat*,abbassat*,aggiornat*,portat*,divent*',
    pt: 'mud*,troc*,migr*,passamos,passou,passei,substitu*,renome*,reescrev*,aument*,subi*,baix*,pus,viraram,virou,adot*',
    ru: 'переш*,перен*,переех*,перевел*,смен*,измен*,замен*,переимен*,мигрир*,обнов*,подня*,снизи*,продли*,поставил*,стал*,переписа*,ставь,повысил*',
    zh: '换,改,迁,挪,搬,升级,变成,调到,降到,压到,转到,切到,替换,改为,移到',
    ja: '変更,変え,移行,移し,移り,引っ越し,切り替え,乗り換え,統一,入れ替え,上げた,下げた,改名,改定,変わ,差し替え,にした,へ移',
    ko: '바꿨,바꾸,변경,옮겼,옮기,이전,갈아탔,전환,올려,올렸,내렸,줄이,통일,교체,돌렸,당겼,확정,이사,변경됐,없어졌',
  },
  ended: {
    en: 'gone,dead,deleted,delete*,retired,cancelled,canceled,cancel*,removed,remove*,dropped,drop,uninstall*,ended,closed,died,left,gave up,out of,archived,stop,stopped,no longer,no more,any more,anymore,dump*,ditch*,get rid,got rid,killed,expired,vanish*,deprecat*,discontinu*,shut down,abandon*,quit',
    de: 'abgeschaltet,geloscht,weg,raus,eingestellt,gekundigt,abgeschafft,tot,vorbei,nicht mehr,kein mehr,gestrichen,entfernt,abgelost,ausgemustert,schluss,verlassen,entfallt,entfallen,stillgelegt,aufgehort',
    fr: "ferme*,supprim*,fini*,termin*,abandonn*,arret*,plus de,n'existe plus,existe plus,faut plus,n'est plus,resili*,retire*,parti,partie,mort,disparu*,eteint,enlev*,marre",
    es: 'cerramos,cerr*,eliminad*,borr*,murio,muerto,quit*,cancel*,dej*,ya no,no queda,nada de,se acabo,retir*,dimos de baja,jubil*,apag*',
    it: 'buttato,eliminat*,chius*,basta,niente,lasciat*,disdett*,mort*,tolt*,togli,non piu,finit*,spent*,dismess*,cancellat*,abbandonat*,smesso',
    pt: 'deslig*,cancel*,arquivad*,acab*,cort*,remov*,apag*,morreu,saiu,encerr*,abandon*,nao mais,ja nao,largu*,chega de,fechad*',
    ru: 'удал*,закры*,убра*,погаси*,больше не,отказа*,отключ*,умер*,уволи*,выкин*,прода*,бросил*,отмен*,снес*,перестал*,ушел,ушла,хватит,упраздн*',
    zh: '删掉,删了,不再,停用,失效,下线,取消,没了,废弃,别再,离职,关掉,停了,不用了,淘汰,去掉',
    ja: '使ってない,使わない,廃止,削除,解約,やめ,終了,もう使,なくな,異動,退職,捨て,止め,撤去,消し',
    ko: '없어졌,안 써,안써,그만,폐지,삭제,해지,끝났,중단,버렸,퇴사,지웠,말고,더 이상,없이,않기로',
  },
  again: {
    en: 'again,back to,back on,as before,revert*,reverted,return to,returned,once more,after all',
    de: 'wieder,zuruck,wie fruher,erneut,doch,doch wieder',
    fr: 'a nouveau,de nouveau,retour,revenir,revenu*,revient,comme avant,finalement',
    es: 'otra vez,de nuevo,volv*,vuelv*,como antes,al final',
    it: 'di nuovo,torn*,come prima,alla fine,nuovamente',
    pt: 'de novo,volt*,como antes,outra vez,afinal,novamente',
    ru: 'снова,опять,вернул*,обратно,как раньше,как было,заново,верни*',
    zh: '又改回,改回,恢复,还是用,重新,换回',
    ja: '元に戻,再び,やっぱり,また,戻し',
    ko: '다시,원래대로,되돌,역시',
  },
  instead: {
    en: 'instead,rather,in place of,over',
    de: 'statt,anstatt,stattdessen,lieber,anstelle,sondern',
    fr: 'au lieu,plutot,a la place,mais',
    es: 'en vez,en lugar,mejor,sino,en cambio',
    it: 'invece,al posto,piuttosto,bensi,meglio',
    pt: 'em vez,no lugar,ao inves,melhor,e sim,antes',
    ru: 'вместо,лучше,скорее,взамен',
    zh: '代替,而不是,而是,别,不要,改用,替',
    ja: '代わり,ではなく,じゃなく,ほうが',
    ko: '대신,말고,아니라,보다는',
  },
  mistake: {
    en: "wrong,mistake,misread,correction,actually,should have been,should've been,i meant,mixed up,typo,sorry,change of plan,changed my mind,turns out,not true",
    de: 'falsch,vertan,korrektur,eigentlich,irrtum,geirrt,verwechselt,doch nicht,stimmt nicht,sorry,verlesen',
    fr: "trompe,erreur de,en fait,correction,je voulais dire,me suis,c'est pas,c'est faux",
    es: 'equivoq*,error mio,en realidad,correccion,queria decir,me confundi,perdon,rectific*',
    it: 'sbagliat*,in realta,correzione,volevo dire,scritto male,errore mio,scusa,confuso',
    pt: 'engan*,errei,na verdade,correcao,quis dizer,desculpa,confundi',
    ru: 'ошиб*,на самом деле,исправь,исправлен*,перепутал*,неправильн*,оговор*,не так,точнее',
    zh: '搞错,说错,写错,其实,更正,记错,弄错,纠正,不对',
    ja: '間違,訂正,実は,勘違い,誤り,正しくは,じゃなかった',
    ko: '틀렸,잘못,정정,사실은,실수,착각,맞더라,아니었',
  },
  negation: {
    en: "not,no,never,none,without,don't,doesn't,didn't,won't,can't,cannot,isn't,aren't,wasn't,shouldn't,nothing,nobody,avoid,dont,neither,nor",
    de: 'nicht,kein*,nie,niemals,ohne,nichts,nix,niemand,weder',
    fr: 'pas,jamais,sans,aucun*,rien,ni,personne',
    es: 'no,nunca,sin,nada,ningun*,jamas,nadie,tampoco',
    it: 'non,mai,senza,niente,nulla,nessun*,neanche',
    pt: 'nao,nunca,sem,nada,nenhum*,nem,ninguem,jamais',
    ru: 'не,нет,никогда,без,нельзя,ни,ничего,никто',
    zh: '不,没,别,无,勿,未',
    ja: 'ない,ません,なし,禁止,ず,ぬ',
    ko: '안 ,않,없,말,못,금지,아니',
  },
  /** Leave is given: what was forbidden or asked for need not be so. */
  leave: {
    en: "ok,okay,fine,may,allowed,can,free to,no need,need not,don't need,don't bother,feel free,as you like,whatever,straight away,just",
    de: 'darfst,durfen,darf,konnt,kannst,reicht,erlaubt,ok,okay,egal,musst nicht,sparen',
    fr: 'tu peux,peux,peut,pouvez,permis,autoris*,inutile,pas besoin,ok,direct',
    es: 'puedes,puede,pueden,permitid*,sin problema,vale,no hace falta,basta',
    it: 'puoi,possono,puo,permesso,va bene,non serve,pure',
    pt: 'pode,podes,podem,permitido,tudo bem,nao precisa,a vontade,da pra',
    ru: 'можно,можешь,можете,разреш*,ладно,не надо,не нужно,хватит,нормально,необязательно',
    zh: '可以,允许,不用,随便,无所谓,就好,直接,也能,没关系',
    ja: 'ていい,てよい,可能,構わ,不要,大丈夫,てもいい,でいい,十分',
    ko: '괜찮,해도 돼,해도 됨,도 돼,도 됨,가능,필요 없,바로,좋아',
  },
  must: {
    en: 'must,always,never,have to,has to,required,requires,only,should,need to,needs,mandatory,shall',
    de: 'muss,mussen,immer,nie,niemals,soll,sollen,pflicht,verlangt',
    fr: 'doit,doivent,toujours,jamais,faut,obligatoire*,exige*,veut,impose*',
    es: 'debe*,siempre,nunca,hay que,obligatori*,tiene que,exige*',
    it: 'deve,devono,sempre,mai,bisogna,obbligatori*,vuole,ci vuole',
    pt: 'deve*,sempre,nunca,tem que,precisa,obrigatori*,exig*',
    ru: 'должн*,всегда,никогда,надо,нужно,обязательн*,требу*',
    zh: '必须,一定,总是,从不,要求,只能,统一',
    ja: '必ず,常に,べき,なければ,絶対,必須',
    ko: '반드시,항상,절대,꼭,해야',
  },
  also: {
    en: 'also,too,as well,additionally,on top,plus,same,and please,another,besides,both,other,different,then,after that',
    de: 'auch,auserdem,zusatzlich,dazu,ebenso,ebenfalls,weiterhin,und zwar,dann',
    fr: 'aussi,en plus,egalement,ainsi que,de plus,et aussi,puis,elle,lui',
    es: 'tambien,ademas,asimismo,y tambien,igualmente,luego',
    it: 'anche,inoltre,pure,in piu,poi,altresi',
    pt: 'tambem,alem,ainda,e ele,mais um,depois',
    ru: 'также,тоже,кроме того,еще,ещё,плюс,заодно,отдельно',
    zh: '也,另外,还要,同时,再送,同一,而且,后面',
    ja: 'も,また,さらに,ついでに,あと,加えて',
    ko: '또,도 ,그리고,추가로,역시,함께,자동으로',
  },
  /** For one case, place, person or thing. */
  forOne: {
    en: 'except,unless,for the,for that,for this,this one,that one,in the,on my,only in,only for,just for,apart from,the ones,those,exempt,excluded,only when',
    de: 'auser,ausnahme,bei,beim,fur die,fur den,fur das,nur bei,nur fur,auf dem,aufm,im fall,falls,bis auf,da',
    fr: 'sauf,excepte,pour les,pour le,pour la,dans le cas,celui,celle,ceux,hormis,chez,seulement pour',
    es: 'salvo,excepto,menos,para los,para el,para la,en el caso,al,los de,las de,solo para,con los',
    it: 'tranne,eccetto,salvo,per i,per il,per la,solo per,quelle,quelli,con il,per le,nel caso',
    pt: 'exceto,salvo,menos,para os,pro,pra,so para,no caso,aquele,aquela',
    ru: 'кроме,за исключением,для,у,только для,если,в случае,исключени*',
    zh: '除了,例外,那个,这个,给,的时候,除外,不受',
    ja: '以外,除い,場合,のとき,の分は,だけは,に限り,の件は,のは,例外',
    ko: '제외,예외,만 ,경우,땐,때는,거면,는 여전히,에서는,한테',
  },
  whileTime: {
    en: 'next week,this week,today,tonight,tomorrow,while,during,until,for the moment,for now,temporarily,when,once,this time,just this,then back',
    de: 'nachste woche,diese woche,heute,morgen,wahrend,bis,vorerst,vorubergehend,wenn,diesmal,einmal,solange',
    fr: "la semaine prochaine,cette semaine,aujourd'hui,demain,pendant,jusqu*,pour l'instant,temporair*,quand,cette fois,lors",
    es: 'esta semana,hoy,manana,durante,hasta,por ahora,temporal*,cuando,esta vez,mientras',
    it: 'questa settimana,la settimana,oggi,domani,durante,fino,per ora,temporane*,quando,stavolta,mentre',
    pt: 'esta semana,hoje,amanha,durante,ate,por enquanto,temporari*,quando,desta vez,enquanto,no dia',
    ru: 'на этой неделе,сегодня,завтра,пока,до,во время,временно,когда,в этот раз,на следующей',
    zh: '今天,明天,这周,下周,期间,暂时,时候,这次,直到,之前',
    ja: '今日,明日,今週,来週,の間,まで,とりあえず,一時的,今回,当面,ときは',
    ko: '오늘,내일,이번 주,다음 주,동안,까지,일단,임시,이번,당분간,때',
  },
  stays: {
    en: 'stay*,stays,keep*,still,remain*,leave,stick*,as is,sticks,leave the,untouched',
    de: 'bleib*,lasst,lass,lassen,behalt*,weiter,wie besprochen,noch immer',
    fr: 'reste*,garde*,laisse*,toujours,conserv*',
    es: 'qued*,sigue*,dej*,mantien*,manten*,como estan',
    it: 'rest*,lasci*,tien*,mantien*,ancora,sta a',
    pt: 'fica*,deix*,mant*,continu*,ainda,segue',
    ru: 'оста*,оставь,по-прежнему,держ*,пусть,не трогай,не рвем,все еще',
    zh: '保持,照旧,还得,仍,别动,依旧,留着,继续',
    ja: 'そのまま,まま,引き続き,残し,今まで通り,維持',
    ko: '그대로,여전히,계속,유지,두고',
  },
  every: {
    en: 'all,everything,every,everywhere,each,across the board,any,always,entire*,completely,whole',
    de: 'alle,alles,uberall,jede*,komplett,immer,ganz,samtliche',
    fr: 'tout,tous,toute,toutes,partout,chaque,toujours,entier*',
    es: 'todo,todos,toda,todas,siempre,cada,complet*',
    it: 'tutto,tutti,tutta,tutte,ogni,sempre,ovunque,dappertutto',
    pt: 'tudo,todo,todos,toda,todas,cada,sempre,em tudo',
    ru: 'все,всё,всех,везде,каждый,всегда,весь,всю,полностью',
    zh: '全部,所有,都,一律,每,统一,到处',
    ja: '全部,すべて,全て,いつも,毎,一律,どこでも',
    ko: '모두,전부,다 ,항상,모든,매,양쪽',
  },
  asks: {
    en: 'what,why,how,who,where,does,is it,can you,could you,would,which,do we,are we,when is',
    de: 'was,warum,wie,wer,wo,kannst du,konntest du,welche*,wieso,weshalb',
    fr: 'quoi,pourquoi,comment,qui est,ou est,tu peux,peux tu,quel,quelle,est ce',
    es: 'que es,por que,como se,quien,donde,puedes,cual,cuantos,cuantas',
    it: 'cosa,perche,come si,chi,dove,puoi,quale,quanti,quante',
    pt: 'o que,por que,como,quem,onde,pode me,qual,quantos,quantas',
    ru: 'что такое,почему,как,кто,где,можешь,какой,какая,сколько,зачем',
    zh: '什么,为什么,怎么,谁,哪,吗,呢,行不行,多少,会不会',
    ja: '何,なぜ,どう,誰,どこ,どれ,ますか,かな,の?,は?',
    ko: '뭐,왜,어떻게,누구,어디,어느,까요,나요,인가,뭐라고',
  },
  supposes: {
    en: 'if,would,hypothetically,suppose,curious,imagine,what if,say we,could we,might,maybe,wonder*,in theory,some day',
    de: 'angenommen,wurde,wurden,ware,falls,vielleicht,hatte,kame,mal angenommen,hypothetisch',
    fr: 'si on,si nous,et si,serait,supposons,peut etre,imaginons,aurait,hypothe*',
    es: 'si ,supon*,seria,quiza*,tal vez,imagin*,hipote*',
    it: 'se ,e se,supponi*,sarebbe,forse,magari,immagin*,ipote*,un domani',
    pt: 'se ,e se,suponha*,seria,talvez,imagin*,hipote*,curiosidade',
    ru: 'если бы,бы,допустим,предполож*,возможно,может быть,а если,вдруг',
    zh: '如果,要是,假如,假设,万一,也许,随便问,会不会',
    ja: 'もし,仮に,たら,かも,だったら,かな',
    ko: '만약,혹시,만일,라면,면 어,아예,가정',
  },
  /** Something to be done at once. */
  orders: {
    en: 'can you,could you,please,help me,write a,list,fix,remind me,summarise,summarize,show me,check,draft,find me,look at,update,add,open the',
    de: 'kannst du,mach mir,schreib,hilf,bitte,zeig,such,pruf*,korrigier*,erstell*',
    fr: 'tu peux,peux tu,fais,ecris,aide,montre,corrige,renomme,cherche,reponds,verifie',
    es: 'puedes,haz,escribe,ayuda*,muestra,corrige,arregl*,busca,apunta*,actualiza',
    it: 'puoi,fai,scrivi,aiuta*,mostra,correggi,guarda,cerca,mandami,trovi,dimmi',
    pt: 'pode me,faz,escreve,ajuda,mostra,corrige,procura,lembra,resume,me ajuda,coloca',
    ru: 'сделай,напиши,помоги,покажи,исправь,найди,проверь,поправь,переделай',
    zh: '帮我,请,给我,写一,看看,查一下,找出来,发我',
    ja: 'してくれ,見てくれ,考えて,直して,教えて,出して,お願い,作って,ください',
    ko: '해줘,써줘,고쳐줘,알려줘,찾아,정리해줘,추천,좀 ,봐줘',
  },
  said: {
    en: 'said,says,wrote,writes,told me,asks,asked,swears,quote,according to,claims,colleague,coworker',
    de: 'sagt,sagte,schreibt,schrieb,meint,meinte,fragt,behauptet,laut,kollege',
    fr: 'dit,ecrit,demande,pretend,selon,raconte,collegue',
    es: 'dice,dijo,escribe,pregunta,segun,asegura,companero',
    it: 'dice,ha detto,scrive,chiede,secondo,sostiene,collega',
    pt: 'disse,diz,escreve,pergunta,segundo,afirma,colega',
    ru: 'сказал*,говорит,пишет,спрашивает,утвержда*,по словам,коллега',
    zh: '说“,说「,问“,表示,据说',
    ja: 'と言,って言,と書,らしい,と聞',
    ko: '라고,물어보,다더라,라던데,래요',
  },
  restates: {
    en: "as you know,restating,in other words,that is,confirming,as discussed,as i said,reminder,i mean,again:,so it's clear,as before,same as before",
    de: 'wie besprochen,also immer,wie gesagt,zur erinnerung,mit anderen worten,das heist,bestatig*,nochmal',
    fr: "en d'autres termes,comme dit,je rappelle,pour rappel,c'est a dire,je confirme,autrement dit",
    es: 'o sea,es decir,como dije,recuerda que,confirm*,en otras palabras,te recuerdo',
    it: 'come dicevamo,insomma,cioe,in altre parole,conferm*,come detto,ricordo che',
    pt: 'confirmando,ou seja,como disse,quer dizer,lembrando,em outras palavras,mesmo',
    ru: 'напомню,то есть,как я говорил,подтвержда*,другими словами,повторю,как и было',
    zh: '也就是说,换句话说,再说一遍,确认一下,提醒一下,如前所述,还是那',
    ja: 'つまり,ということ,改めて,前にも言,確認ですが,念のため,要するに',
    ko: '그러니까,다시 말해,말했듯이,확인차,즉 ,맞지,그대로 가자',
  },
  degree: {
    en: 'more,less,longer,shorter,enough,too,max,minimum,at least,up to,only,fewer,just,under',
    de: 'mehr,weniger,langer,kurzer,genug,reicht,maximal,mindestens,bis zu,nur',
    fr: 'plus,moins,trop,assez,max,minimum,au moins,jusqu*,seulement,suffit',
    es: 'mas,menos,demasiado,bastante,maximo,minimo,hasta,solo,basta',
    it: 'piu,meno,troppo,abbastanza,massimo,minimo,fino,solo,basta',
    pt: 'mais,menos,demais,bastante,maximo,minimo,ate,so,chega',
    ru: 'больше,меньше,слишком,достаточно,максимум,минимум,хватит,только,мало',
    zh: '更,少,多,够,最多,最少,至少,只,太',
    ja: 'もっと,少な,多,足り,最大,最低,以上,以下,だけ,十分',
    ko: '더 ,덜,너무,충분,최대,최소,이상,이하,만 ',
  },
  me: {
    en: "i,i'm,i've,i'd,me,my,we,we're,we've,our,us",
    de: 'ich,mir,mich,mein*,wir,uns,unser*',
    fr: "je,j,j'ai,moi,mon,ma,mes,on,nous,notre",
    es: 'yo,mi,me,mis,nosotros,nuestr*,nos,conmigo',
    it: 'io,mi,mio,mia,noi,nostr*,ci,abbiamo,ho',
    pt: 'eu,me,meu,minha,nos,noss*,a gente,usamos',
    ru: 'я,мне,меня,мы,нам,нас,мой,моя,наш*',
    zh: '我,我们,咱',
    ja: '私,僕,自分,うち,俺,我々',
    ko: '나 ,내 ,저는,저희,우리,제가',
  },
  only: {
    en: 'only,just,solely,alone',
    de: 'nur,blos,allein,ausschlieslich',
    fr: 'seulement,uniquement,que du,juste,ne que',
    es: 'solo,solamente,unicamente',
    it: 'solo,soltanto,unicamente',
    pt: 'so,somente,apenas',
    ru: 'только,лишь,исключительно',
    zh: '只,仅',
    ja: 'だけ,のみ,しか',
    ko: '만 ,뿐,밖에',
  },
  other: {
    en: 'another,other,different,separate*,own,internal*,same',
    de: 'andere*,eigene*,getrennt,separat*,intern*,gleiche*,selbe*',
    fr: 'autre*,different*,propre*,separe*,meme*,interne*',
    es: 'otro,otra,otros,otras,distint*,propio,propia,mism*,intern*,separad*',
    it: 'altro,altra,altri,altre,divers*,proprio,propria,stess*,separat*',
    pt: 'outro,outra,outros,outras,diferente*,proprio,propria,mesm*,separad*',
    ru: 'друг*,отдельн*,свой,своя,разн*,тот же,тем же',
    zh: '另,别的,不同,单独,自己的,同一',
    ja: '別,他の,違う,独自,同じ',
    ko: '다른,별도,따로,각자,같은,쪽은',
  },
  /** How it used to be. */
  was: {
    en: "was,were,used to,had,wasn't,weren't,couldn't,kept",
    de: 'war,waren,hatte,hatten,fruher,bisher,bislang,wurde',
    fr: 'etait,etaient,avait,avant,jadis,ancien*',
    es: 'era,eran,estaba,estaban,habia,antes,fue',
    it: 'era,erano,aveva,avevano,prima,stava,fino a ieri',
    pt: 'era,eram,estava,estavam,tinha,antes,foi',
    ru: 'был,была,было,были,раньше,прежде,прежн*',
    zh: '原来,以前,之前,本来,曾,旧',
    ja: 'だった,でした,以前,今まで,前は,これまで,旧',
    ko: '였,었,예전,전에는,기존,원래',
  },
  /** Somebody has decided or asks for it. */
  demand: {
    en: "want*,demand*,requir*,insist*,decided,agreed,vot*,signed off,prefer*,i'd rather,asked for,gave me,call me,decision",
    de: 'will,wollen,wollte,verlang*,mochte,beschlossen,entschieden,vorgabe,wunsch*,geeinigt,lieber',
    fr: 'veut,veulent,exige*,impose*,demande,decid*,prefer*,tient,souhait*,convenu',
    es: 'quiere*,exige*,pide*,pidio,decid*,prefier*,acepta,acord*,quiero',
    it: 'vuole,vogliono,voglio,chiest*,chiede,decis*,preferisc*,esige,concordat*',
    pt: 'quer,querem,exig*,pedi*,decidi*,prefer*,quero,aprovou,combin*',
    ru: 'требу*,прос*,хоч*,решил*,предпоч*,договорил*,велел*,разрешил*',
    zh: '要求,决定,希望,想要,定了,签了,规定',
    ja: '言われ,希望,決ま,ほしい,頼む,お願い,結論,方針',
    ko: '하기로,결정,요청,원해,싶어,결론,정했,부탁',
  },
  tooMuch: {
    en: 'too,enough,fed up,sick of,hate*,annoy*,broke*,crash*,nobody,no one',
    de: 'genug,nervt,nerven,satt,langsam,teuer,keiner,niemand',
    fr: 'trop,marre,assez,lent*,cher,personne',
    es: 'demasiad*,hart*,lento,lenta,lentos,lentas,caro,cara,caros,caras,nadie,molest*',
    it: 'troppo,troppa,stuf*,lento,lenta,lenti,lente,caro,cara,cari,care,nessuno,stanc*',
    pt: 'demais,muito,chega,lento,lenta,lentos,lentas,caro,cara,caros,caras,ninguem,cansad*',
    ru: 'слишком,надоел*,медленн*,дорог*,никто,некому,мало,долго',
    zh: '太,够,烦,慢,贵,没人,不够',
    ja: 'すぎ,うるさい,遅い,高い,面倒,足りな,にくい',
    ko: '너무,느려,비싸,아무도,자꾸',
  },
  because: {
    en: 'because,since,so that,cause,due to,as the,so',
    de: 'weil,da,damit,wegen,denn,deswegen,sonst',
    fr: 'parce,car,puisque,pour que,a cause,sinon,donc',
    es: 'porque,ya que,para que,por culpa,debido,pues,que asi',
    it: 'perche,poiche,siccome,cosi,dato che,quindi,tanto',
    pt: 'porque,pois,ja que,por causa,senao,logo',
    ru: 'потому,так как,чтобы,из-за,иначе,ведь,поэтому',
    zh: '因为,所以,由于,否则,为了',
    ja: 'ので,から,ため,だから,んで',
    ko: '때문,해서,니까,라서,므로,려고',
  },
};
