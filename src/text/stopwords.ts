/**
 * Words that carry no topic, folded. They are left out of questions and never out of the index, so that phrases and questions
 * of nothing else still find. English has most of them, because prompts do; of other languages a handful, which would
 * outweigh the topic of a short question. Pure.
 */
import { fold } from './fold.ts';

/** They say nothing in a statement either: without them two statements are compared. */
const EMPTY = `
a an and are as at be been but by can could do does done for from had has have he her his i if in into is it its me my
of on or our over please s she should so than that the their them then there these they this those to under up us via was we
were when which who will with would you your about after all also any before each here how just only other own same
some such too very what where while
`;

/** Of a question they leave the topic; in a statement they matter (`off`, `without`, `more`). */
const ENGLISH = `
itself
mine myself ours ourselves yours yourself him himself hers herself
theirs themselves one ones someone anyone everyone something anything everything nothing
am being did doing having
shall may might must
nor else because until unless though although since whether
onto upon out off down above below between among
through during again against within without toward towards around per
not no yes more most much many few both another
even ever still yet already quite rather really actually maybe perhaps almost well
whom whose why
get gets got getting let lets want wants wanted need needs tell know like
say says said mention mentioned ask asked
t d m ll re ve don didn doesn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain
dont didnt doesnt isnt arent wasnt werent wont wouldnt couldnt shouldnt hasnt havent hadnt cant cannot im ive id ill youre youve hes shes theyre weve thats whats
hi hey hello ok okay thanks thank
`;

const OTHERS = `
в на с со к ко у о об от до из за по под над при для без и или но а что как кто где когда это этот эта эти тот та те был была было были есть не ли же бы его ее их он она они мы вы я который которая которое которые какой какая какое какие каким какой чем чего сколько почему какого какую каком
في من الى إلى على عن مع هو هي هم ما ماذا من متى اين أين كيف كم لماذا هل التي الذي الذين هذا هذه ذلك تلك كان كانت يكون تم قد او أو و ثم اي أي لم لا ان أن إن
der die das den dem des ein eine einen einem einer und oder nicht ist sind war waren wie was wer wo wann warum welche welcher welches mit von zu zum zur im am auf für
le la les un une des du de et ou est sont était qui que quoi quand où comment pourquoi quel quelle quels quelles dans sur avec pour par
el los las una unos unas y o es son fue era qué quién cuándo dónde cómo cuál cuáles en con por para
的 了 是 在 和 与 及 什么 哪 哪些 哪个 谁 何时 怎么 如何 为什么 多少 吗 呢 有 被 为 于 个 几
は が を に の で と も へ から まで です ます した する 何 誰 いつ どこ どの
และ หรือ ที่ ใน ของ เป็น คือ อะไร ใคร เมื่อ ไหร่ ไหน อย่างไร ทำไม เท่าไหร่ กี่ ได้ มี ให้ จาก กับ โดย
은 는 이 가 을 를 의 에 에서 와 과 도 로 으로
`;

export const EMPTY_WORDS: ReadonlySet<string> = new Set(EMPTY.trim().split(/\s+/));
export const STOPWORDS: ReadonlySet<string> = new Set([
  ...EMPTY_WORDS,
  ...`${ENGLISH} ${OTHERS}`.trim().split(/\s+/).map(fold),
]);
