/**
 * Whether a prompt goes on with earlier work without naming it: "continue", "where were we", "what was still open", "last
 * time", in twelve languages. A language that is missing here is asked about by its other words alone.
 *
 * `isBare` tells whether anything else is named: "continue" means the last thing there was; "continue with the importer"
 * means it only when that was about the importer. Reads the beginning of a prompt; time is linear in it. Pure.
 */
import { STOPWORDS } from '../text/stopwords.ts';
import { folded, tokensOf } from '../text/tokens.ts';

const READ_CHARS = 400;
/** Longer ones say themselves what is to be done. */
const MOST_WORDS = 30;

/** To go on; what is left to do; what was done. */
type LastWorkKind = 'resume' | 'open' | 'last';

export interface LastWorkQuestion {
  readonly kind: LastWorkKind;
  readonly isBare: boolean;
}

/** Folded. A phrase with blanks stands as it is; `*` ends the beginning of a word; scripts without blanks are found anywhere. */
const ASKED: Readonly<Record<LastWorkKind, string>> = {
  open: `still open, still to do, still left, left to do, what's left, what is left, what remains, remains to be done, what's open, what is open, open tasks, open todos,
    open items, loose ends, unfinished, what's next, what is next, next on the list, what's pending, what is pending, what was pending, what's missing, outstanding,
    noch offen, noch zu tun, offene aufgaben, offene punkte, offene todos, was ist offen, was fehlt noch, was bleibt, steht noch an, ubrig geblieben, was kommt als nachstes,
    was steht an, unerledigt*, reste a faire, restait a faire, en suspens, qu'est-ce qui reste, que reste-t-il, taches ouvertes, taches restantes, points ouverts, pas encore fini,
    queda por hacer, quedaba por hacer, quedo pendiente, quedaba pendiente, que falta, que faltaba, que queda, pendientes, tareas abiertas, sin terminar,
    resta da fare, restava da fare, rimane da fare, cosa manca, cosa mancava, in sospeso, ancora aperto, ancora da fare, cose aperte, attivita aperte, rimasto da fare,
    falta fazer, faltava fazer, o que falta, o que faltava, ficou pendente, ficou em aberto, em aberto, pendencias, o que resta, ficou por fazer,
    nog open, nog te doen, openstaande, wat rest, wat moet er nog, nog over,
    zostalo do zrobienia, zostalo nam, co zostalo, co jeszcze, niedokonczon*, otwarte zadania, do zrobienia,
    осталось сделать, что осталось, осталось открытым, осталось недоделан*, не закончен*, незакрыт*, недоделан*, открытые задачи, не доделали,
    还没做完, 没做完, 还没完成, 未完成, 还剩, 剩下, 剩余, 待办, 还有什么要做, 遗留,
    残って, 残り, やり残, 未完了, 未対応, まだ終わって, 残タスク, 남은, 남았, 남아 있, 안 끝난, 못 끝낸, 미완료, 해야 할 일`,
  resume: `where were we, where was i, where are we, where did we leave, where we left off, where i left off, left off, pick up where, picking up where, where did we stop,
    where we stopped, where we were, catch me up, get me up to speed, back to it, carry on, keep going, let's continue, let's resume, let's go on, continue with our work,
    wo waren wir, wo war ich, wo sind wir, wo standen wir, stehen geblieben, stehengeblieben, aufgehort, weitermachen, mach weiter, machen wir weiter, weiter geht's, weiter gehts,
    wie weit waren wir, woran haben wir, on en etait ou, ou en etions-nous, ou en etait-on, on en est ou, ou en sommes-nous, on s'est arrete, on s'etait arrete, nous etions arretes,
    on reprend, reprenons, reprends, on continue, continuons, donde estabamos, donde quedamos, donde nos quedamos, donde lo dejamos, en que quedamos, por donde ibamos, sigamos,
    continuemos, seguimos, retomemos, dove eravamo rimasti, dove eravamo, dove siamo rimasti, a che punto eravamo, ci siamo fermati, riprendiamo, continuiamo, andiamo avanti, proseguiamo,
    onde estavamos, onde paramos, onde ficamos, em que ponto estavamos, vamos continuar, continuemos, retomar, retomando, vamos retomar,
    waar waren we, waar zijn we gebleven, gebleven, waar stonden we, ga verder, ga door, laten we verder, gdzie skonczylismy, na czym skonczylismy, na czym stanelismy, gdzie bylismy,
    na czym stanelo, kontynuujmy, lecimy dalej, wracamy do, на чем мы остановились, где мы остановились, на чем остановились, где остановились, на чем закончили, продолжим, продолжаем, давай дальше, давай продолж*,
    我们做到哪, 做到哪, 说到哪, 讲到哪, 到哪了, 到哪儿了, 进行到哪, 继续上次, 接着上次, 接着做, 接着来, 继续做,
    どこまで, 続きから, の続き, 続きを, 再開, 어디까지, 이어서, 계속하자, 계속해, 계속 진행, 하던 거, 하던 일`,
  last: `last time, last session, the other day, previous session, earlier session, yesterday's session, what did we do, what have we done, what we did, letztes mal, letzte mal, das letzte mal, beim letzten mal, letzten mal,
    letzte sitzung, letzten sitzung, was haben wir gemacht, was hatten wir gemacht, la derniere fois, derniere session, seance precedente, session precedente, qu'avons-nous fait, qu'est-ce qu'on a fait, on a fait quoi,
    la ultima vez, la vez pasada, la vez anterior, ultima sesion, sesion anterior, que hicimos, l'ultima volta, la volta scorsa, ultima sessione, sessione precedente, cosa abbiamo fatto,
    a ultima vez, da ultima vez, na ultima vez, ultima sessao, sessao anterior, vez passada, o que fizemos, de vorige keer, vorige keer, laatste keer, vorige sessie, wat hebben we gedaan,
    ostatnim razem, poprzednim razem, ostatnio, ostatniej sesji, poprzedniej sesji, co zrobilismy, в прошлый раз, прошлый раз, последний раз, прошлой сессии, предыдущей сессии, что мы сделали, что мы делали,
    上次, 上回, 上一次, 前次, 昨天做, 前回, この間, 先日, 昨日の作業, 지난번, 저번, 지난 번, 저번에, 지난 세션, 어제 작업`,
};

/** By itself, or before anything else, they ask to go on. */
const GO_ON = new Set(
  `continue resume proceed continuing weiter fortfahren weitermachen continuer continuez continue poursuis poursuivons reprendre continua continuar sigue seguir
   continuare prosegui avanti continue continua prossiga verder doorgaan kontynuuj dalej продолжай продолжи продолжить дальше 继续 接着 続けて 続き 계속`.split(
    /\s+/,
  ),
);
/** Around it in such a prompt, besides what is empty everywhere. */
const FILLING = new Set(
  `ok okay so now right hi hello hey morning good please let's let work working task tasks thing things session project again back today then well just going start
   our my us we do did is are was were left off from it that this with on what's whats
   gut guten morgen also dann bitte jetzt hallo heute wieder mal mit an der die das da denn noch arbeit wir uns war was hier daran sache projekt
   bonjour salut bon alors maintenant ici y en on se avec le la travail aujourd'hui s'il te plait
   hola buenos dias bueno entonces ahora por favor con el trabajo aqui hoy vamos
   ciao buongiorno allora ora adesso per favore con il lavoro oggi qui noi
   ola bom dia entao agora por favor com o trabalho hoje aqui nos vamos a gente
   hoi hallo goedemorgen nu dus met het werk vandaag weer
   czesc dzien dobry no to teraz prosze z praca dzisiaj my od tego miejsca
   привет доброе утро так ну теперь пожалуйста с работой сегодня мы давай давайте там
   吧 了 的 我们 请 现在 今天 工作 一下 好 吗 呢 是 在 那 哪里 哪 什么 は を の に です か お願い 願 します しましょう から 今日 作業 何 我 하자 해줘 우리 오늘 작업 줘 요 뭐`.split(
    /\s+/,
  ),
);

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Endings, and the verb that means no more than "do". */
const ENDING = /^(?:\p{Script=Hiragana}+|[하했해할한][가-힣]{0,3})$/u;
const FILLING_UNSPACED = [...FILLING, ...GO_ON].filter((word) => UNSPACED.test(word));

interface Phrase {
  readonly kind: LastWorkKind;
  readonly text: string;
  readonly isUnspaced: boolean;
}

const PHRASES: readonly Phrase[] = Object.entries(ASKED).flatMap(([kind, entries]) =>
  entries.split(',').map((entry) => {
    const text = entry.replace(/\s+/g, ' ').trim();
    return { kind: kind as LastWorkKind, text, isUnspaced: UNSPACED.test(text) };
  }),
);

/** Undefined for a prompt that speaks for itself. */
export function lastWorkQuestion(prompt: string): LastWorkQuestion | undefined {
  const read = prompt.trim();
  if (read.length > READ_CHARS || read.includes('```')) return undefined;
  const words = wordsOf(read);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const line = ` ${words.join(' ')} `;
  const written = folded(read);
  const said = PHRASES.filter(({ text, isUnspaced }) => (isUnspaced ? written.includes(text) : holds(line, text)));
  const kind = said[0]?.kind ?? (goesOn(words) ? 'resume' : undefined);
  return kind === undefined ? undefined : { kind, isBare: restOf(written, said).every(isFilling) };
}

function holds(line: string, phrase: string): boolean {
  return line.includes(phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `);
}

function wordsOf(text: string): readonly string[] {
  return tokensOf(text).flatMap((token) => (token.kind === 'mark' ? [] : token.text));
}

/** The first word that is no greeting. */
function goesOn(words: readonly string[]): boolean {
  const first = words.find((word) => !FILLING.has(word)) ?? '';
  return [...GO_ON].some((word) => first === word || (UNSPACED.test(word) && first.startsWith(word)));
}

function restOf(written: string, said: readonly Phrase[]): readonly string[] {
  let rest = written;
  for (const { text } of said.filter(({ isUnspaced }) => isUnspaced)) rest = rest.replaceAll(text, ' ');
  const spoken = said.flatMap(({ text }) => text.split(' '));
  const isSaid = (word: string) =>
    spoken.some((part) => (part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part));
  return wordsOf(rest).filter((word) => !isSaid(word));
}

function isFilling(word: string): boolean {
  if (STOPWORDS.has(word) || FILLING.has(word) || GO_ON.has(word) || ENDING.test(word)) return true;
  if (!UNSPACED.test(word)) return false;
  let rest = word;
  for (const filling of FILLING_UNSPACED) rest = rest.replaceAll(filling, '');
  return rest === '';
}
