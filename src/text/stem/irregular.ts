/** English forms no rule leads back to their base. Only forms whose other reading is rare. Pure. */

const FORMS = `
go went gone goes|buy bought|eat ate eaten|see saw seen|take took taken|give gave given|write wrote written|run ran
meet met|make made|find found|think thought|teach taught|bring brought|feel felt|keep kept|leave left|lose lost|win won
begin began begun|speak spoke spoken|break broke broken|choose chose chosen|drive drove driven|ride rode ridden|fly flew flown
grow grew grown|know knew known|draw drew drawn|sing sang sung|swim swam swum|sell sold|tell told|say said|send sent|spend spent
build built|sit sat|stand stood|sleep slept|catch caught|fight fought|wear wore worn|hold held|hear heard|become became
come came|fall fell fallen|get got gotten|forget forgot forgotten|hide hid hidden|lead led|mean meant|pay paid|throw threw thrown
understand understood|wake woke woken|drink drank drunk|seek sought|shake shook shaken|steal stole stolen|swear swore sworn
tear tore torn|bite bit bitten|blow blew blown|deal dealt|dig dug|feed fed|freeze froze frozen|hang hung|lend lent|light lit
rise rose risen|shoot shot|shine shone|slide slid|stick stuck|strike struck|sweep swept|rebuild rebuilt|overcome overcame
dream dreamt|learn learnt|burn burnt|child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese
life lives|wife wives|knife knives|leaf leaves|shelf shelves|half halves|wolf wolves|good better best|bad worse worst
criterion criteria|datum data|analysis analyses|crisis crises|thesis theses|hypothesis hypotheses|index indices|matrix matrices|vertex vertices
undo undid undone|redo redid redone|rewrite rewrote rewritten|override overrode overridden|rerun reran|bend bent|lay laid
ring rang rung|sink sank sunk|show shown|prove proven|arise arose arisen|forgive forgave forgiven|beat beaten|thief thieves
appendix appendices|mistake mistook mistaken|withdraw withdrew withdrawn|create creation creations
`;

const BASE_OF = new Map(
  FORMS.trim()
    .split(/[|\n]/)
    .flatMap((group) => {
      const [base = '', ...forms] = group.split(' ');
      return forms.map((form) => [form, base] as const);
    }),
);

/** The base form of an irregular one; any other word as it is. */
export function baseForm(word: string): string {
  return BASE_OF.get(word) ?? word;
}
