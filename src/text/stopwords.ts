/**
 * Words that carry no topic, folded. They are left out of questions and never out of the index, so that phrases and questions
 * of nothing else still find. English has most of them, because prompts do; of other languages a handful, which would
 * outweigh the topic of a short question. Pure.
 */
import { fold } from './fold.ts';

const ENGLISH = `
a an the this that these those there here it its itself
i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself
they them their theirs themselves one ones someone anyone everyone something anything everything nothing
am is are was were be been being do does did doing done have has had having
will would shall should can could may might must
and or but nor if then else than because so as while until unless though although since whether
of in on at by for with from to into onto upon over under out off up down about above below between among
through during before after again against within without toward towards around per via
not no yes only just also too very more most much many few some any all both each other another such same own
even ever still yet already quite rather really actually maybe perhaps almost well
what which who whom whose when where why how
get gets got getting let lets want wants wanted need needs please tell know like
say says said mention mentioned ask asked
s t d m ll re ve don didn doesn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain
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

export const STOPWORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${OTHERS}`.trim().split(/\s+/).map(fold));
