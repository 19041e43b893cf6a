/**
 * Small words that mean the same in several languages, by what they mean: always, only now, we, must, fix, later. A sentence in a
 * language with little training data is read by what the same words mean in a language with much. A language that is
 * missing here is read by its own words alone. Words are folded; `*` ends the beginning of a word; in scripts without
 * blanks, and in Korean, an entry is found anywhere. Pure; time is linear in the sentence.
 */
import type { Token } from '../../text/tokens.ts';

const CONCEPTS: Readonly<Record<string, string>> = {
  always: `always, every time, each time, whenever, generally, usually, by default, as a rule, immer, jedes mal, jedesmal, stets, grundsatzlich,
    generell, normalerweise, in der regel, siempre, cada vez, por defecto, normalmente, por regla general, toujours, chaque fois, a chaque fois,
    systematiquement, par defaut, d'habitude, sempre, ogni volta, di solito, di norma, toda vez, por padrao, geralmente, всегда, каждый раз,
    обычно, по умолчанию, zawsze, za kazdym razem, zwykle, domyslnie, 总是, 一律, 每次, 始终, 一直, 通常, 默认, 都要, 必ず, 常に, いつも, 毎回, 基本, 原則, 항상, 언제나, 매번,
    늘, 무조건, 기본적으로`,
  never: `never, ever, nie, niemals, keinesfalls, auf keinen fall, nunca, jamas, jamais, mai, никогда, ни в коем случае, nigdy, 从不, 绝不, 永远不,
    千万别, 不准, 禁止, 不许, 絶対に, 決して, 一切, 禁止, 絶対, 절대, 결코, 금지`,
  fromNow: `from now on, going forward, from here on, henceforth, as of, starting, ab jetzt, ab sofort, von nun an, kunftig, in zukunft, ab heute,
    a partir de ahora, de ahora en adelante, desde ahora, en adelante, a partir de maintenant, desormais, dorenavant, a l'avenir, d'ora in poi,
    d'ora in avanti, da adesso, da oggi, a partir de agora, daqui para frente, daqui pra frente, de agora em diante, doravante, отныне, с этого момента,
    теперь всегда, впредь, с сегодняшнего дня, od teraz, od dzis, na przyszlosc, 从现在起, 从今往后, 今后, 以后, 往后, 从今天起, 今後, これから, 以後, 今日から, 앞으로, 이제부터,
    지금부터, 오늘부터`,
  noLonger: `no longer, anymore, any more, not any more, nicht mehr, kein mehr, ya no, mas no, ne plus, plus de, non piu, piu, nao mais, mais nao, больше не, уже не,
    juz nie, 不再, 已经不, 不用了, もう使わ, なくなり, やめ, 廃止, 더 이상, 더는, 안 써, 이제 안`,
  onlyNow: `today, tonight, right now, just now, for now, this time, just this once, only this time, for this one, for the moment, at the moment, currently,
    this week, tomorrow, until, heute, morgen, gerade, diesmal, dieses mal, erstmal, furs erste, vorerst, ausnahmsweise, momentan, im moment, nur jetzt, fur diesen,
    fur dieses, bis, hoy, manana, esta vez, por ahora, de momento, por esta vez, solo por hoy, ahora mismo, hasta, aujourd'hui, demain, cette fois, pour l'instant,
    pour le moment, pour cette fois, la tout de suite, en ce moment, jusqu'a, oggi, domani, questa volta, stavolta, per ora, per adesso, al momento, fino a, solo per,
    hoje, amanha, desta vez, dessa vez, por enquanto, por ora, no momento, so desta, ate, сегодня, завтра, сейчас, пока, на этот раз, в этот раз, только сейчас, до,
    dzis, dzisiaj, jutro, tym razem, na razie, w tej chwili, do, 今天, 明天, 这次, 这回, 这一次, 暂时, 先, 目前, 现在, 刚才, 本次, 今日, 明日, 今回, とりあえず, 一旦, 今だけ, 現在, 今は,
    오늘, 내일, 이번, 일단, 지금, 당분간, 이번만, 잠깐`,
  past: `yesterday, last week, last month, last year, ago, back then, used to, once, gestern, letzte woche, letztes jahr, damals, fruher, neulich, vorhin, ayer,
    la semana pasada, antes, el ano pasado, hace, hier, la semaine derniere, l'an dernier, il y a, autrefois, avant, ieri, la settimana scorsa, l'anno scorso, fa, una volta,
    ontem, semana passada, ano passado, antigamente, вчера, на прошлой неделе, раньше, в прошлом, недавно, wczoraj, w zeszlym, kiedys, 昨天, 上周, 去年, 以前, 当时, 之前, 昨日,
    先週, 去年, 昔, 以前, 当時, さっき, 어제, 지난주, 작년, 예전, 옛날, 아까, 그때`,
  i: `i, i'm, i've, i'd, me, my, mine, myself, ich, mir, mich, mein, meine, meinen, meinem, meiner, yo, mi, mis, je, j'ai, j'aime, moi, mon, ma, mes, io, mio, mia, miei, mie,
    eu, meu, minha, mim, я, мне, меня, мой, моя, мои, mnie, mi, moj, moja, moje, ja, 我, 我的, 本人, 私, わたし, 僕, 俺, 自分, 나는, 난, 저는, 내가, 제가, 나한테, 저한테`,
  we: `we, we're, we've, our, ours, us, wir, unser, unsere, unserem, unseren, uns, nosotros, nuestro, nuestra, nuestros, nos, nous, notre, nos, on, noi, nostro, nostra, nostri,
    ci, a gente, nos, nosso, nossa, мы, нас, нам, наш, наша, наши, у нас, my, nas, nam, nasz, nasza, nasze, u nas, 我们, 咱们, 我司, 本团队, うち, 弊社, 我々, 私たち, 当社, チーム,
    우리, 저희`,
  you: `you, your, you're, du, dir, dich, dein, deine, sie, ihnen, tu, te, vos, usted, toi, vous, te, ti, voce, ты, тебе, вы, вам, ty, ci, tobie, 你, 您, あなた, 君, 너, 네가, 당신`,
  must: `must, have to, has to, should, need to, needs to, ought, required, mandatory, may not, muss, mussen, soll, sollen, sollte, pflicht, darf, durfen, debe, deben, tiene que,
    tienen que, hay que, obligatorio, debemos, doit, doivent, il faut, faut, obligatoire, deve, devono, bisogna, va, vanno, obbligatorio, devem, tem que, tem de, precisa,
    obrigatorio, долж*, надо, нужно, обязатель*, нельзя, следует, musi, musza, trzeba, nalezy, nie wolno, powin*, 必须, 要求, 应该, 需要, 得, 不能, 不得, なければ, 必要, べき, こと,
    ないと, てはいけ, ならない, 해야, 필수, 안 돼, 안 됩, 하면 안, 되어야, 돼야`,
  prefer: `prefer, like, love, hate, rather, want, dislike, enjoy, can't stand, lieber, mag, mochte, hasse, bevorzug*, ungern, gern, gerne, prefiero, me gusta, me gustan, odio, quiero,
    no soporto, prefere, j'aime, je prefere, prefere*, je deteste, je veux, plutot, preferisco, mi piace, mi piacciono, odio, voglio, prefiro, gosto, detesto, quero, odeio, предпочитаю,
    люблю, нравит*, ненавижу, лучше, хочу, wole, lubie, nie lubie, nienawidze, chce, 喜欢, 偏好, 更愿意, 讨厌, 想要, 习惯, 不爱, 好き, 嫌い, 派, ほうがいい, 方がいい, 苦手, たい, ほしい, 欲しい,
    좋아, 싫어, 선호, 편해, 싶어, 원해`,
  remember: `remember, note, keep in mind, don't forget, bear in mind, make a note, save this, for the record, fyi, merk*, merke, notier*, denk dran, denk daran, vergiss nicht, behalte,
    recuerda, acuerdate, apunta, anota, ten en cuenta, no olvides, toma nota, retiens, souviens-toi, note, n'oublie pas, garde en tete, rappelle-toi, retenez, ricorda, ricordati, segna*,
    tieni a mente, annota, non dimenticare, prendi nota, lembra*, lembre-se, anota, nao esquec*, guarda, запомни*, помни*, учти, имей в виду, не забудь, запиши, zapamietaj, pamietaj,
    zanotuj, zapisz sobie, miej na uwadze, 记住, 记下, 记一下, 别忘了, 记得, 请记, 牢记, 備忘, 覚えて, 覚えとい, メモ, 忘れないで, 기억해, 메모, 기억하, 잊지 마, 적어 둬, 적어둬, 명심`,
  maybe: `maybe, perhaps, might, could, would, if, what if, suppose, imagine, let's say, wondering, possibly, unless, vielleicht, wenn, falls, wurde, konnte, angenommen, eventuell,
    quiza, quizas, tal vez, si, podria, supongamos, a lo mejor, igual, peut-etre, si, pourrait, imaginons, admettons, eventuellement, supposons, forse, se, potrebbe, mettiamo, magari,
    talvez, se, poderia, digamos, imagina, может, возможно, если, допустим, бы, вдруг, предположим, moze, jesli, gdyby, zalozmy, by, 也许, 可能, 如果, 假如, 要是, 万一, 或许, 假设, もし,
    かも, たら, 仮に, 場合, かもしれ, 혹시, 만약, 아마, 면 어떨, 수도, 만일`,
  asks: `what, why, how, which, who, where, when, can you, could you, is it, are there, does, do you, was, warum, wieso, wie, welche, welcher, welches, wer, wo, wann, kannst du, gibt es,
    que, por que, como, cual, quien, donde, cuando, puedes, qu'est-ce, pourquoi, comment, quel, quelle, qui, ou, quand, est-ce que, peux-tu, cosa, perche, come, quale, chi, dove, quando, puoi,
    che, o que, qual, quem, onde, pode, что, почему, зачем, как, какой, какая, кто, где, когда, можешь, ли, co, dlaczego, jak, jaki, ktory, kto, gdzie, kiedy, czy, 什么, 为什么, 怎么, 哪, 谁, 吗,
    呢, 如何, 是否, 何, なぜ, どう, どの, どこ, いつ, 誰, ですか, ますか, 뭐, 왜, 어떻게, 어느, 어디, 언제, 누가, 나요, 니까, 을까, 무슨`,
  please: `please, pls, thanks, thx, bitte, danke, mal, por favor, porfa, gracias, s'il te plait, s'il vous plait, stp, svp, merci, per favore, grazie, obrigad*, пожалуйста, плиз, спасибо,
    prosze, dzieki, 请, 帮我, 麻烦, 谢谢, 一下, ください, お願い, して, てくれ, ありがと, 줘, 주세요, 부탁, 고마`,
  all: `all, every, everything, everywhere, any, each, alle, alles, allen, jede, jeder, jedes, jeden, uberall, samtliche, todo, todos, todas, toda, cada, tout, toute, tous, toutes, chaque,
    partout, tutti, tutte, tutto, ogni, ovunque, tudo, все, всё, всех, каждый, каждая, везде, любой, wszystk*, kazd*, wszedzie, 所有, 全部, 每个, 任何, 凡是, 都, 各, すべて, 全部, 全て, 各, 毎, どんな,
    모든, 전부, 다, 모두, 각`,
  only: `only, exclusively, just, nothing but, nur, ausschliesslich, bloss, solo, solamente, unicamente, seulement, uniquement, que du, rien que, soltanto, so, somente, apenas, только,
    исключительно, лишь, tylko, wylacznie, 只, 只能, 仅, 只有, だけ, のみ, しか, 만, 오직, 밖에`,
  not: `not, no, don't, doesn't, isn't, won't, can't, without, nicht, kein, keine, keinen, ohne, no, sin, ni, pas, sans, aucun, aucune, non, senza, nessun*, nao, sem, nenhum*, не, нет, без, ни, nie,
    bez, brak, 不, 没, 别, 不要, 无, ない, なし, せず, ません, 않, 안, 없, 말고, 지 마`,
  instead: `instead, rather than, not the, replaced, switched, moved, migrated, changed, stattdessen, statt, anstatt, sondern, umgestellt, gewechselt, en vez de, en lugar de, sino, cambiamos, pasamos,
    au lieu de, plutot que, remplace, invece, anziche, passati, em vez de, ao inves, mudamos, trocamos, вместо, а не, перешли, заменили, zamiast, przeszlismy, a nie, 而不是, 改成, 改用, 换成, 代替, ではなく,
    じゃなく, 代わり, 変更, 切り替え, 대신, 말고, 아니라, 바꿨, 바뀌`,
  this: `this, that, these, those, it, here, above, below, dies, diese, dieser, dieses, diesen, das hier, hier, da, este, esta, esto, ese, esa, eso, aqui, ce, cet, cette, ces, ca, ici, questo, questa,
    questi, quello, qui, isto, isso, esse, essa, aqui, это, этот, эта, эти, эту, тут, здесь, to, ten, ta, te, tutaj, 这, 那, 这个, 那个, 这里, これ, この, それ, その, ここ, 이거, 이것, 이, 그, 여기, 저거`,
  said: `said, says, wrote, writes, told, according to, asks, claims, quote, sagt, sagte, schreibt, schrieb, meinte, laut, dice, dijo, escribio, segun, dit, ecrit, selon, d'apres, ha detto, scrive, scritto,
    secondo, disse, diz, escreveu, segundo, сказал*, пишет, написал*, говорит, говорят, powiedzial*, pisze, napisal*, mowi, 说, 写着, 问, 表示, 原话, 言って, と書, という, と言, によると, 라고, 말했, 라는, 래요, 대요`,
  because: `because, since, so that, otherwise, due to, weil, da, damit, sonst, denn, porque, ya que, para que, si no, parce que, car, sinon, pour que, perche, cosi, altrimenti, pois, senao, потому, чтобы, иначе,
    так как, bo, zeby, inaczej, poniewaz, 因为, 否则, 不然, 所以, から, ので, ため, 때문, 니까, 아니면`,
  decided: `decided, decision, agreed, settled, we'll go with, we go with, final, chose, entschieden, beschlossen, einigen, geeinigt, wir nehmen, festgelegt, decidimos, decidido, hemos decidido, quedamos,
    acordamos, nos quedamos, decide, on a decide, convenu, on part sur, acte, deciso, abbiamo deciso, scelto, concordato, ficou decidido, combinamos, fechamos, решили, договорились, решено, выбрали,
    zdecydow*, ustalil*, postanowil*, wybralismy, 决定, 定了, 说好, 敲定, 确定, 选定, 決め, 決定, 決まり, ことにし, 정했, 결정, 합의, 하기로`,
  is: `is, are, lives, runs, belongs, called, named, uses, ist, sind, heisst, liegt, lauft, gehort, nutzt, es, son, esta, estan, se llama, vive, est, sont, s'appelle, se trouve, tourne, e, sono, si chiama,
    gira, sta, sao, fica, chama, roda, есть, лежит, называется, находится, работает, живет, jest, sa, nazywa sie, lezy, dziala, 是, 在, 叫, 位于, 属于, 用的是, です, である, にあり, にある, という名, で動, 이야, 입니다,
    에 있, 예요, 이에요, 돌아가`,
  use: `use, using, used, take, verwend*, benutz*, nutz*, nimm, nehmen, usa, usar, usamos, usad, utiliza*, emplea*, utilise*, prends, prend, usare, usiamo,
    utilizz*, usem, использ*, пользу*, бери, uzywa*, uzyj, stosuj*, korzysta*, 用, 使用, 采用, 使う, 使って, 使い, 利用, 사용, 써, 쓰고, 쓴다, 씁니다, 이용`,
  fix: `fix, fixes, repair, debug, solve, resolve, correct, reparier*, korrigier*, behebe, beheb*, fixe, arregla*, corrige*, soluciona*, repara*, repare*,
    resous, sistema*, correggi, risolvi, aggiusta, conserta*, arruma*, corrig*, resolv*, исправ*, почини*, поправ*, пофикси*, napraw*, popraw*, 修复, 修一下,
    修改, 改一下, 解决, 直して, 修正, 直す, 고쳐, 수정, 해결`,
  add: `add, adds, insert, include, append, fug*, erganz*, hinzufug*, einbau*, anade*, agrega*, incluye, mete, ajoute*, insere*, rajoute, aggiung*,
    inserisci, metti, adicion*, acrescent*, inclu*, coloca, добав*, вставь, дополни, dodaj*, dodac, dopisz, wstaw*, 添加, 加上, 加个, 加一, 增加, 补充, 追加, 足して, 加えて,
    추가, 넣어`,
  remove: `remove, delete, drop, strip, get rid, entfern*, losch*, weg, raus, quita*, elimina*, borra*, supprim*, enleve*, retire*, togli*, rimuov*, cancella*,
    remov*, apag*, exclu*, удали*, убери*, убрать, сотри, usun*, skasuj*, wywal, 删除, 删掉, 去掉, 移除, 削除, 消して, 外して, 取って, 삭제, 지워, 빼`,
  make: `make, create, build, generate, implement, set up, draft, mach, mache, machen, erstell*, bau, baue, baut, leg, anleg*, haz, hacer, crea*, genera*,
    construye, fais, faire, cree*, genere*, monte, fai, fare, creare, costruisci, faz, fazer, cria*, gera*, monta, сделай*, сделать, создай*, создать,
    собери, сгенерируй, zrob*, stworz*, utworz*, zbuduj*, 做, 创建, 新建, 生成, 写一个, 做一个, 作って, 作成, 作る, 만들, 생성, 작성`,
  look: `look, check, see, review, investigate, find, find out, verify, inspect, compare, schau*, guck*, pruf*, sieh, finde, vergleich*, kontrollier*, mira*,
    revisa*, comprueba*, busca*, verifica*, compara*, regarde*, verifie*, cherche*, trouve, jette, controlla*, guarda*, cerca*, trova*, confronta, olha*,
    veja, confere, procura*, verifique, посмотр*, проверь*, найди*, глянь, сравни*, поищи, sprawdz*, zobacz*, znajdz*, obejrzyj, porownaj, 看看, 看一下, 检查,
    查一下, 找, 对比, 确认, 見て, 確認, 調べ, 探して, チェック, 比較, 봐줘, 확인, 찾아, 살펴, 비교`,
  show: `show, list, print, give me, tell me, display, zeig*, gib mir, sag mir, liste, nenn, muestra*, ensena*, dame, dime, lista, montre*, donne*, affiche*,
    dis-moi, mostra*, dammi, dimmi, elenca, mostre, me da, me diz, listar, покажи*, дай, выведи, скажи, перечисли, pokaz*, podaj, daj, wypisz, powiedz,
    显示, 列出, 给我, 告诉我, 展示, 見せて, 教えて, 一覧, 表示, 出して, 보여, 알려, 나열, 출력`,
  explain: `explain, describe, summarize, summarise, summary, translate, rewrite, rephrase, shorten, erklar*, beschreib*, zusammenfass*, fass, ubersetz*,
    umschreib*, explica*, resume*, traduce*, reescribe, explique*, traduis*, traduit, reformule*, spiega*, riassum*, traduci*, riscrivi, explique,
    resuma, traduz*, reescreva, объясни*, поясни, опиши*, переведи*, перепиши, кратко, wyjasnij*, opisz*, przetlumacz*, stresc*, podsumuj*, 解释, 说明一下, 总结,
    翻译, 改写, 概括, 説明, 要約, 翻訳, まとめ, 書き直, 설명, 요약, 번역, 정리`,
  write: `write, writing, written, type, schreib*, formulier*, escrib*, redacta*, ecri*, redige*, scriv*, scrivere, escrev*, redig*, напиши*, писать, пиши*,
    пишем, составь, napisz*, pisz*, pisac, 写, 撰写, 编写, 書いて, 書く, 書き, 記載, 써줘, 쓰기, 적어, 작성`,
  run: `run, start, execute, launch, restart, lauf*, start*, ausfuhr*, fuhr*, ejecuta*, corre, correr, lanza*, arranca*, lance*, execute*, demarre*, relance,
    esegui*, lancia*, avvia*, roda*, execut*, inici*, запусти*, запуск*, выполни*, прогони*, uruchom*, odpal*, wykonaj*, 运行, 执行, 跑, 启动, 重启, 実行, 起動, 走らせ,
    回して, 돌려, 실행, 시작`,
  change: `change, rename, update, replace, convert, adjust, set, increase, reduce, umbenenn*, ersetz*, aktualisier*, setz*, stell*, anpass*, cambia*,
    renombra*, actualiza*, reemplaza*, pon, ajusta*, change*, renomme*, remplace*, modifi*, mets, ajuste*, rinomina*, aggiorna*, sostituisci, imposta,
    mud*, renome*, atualiz*, troc*, ajust*, измени*, переименуй*, обнови*, замени*, поменяй*, поставь, zmien*, zaktualizuj*, zamien*, ustaw*, podmien*,
    改, 换, 更新, 替换, 重命名, 调整, 設定, 変えて, 変更, 置き換え, 調整, 바꿔, 변경, 업데이트, 교체, 조정`,
  send: `send, publish, submit, share, ship, post, upload, schick*, send*, veroffentlich*, hochlad*, teil*, envia*, manda*, publica*, sube, envoi*, envoy*,
    publi*, invia*, pubblica*, carica, envi*, mand*, отправ*, пришли*, опублику*, выложи*, wyslij*, wysyla*, opublikuj*, przeslij*, 发送, 发给, 提交, 发布, 上传,
    送って, 送信, 公開, 投稿, 共有, 보내, 전송, 올려, 공유`,
  keep: `keep, leave, stay, remain, stick, let, lass*, behalt*, bleib*, halt*, deja*, manten*, conserva*, sigue, laisse*, garde*, reste*, conserve*, lascia*,
    tieni*, mantieni, resta, deixa*, fica*, оставь*, оставл*, держи*, сохраня*, zostaw*, zachowaj*, trzymaj*, 保持, 保留, 别动, 留着, 残して, そのまま, 保って, 維持, 유지,
    그대로, 남겨, 놔둬`,
  wrong: `wrong, incorrect, mistake, mistaken, actually, outdated, false, not right, nope, falsch, stimmt nicht, eigentlich, irrtum, nee, verkehrt, incorrect*,
    en realidad, equivoca*, falso, faux, pas bon, en fait, en realite, tromp*, sbagliat*, errat*, in realta, errado, errada, engan*, na verdade,
    incorreto, неправильн*, неверн*, на самом деле, вообще-то, не так, zle, wlasciwie, nieprawda, myl*, 错了, 不对, 搞错, 其实, 错误, 有误, 違う, 違い, 間違, 実は, 誤り, 틀렸,
    아니, 잘못, 사실은, 틀린`,
  done: `done, finished, ready, works, working, worked, passed, merged, deployed, complete, completed, fertig, erledigt, geht, funktioniert, klappt,
    lauft wieder, hecho, listo, termin*, funciona, acab*, fini, fait, marche, fonctionne, c'est bon, fatto, finito, funziona, pronto, feito, pront*,
    funcion*, готово, сделано, закончил*, прошли, gotowe, zrobione, skonczon*, 好了, 完成, 搞定, 通过了, 可以了, 做完, 完了, できた, 終わ, 動いた, 済み, 됐어, 완료, 끝났, 다 됐, 통과`,
  fails: `fails, failing, failed, broken, breaks, crash*, error, errors, bug, bugs, doesn't work, stuck, kaputt, abgesturzt, sturzt, fehler, geht nicht,
    haengt, falla*, fallo*, roto, rota, no funciona, se cae, erreur*, echou*, plante*, casse*, bloque*, ne marche, errore, errori, rotto, non va,
    fallisc*, si blocca, erro, erros, quebr*, falh*, nao funciona, trav*, ошибк*, падает, упал*, сломал*, не работает, не работают, виснет, blad*, bledy,
    nie dziala, zepsut*, wywala*, pada, 报错, 出错, 失败, 崩溃, 坏了, 不行, 挂了, エラー, 失敗, 落ち, 壊れ, 動かな, バグ, 에러, 오류, 실패, 안 돼, 깨졌, 버그`,
  later: `later, next week, next month, next sprint, next quarter, after the release, at some point, eventually, someday, to do, backlog, follow-up, soon,
    remind, still need, still have to, spater, nachste woche, nachsten, irgendwann, demnachst, nachher, noch zu, mas tarde, luego, la semana que viene,
    la proxima, pendiente, algun dia, plus tard, la semaine prochaine, un jour, prochain*, bientot, piu tardi, poi, la settimana prossima, prossim*,
    prima o poi, mais tarde, semana que vem, proxim*, um dia, pendente, позже, потом, на следующей, когда-нибудь, напомни*, скоро, осталось, pozniej,
    potem, w przyszlym, przypomnij*, niedlugo, 以后再, 之后, 下周, 下个月, 回头, 稍后, 待办, 将来, 改天, 後で, あとで, 来週, 来月, いずれ, そのうち, 次回, 나중에, 다음 주, 다음주, 다음 달, 언젠가, 이따`,
  project: `project, repo, repository, codebase, monorepo, app, application, product, package, module, projekt*, repos, anwendung, produkt, paket, proyecto,
    aplicacion, producto, paquete, projet, depot, appli, produit, paquet, progetto, applicazione, prodotto, pacchetto, projeto, aplicativo, produto,
    pacote, проект*, репозитор*, приложени*, продукт*, пакет*, projekc*, repozytori*, aplikacj*, 项目, 仓库, 代码库, 应用, 产品, 工程, プロジェクト, リポジトリ, アプリ, 製品, 案件,
    프로젝트, 저장소, 레포, 앱, 제품`,
  team: `team, company, office, department, colleagues, everyone, boss, manager, lead, firma, kollegen, abteilung, chef, chefin, buro, leitung, equipo,
    empresa, compan*, jefe, jefa, oficina, departamento, equipe, entreprise, boite, collegue*, patron, bureau, squadra, azienda, collegh*, capo, ufficio,
    reparto, colegas, chefe, escritorio, setor, команд*, компани*, коллег*, начальн*, офис*, отдел*, zespol*, zespoł*, firm*, koledz*, szef*, biur*,
    dzial*, 团队, 公司, 同事, 老板, 部门, 领导, 大家, チーム, 会社, 同僚, 上司, 部署, 社内, 팀, 회사, 동료, 상사, 부서, 사내`,
  others: `he, she, they, him, her, them, his, their, er, ihm, ihn, ihr, ihre, ella, ellos, ellas, su, sus, elle, ils, elles, lui, leur, leurs, lei, loro, suo,
    sua, ele, ela, eles, elas, dele, dela, он, она, они, его, ее, её, их, ему, ей, ona, oni, jego, jej, 他, 她, 他们, 她们, 对方, 彼, 彼女, 先方, あの人, 그는, 그녀, 그분, 걔,
    그 사람`,
  was: `was, were, had, did, went, got, came, happened, war, waren, hatte, hatten, ging, kam, wurde, wurden, passiert, era, eran, fue, fueron, habia, estaba,
    estaban, hizo, paso, etait, etaient, avait, avaient, s'est, fut, erano, aveva, avevano, stava, ha fatto, foi, foram, estava, tinha, havia, fez, был,
    была, было, были, стал*, пришл*, byl, byla, bylo, byli, byly, mial*, stal*, 曾, 过了, 的时候, 了一, でした, だった, ました, ていた, 했어, 했다, 였어, 았어, 었어, 있었`,
  doing: `working on, trying, currently, in the middle, about to, ich bin gerade, bin dabei, sitze, versuche, arbeite an, estoy, estamos, intento, trabajando,
    je suis en train, j'essaie, on est en train, je bosse, sto, stiamo, sto cercando, provo, estou, tentando, trabalhando, пытаюсь, сижу, делаю,
    работаю над, probuje, pracuje nad, robie, siedze, 正在, 在做, 在弄, 我在, 试着, ている, てる, 最中, 作業中, 하는 중, 하고 있, 중이야, 중입니다`,
  when: `when, whenever, before, after, as soon as, while, sobald, bevor, nachdem, vor, nach, beim, cuando, antes de, despues de, tras, en cuanto, hasta que,
    quand, lorsque, des que, avant de, quando, prima di, appena, finche, depois de, assim que, когда, перед, прежде, после, как только, пока, при, kiedy,
    gdy, przed, zanim, po, dopoki, przy, 的时候, 之前, 之后, とき, 時は, 前に, 後に, 際は, たびに, 할 때, 때는, 전에, 후에, 때마다, 기 전`,
  for: `for, fur, zum, zur, para, por, pour, per, pra, для, dla, 为了, 给, 用于, のため, 向け, 用の, 위해, 용으로, 한테, 에게`,
  also: `also, too, as well, and, plus, btw, by the way, additionally, auch, ausserdem, ubrigens, y, tambien, ademas, por cierto, et, aussi, en plus, au fait,
    d'ailleurs, anche, inoltre, tra l'altro, tambem, alem, alias, и, также, еще, ещё, кстати, тоже, tez, rowniez, takze, przy okazji, a propos, 也, 还, 还有,
    另外, 顺便, 同时, も, また, あと, ちなみに, それと, 도, 또, 그리고, 참고로, 아 그리고`,
  but: `but, except, although, however, though, only if, aber, ausser, jedoch, allerdings, obwohl, doch, pero, salvo, excepto, aunque, sin embargo, mais,
    sauf, cependant, pourtant, ma, tranne, eccetto, anche se, mas, exceto, menos, embora, porem, но, кроме, однако, хотя, зато, ale, oprocz, jednak,
    chociaz, poza, 但, 但是, 除了, 不过, 只是, 除非, しかし, でも, ただし, 以外, けど, が、, 하지만, 그런데, 제외, 지만, 근데, 빼고`,
  yes: `yes, yeah, yep, ok, okay, sure, right, great, good, nice, perfect, genau, klar, gut, super, passt, vale, claro, bien, perfecto, bueno, oui, ouais,
    d'accord, parfait, nickel, va bene, certo, bene, perfetto, giusto, sim, beleza, otimo, да, ага, ок, хорошо, отлично, ладно, tak, dobra, dobrze,
    jasne, swietnie, 好的, 嗯, 可以, はい, うん, いいね, 了解, オッケー, 그래, 좋아, 오케이, 알겠`,
  usual: `usual, standard, convention, rule, policy, style, format, guideline, requirement, habit, konvention, regel, richtlinie, stil, vorgabe, norma, regla,
    estilo, formato, convencion, politica, costumbre, regle, norme, consigne, regola, stile, convenzione, prassi, regra, padrao, convencao, правил*,
    стандарт*, стиль, формат*, соглашени*, принято, zasad*, regul*, styl*, format*, konwencj*, 规则, 规范, 格式, 标准, 惯例, 约定, 风格, ルール, 規約, 形式, 基準, スタイル, 方針, 規則,
    규칙, 형식, 표준, 스타일, 방침, 규정`,
  person: `name is, i work, i live, i'm a, i am a, years old, my job, my role, ich heisse, ich arbeite, ich wohne, ich bin, me llamo, trabajo, vivo, soy,
    je m'appelle, je travaille, j'habite, je suis, mi chiamo, lavoro, abito, sono un, sono una, me chamo, trabalho, moro, sou, меня зовут, я работаю,
    живу, nazywam sie, pracuje, mieszkam, jestem, 我叫, 我是, 我住, 我在, 我的名字, 私は, 僕は, と申し, 住んで, 勤め, 저는, 나는, 제 이름, 살고, 일하고, 일해`,
  week: `monday*, tuesday*, wednesday*, thursday*, friday*, saturday*, sunday*, montag*, dienstag*, mittwoch*, donnerstag*, freitag*, samstag*, sonntag*,
    lunes, martes, miercoles, jueves, viernes, sabado, domingo, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, lunedi, martedi, mercoledi,
    giovedi, venerdi, sabato, domenica, segunda-feira, terca*, quarta*, quinta*, sexta*, понедельник*, вторник*, сред*, четверг*, пятниц*, суббот*,
    воскресень*, poniedzial*, wtor*, srod*, czwart*, piat*, sobot*, niedziel*, 周一, 周二, 周三, 周四, 周五, 周末, 星期, 月曜, 火曜, 水曜, 木曜, 金曜, 土曜, 日曜, 월요일, 화요일, 수요일,
    목요일, 금요일, 토요일, 일요일`,
};

/** Longest phrase, in words. */
const MOST_WORDS = 4;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SHORTEST_BEGINNING = 3;
const LONGEST_BEGINNING = 9;

const phrases = new Map<string, string>();
const beginnings = new Map<string, string>();
const unspaced: (readonly [string, string])[] = [];
for (const [concept, entries] of Object.entries(CONCEPTS))
  for (const entry of entries.split(',').map((part) => part.replace(/\s+/g, ' ').trim())) {
    if (UNSPACED.test(entry)) unspaced.push([entry, concept]);
    else if (entry.endsWith('*')) beginnings.set(entry.slice(0, -1), concept);
    // A word of two languages keeps its first meaning with the second one beside it.
    else
      phrases.set(
        entry,
        phrases.has(entry) && phrases.get(entry) !== concept ? `${phrases.get(entry)}/${concept}` : concept,
      );
  }

export interface Concept {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The concepts of a sentence in their order, the longest phrase first. */
export function conceptsOf(text: string, tokens: readonly Token[]): readonly Concept[] {
  const found: Concept[] = [];
  const spaced = tokens.filter(({ kind }) => kind === 'word');
  const words = spaced.map((token) => token.text);
  for (let at = 0; at < words.length; ) {
    const taken = longestAt(words, at);
    const count = taken?.count ?? 1;
    if (taken !== null)
      found.push({ name: taken.name, from: spaced[at]?.from ?? 0, to: spaced[at + count - 1]?.to ?? 0 });
    at += count;
  }
  if (!UNSPACED.test(text)) return found;
  for (const [entry, name] of unspaced) {
    const from = text.indexOf(entry);
    if (from >= 0) found.push({ name, from, to: from + entry.length });
  }
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

function longestAt(words: readonly string[], at: number): { name: string; count: number } | null {
  for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count -= 1) {
    const name = phrases.get(words.slice(at, at + count).join(' '));
    if (name !== undefined) return { name, count };
  }
  const word = words[at] ?? '';
  for (let size = SHORTEST_BEGINNING; size <= Math.min(LONGEST_BEGINNING, word.length); size += 1) {
    const name = beginnings.get(word.slice(0, size));
    if (name !== undefined) return { name, count: 1 };
  }
  return null;
}
