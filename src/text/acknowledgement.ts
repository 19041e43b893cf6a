/**
 * Whether a message only agrees, thanks, greets or says to go on: nothing is asked in it and nothing is told. By its words, in
 * twelve languages; a message with any other word, a name, a path or a number says something. Pure.
 */
import { STOPWORDS } from './stopwords.ts';
import { tokensOf } from './tokens.ts';

/** A longer one says something, whatever its words. */
const MOST_CHARS = 60;

const WORDS = new Set(
  `ok okay okey k yes y yep yeah yup no n nope sure thanks thank thx ty cheers great perfect nice cool good fine done right exactly correct continue go
   ahead proceed next lgtm keep going more stop wait wow awesome excellent amazing brilliant please pls welcome appreciated job work well much lot bye hello hi hey morning evening sounds looks love it
   haha lol hm hmm got understood alright bravo wonderful lovely
   danke dank dir vielen schon weiter ja nein gut genau passt bitte mach super los prima toll klasse alles klar okidoki hallo tschuss verstanden einverstanden spitze sehr gerne morgen
   merci beaucoup oui non parfait bien vas allez d'accord super genial top c'est bon salut bonjour impeccable nickel entendu
   si vale gracias muchas adelante perfecto sigue bueno claro genial listo hola muy bien entendido de acuerdo estupendo
   grazie mille avanti perfetto va bene certo ottimo ciao capito benissimo
   obrigado obrigada sim perfeito beleza otimo legal muito bom ola entendi valeu
   dank je wel bedankt prima goed ja nee top mooi helemaal graag gedaan duidelijk
   dzieki dziekuje tak nie super swietnie dobrze jasne ok czesc rozumiem bardzo
   да нет спасибо большое дальше продолжай хорошо отлично супер понял поняла ладно ок привет класс круто здорово
   tamam tesekkurler tesekkur evet hayir harika sagol ederim`.split(/\s+/),
);
/** In scripts without blanks, and in Korean: a message that is made of these alone. */
const UNSPACED =
  /^(?:好的?|好了|继续|谢谢你?|感谢|是的?|可以|对的?|没问题|不错|太好了|很好|辛苦了|明白了?|知道了|收到|嗯+|行|はい|ええ|いいえ|ありがとう(?:ございま(?:す|した))?|続けて|お願いします|お願い|了解(?:です|しました)?|わかりました|いいね|いいです|完璧(?:です)?|助かりました|どうも|です|네|예|아니요?|계속|감사합니다|감사해요|고마워요?|고맙습니다|좋아요?|좋습니다|알겠습니다|알겠어요?|완벽해요?|수고(?:했어요?|하셨습니다)?|굿|오케이)+$/u;

/** Marks and pictures around the words. */
const AROUND = /[^\p{L}\p{N}?？]+/gu;

export function isAcknowledgement(message: string): boolean {
  if (message.length > MOST_CHARS) return false;
  const written = message.replace(AROUND, '');
  if (UNSPACED.test(written) || written === '') return true;
  const tokens = tokensOf(message).filter(({ kind }) => kind !== 'mark');
  const isSaid = tokens.every(({ kind, text }) => kind === 'word' && (WORDS.has(text) || STOPWORDS.has(text)));
  return isSaid && tokens.some(({ text }) => WORDS.has(text)) && !/[?？]/u.test(message);
}
