/**
 * Words that stand in every other text about programs or plans, and so say little about what a prompt is about, however
 * rare they are in a young memory. Counted over documentation and talk; compared by stem. Other words count in full.
 */
import { tokenise } from '../text/tokenise.ts';

/** In more than one of twenty passages. */
const VERY_COMMON = `
absolutely accept access achieve action active add added additional address adjust align allow always api app
application approach areas args argument array assert associated async author available await back based bash blob
book boolean break buffer build business bytes call callback case cause challenges change changes check child ci cjs
class clear client close code com command commit common compile complete conditions configuration confirm connection
consider console const contains content context continue copy core create crypto current custom data date day default
define dependencies deprecation description design details dev development different directly directory disable
discuss doc documentation effectively either emitted enable encoding end engagement ensure entry environment err error
especially event exactly example exception execution existing exit expect experience experimental exports express
failed false features feedback feel file final find first fix flag focus following foo format fs full function further
generate git github given global go goals good great handle hear help high hooks html http https identify img
immediately impact implementation import improve include index information initial input install instance instead
internal invalid issues java js json keep key learning length lib library license limited line link list listener load
local log look main maintain make management map match meeting memory message method modify module move multiple name
need net new next node non note now npm null number object offer once open operation options order org original
otherwise output package page parameter parse passed path performance personal photo plan point port possible
potential pr practice prepare prints problem process production project promise property provide pull questions read
readme ready received reduce reference regular release remove report repository request require resolve resource
response result returns review right run schedule script security see send server session set share show significant
single size socket sounds source specific specified src stability stable start stay steps strategies stream string
structure success support sure system take target tasks team test text things think throw time tools track true try ts
two type undefined understand update url usage use user util valid value version way web week windows work worker
write www yaml
`;
const VERY_COMMON_WEIGHT = 0.4;

/** In more than one of seventy. */
const COMMON = `
ability able abort accommodation according account accurate across act actual advanced advice affect agent agreed ai
aim algorithm alias allocation along alt alternative amazing amount analysis analyze answer apologies app appear
append apply appreciate appropriate approved april archive arising aspects assembly assess assets assigned assistance
assume asynchronous attached attempt attend attention audience auto automated automatically avoid aware away awesome
badge balance bar basic become begin behavior benchmark benefits bias big bin binary binding birthday bit blank block
body boost bound br branch brand brief bring browser budget bug builtin bundle cache calculate cancel candidates
capture car care catch cc center cert certainly certificate chain changelog channel characters charge chat choice
choose chunk cipher city claim clarity clean cli climate clone cluster coffee collaborators colleague collection color
column combination come comfort comments communication community company compare compatibility complex component
comprehensive compression computer concepts concerns conclusion conduct confidence config conflicts considerations
consistent constants construction constructor consult consumer contact contract contributing contributors controller
conversation convert cool coordinate copyright correctly corresponding cost count course cover cpp cpu crash creative
criteria critical cross crucial culture daily damages database deadlines deal debug debugger decide decision declare
decoder dedicated definitely delay deliver demonstrate deps describe destroy detect determine diagnostics digital dir
disconnect display distribution dive diverse dns domain download draft drive due dynamic easy ecma eco editing
education efficient efforts elements email emergency emitter emphasize empty encourage encryption energy engine
enhance enjoy enough entire env equal equivalent esm essential establish estimated etc ethical evaluate evening every
excellent excited exclude exec expenses explain explanation explicitly explore exposed extends extension external
extra face factors failure fairness family fantastic fast fd fetch field figure filename fill financial finish fit
flexible flow fn folder food fork form forward free friday friend friendly frustration fulfilled fully fun fund
furnished future gain game garden gather general genuinely glad gnu google granted graph group grow growth guidance
guide guy hand handler happen happy hard hash head header health heap helper hereby highlight hiring hit hold holders
home hope host hostname hours house however hub human idea identity ignored image implement implied incorporate
increase incredibly indicates individual industry info inherit init innovation inside insights inspect inspector
inspired instructions int integer integration intended interactive interest interface interpret interview introduced
introduction investment invoked involve ip ipc isolate items iterator javascript job join joke journey kind kinda
kitchen knowledge known label land language large last later latest lead leak least left legacy legal less letter
level leverage liability liable life light likely lint linux live loader location locked logo long longer lookup loop
lot love low ls lts luck mac mail major manual mark markdown market materials max maximum means measure mechanisms
media medium members merchantability merge meta metadata metrics middle milliseconds mind minimal minutes misc missing
mode model moment money monitor month morning motivated music namespace native natural navigate necessary needed
neighbour network never news noninfringement normal notable notice obtaining occur office official offset often old
ongoing online openssl opinion opportunities ops opt optimize organization os others outcomes outline outside overall
pages pair paragraph params parent parser part participants particular passion patch pattern pay perfect period
permission permit phone physical pick picture pipe place plain platform play pm png policy portion position posix post
power prefer prefix present prevent previous price primary principles prioritize priority private problem proceed
produce professional program progress promote prompt proofread properly proposal protection protocol prototype public
publish purchase purpose push put quality query queue quick random range rate raw reach readable readline real reason
recent recommend recommendations record ref refactor refine reflect regarding register rejected related relationship
relaxation relevant reliable remaining remember reminders remote rename repl replace represents req res research reset
resolution resonate respect rest restriction resume revised risk role room root route routine rs rules runtime safe
sampled saturday save scenario scheme scope screening search sec second section seek seems segment select self sell
sense sentence separate serialization series services several sh sharp shell short side sign signal similar simple
site situation skills skip small snapshot social software solid solutions soon sorted space spawn spec special speed
spend spot ssl stack stand standard state statement static status stderr stdin stdout stop storage store story
straight strategic strength stress strict strong stuck study style sub subject sublicense substantial suggestions
suite summary supply sustainable svg symbol sync synchronous syntax table tackle tag talk tcp technical techniques
technology template term terminal thorough thoughts thread three timeline timeout timers tips title tls today together
told top topics tort total tough tr trace tracker train training transaction transfer transform translate transparency
travel treated tree trigger trip truly trust tsc tty txt typescript typically uncaught underlying unique unix unknown
upgrade upstream usually valuable var variable various verify video view visit visual vm voice void vs vulnerabilities
wait walk warning warranties wasm waste water weather website welcome whenever width wiki wondering words workflow
workshop world worried wow wrap wrapper writable yeah year youd youll zero
`;
const COMMON_WEIGHT = 0.65;

const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ...tokenise(COMMON).map(({ term }) => [term, COMMON_WEIGHT] as const),
  ...tokenise(VERY_COMMON).map(({ term }) => [term, VERY_COMMON_WEIGHT] as const),
]);

/** How much a word says by itself, 0 … 1. */
export function meaningOf(term: string): number {
  return WEIGHTS.get(term) ?? 1;
}
