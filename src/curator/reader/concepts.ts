/**
 * Small words that mean the same in several languages, by what they mean: always, only now, we, must. A sentence in a
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
