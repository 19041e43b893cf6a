import { expect, it } from 'vitest';
import { curatorInput } from './example-turns.fixture.ts';
import { curateByRules } from './rules.ts';

/**
 * What does not last, and looks as if it did: nothing is learned of it by patterns and reader together. Sentences of no
 * labelled file.
 */
const PASSING: Readonly<Record<string, readonly string[]>> = {
  quotes: [
    'The vendor’s page says "always restart the gateway after an upgrade". Is that still true?',
    'my neighbour told me: "never buy a used printer"',
    'Im Ticket steht: „Bitte nie wieder samstags ausliefern.“ Was antworte ich darauf?',
    'le prof a écrit au tableau « toujours citer ses sources »',
    'la guía dice «usa siempre guantes», ¿la traduces al inglés?',
    'на плакате написано «всегда мойте руки»',
    'na kubku jest napis „nigdy się nie poddawaj”',
    'ポスターに「必ず手を洗うこと」と書いてあった',
    '海报上写着“请始终保持安静”',
    '포스터에 "항상 손을 씻으세요"라고 써 있었어',
  ],
  hypotheticals: [
    'suppose we always cached the avatars, how much memory would that take?',
    'if I were to move to Lisbon, which visa would I need?',
    'Angenommen, wir würden nur noch mit Rust arbeiten: was kostet die Umstellung?',
    'et si on passait tout en HTTP/3, on gagnerait quoi ?',
    '¿y si usáramos siempre colas en vez de llamadas directas?',
    'mettiamo che un giorno si passi a Kafka: conviene?',
    'e se a gente usasse só SQLite, aguentaria?',
    'а что, если бы мы всегда хранили всё в памяти?',
    'gdybyśmy zawsze budowali od zera, ile by to trwało?',
    '假如以后都用 Rust 写，会快多少？',
    'もし全部クラウドに移したら、いくらかかる？',
    '만약 전부 클라우드로 옮기면 얼마나 들까?',
  ],
  questions: [
    'do we always need a lock file?',
    'which port does the dev server use?',
    'Warum dürfen wir eigentlich nie direkt auf main pushen?',
    'pourquoi on n’utilise jamais les hooks ici ?',
    '¿por qué siempre compilamos dos veces?',
    'perché usiamo sempre due cache?',
    'por que a gente nunca usa o cache?',
    'почему у нас всегда два кэша?',
    'dlaczego zawsze mamy dwie kopie?',
    '为什么我们总是要跑两遍？',
    'どうしていつも二回ビルドするの？',
    '왜 항상 두 번 빌드해?',
  ],
  'orders for this task': [
    'run the linter and show me the first ten findings',
    'rename the invoice table to bills and update the imports',
    'Bau bitte einen Knopf für den Export ein',
    'ajoute un bouton pour exporter la liste',
    'añade una columna con el total',
    'aggiungi un pulsante per esportare',
    'adiciona um botão para exportar a lista',
    'добавь кнопку для выгрузки списка',
    'dodaj przycisk do eksportu listy',
    '给列表加一个导出按钮',
    '一覧にエクスポートのボタンを付けて',
    '목록에 내보내기 버튼 추가해 줘',
  ],
  'for once': [
    'just this once, skip the tests and push',
    'for today only use the old endpoint',
    'Lass diesmal die Doku weg',
    'pour cette fois, laisse tomber les tests',
    'solo por hoy, deja el puerto viejo',
    'solo per questa volta salta i test',
    'só desta vez, pula os testes',
    'только в этот раз пропусти тесты',
    'tym razem pomiń testy',
    '这次先不跑测试',
    '今回だけテストは飛ばして',
    '이번만 테스트 건너뛰자',
  ],
  'small talk': [
    'good morning! slept badly, coffee first',
    'haha, nice one, thanks a lot',
    'Na, wie läuft’s? Hier regnet es schon wieder.',
    'merci beaucoup, bon week-end !',
    'jaja qué bueno, gracias',
    'grazie mille, a domani!',
    'valeu, até amanhã!',
    'спасибо, хорошего вечера!',
    'dzięki wielkie, do jutra!',
    '辛苦了，明天见',
    'お疲れさま、また明日',
    '고마워, 내일 보자',
  ],
};

function learnedOf(user: string): readonly string[] {
  const { learnings, actions } = curateByRules(curatorInput([{ user }]));
  return [...learnings, ...actions].map(({ content }) => content);
}

for (const [form, sentences] of Object.entries(PASSING))
  it.each(sentences)(`nothing is learned of ${form}: %s`, (said) => expect(learnedOf(said)).toEqual([]));
