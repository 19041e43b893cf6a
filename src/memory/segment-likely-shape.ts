/** Shapes that people's own lines have as well, now and then: they count beside others (see `segment-shapes.ts`). */
import { isLoneTag } from './segment-line-shape.ts';
import { BEYOND, COLON, DIGIT, GAP, type Line, SYMBOL } from './segment-lines.ts';
import type { SegmentShape } from './segments.ts';

const LEVEL =
  /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|SEVERE|PASS|FAIL|PASSED|FAILED|SKIPPED|OK)\]?(?::|\s{2,}|\])/;
const REPORT =
  /^(?:(?:Error|Warning|Fatal|error|warning|fatal|hint|note|remote): |(?:Found|Ran|Total|Passed!?|Failed!?|Tests?|Test (?:Files|Suites)|Snapshots|Duration|Time|Exit(?:ed)?|exit status|Build|Compiling|Finished|Downloading|Resolving|Determining|Restored|total)\b.*\d|To \S+[:/]\S+$|[✓✔✗✘×●○⠋]|! \[|\d+ (?:rows?|passed|failed|errors?|warnings?|packages?|files?)\b|- (?:Expected|Received)$|\+ (?:Received|Expected)$|[+-] \S+$|\[\+\] )/;
const SETTING = /^(?:[\w.-]+\s*=\s*\S.*|\[[\w.:" -]+\]|;.*|[\w.-]+: \S+)$/;
const DOCKER = /^(?:FROM|WORKDIR|COPY|RUN|CMD|ENTRYPOINT|EXPOSE|ENV|ARG|ADD|USER|VOLUME|LABEL|HEALTHCHECK) \S/;
const COMMENT = /^(?:\/\/|\/\*|\*\/|#(?!#|\s*\p{Lu})|--\s|\* @)/u;
const KEYWORDS = /^(?:import [\w, ]+|return|pass|break|continue|else|end|do|done|then|fi|esac)$/;
const LONGEST_KEYWORDS = 40;
const LONGEST_SETTING = 4;
const TICK = /^[✓✔✗✘×●○⠋]/;
const STATEMENT = /^(?:else|try|finally):$|[\w\])]\s*[-+*/]?=\s*\S|\w\(.*\)[;:,]?$|^\s*[)}\]]/;
const COLUMNS = /[^\s.!?](?: {2,}|\t+)\S/;
const STAMPED = /\d{4}-\d\d-\d\d[T ]+\d\d:\d\d:\d\d|^(?:Author|AuthorDate|Commit|CommitDate|Date|Merge): /;
const BARE = /^(?:[\d.,:%+-]+|\/[\w.-]+\/[\w./-]*(?:[:,\s].*)?|[\w<>:*&]+(?: [\w<>:*&]+){0,3};)$/;
/** People list addresses. */
const ADDRESS = /^https?:\/\/\S+$/;
const NAME =
  /^["'({[<]*(?:[\w$@-]*[a-z\d][A-Z][\w$]*|\w+_\w+|[\w$]+\.[\w$]+[\w$.()]*|[\w@.-]*(?:\/[\w@.-]+)+|\w+\(.*)["')}\]>,;:|&]*$|^[{}()[\]<>=&|]+,?$/;
const WORD = /\p{L}/gu;
/** Of what is no space, less are letters than in a sentence. */
const LETTERS = 0.6;
const SHORTEST = 8;

export function likelyShape(line: Line, isItem: boolean, above?: Line, below?: Line): SegmentShape | undefined {
  const { text, has } = line;
  if ((has & (COLON | DIGIT | SYMBOL | GAP)) === 0)
    return (text.length < LONGEST_KEYWORDS && KEYWORDS.test(text)) || ((has & BEYOND) !== 0 && TICK.test(text))
      ? 'code'
      : undefined;
  if (REPORT.test(text) || LEVEL.test(text) || ((has & DIGIT) !== 0 && STAMPED.test(text))) return 'log';
  if (isItem || ADDRESS.test(text)) return undefined;
  if (text.startsWith('<') && isLoneTag(text)) return 'markup';
  if (DOCKER.test(text)) return 'config';
  if ((has & (COLON | SYMBOL)) !== 0 && SETTING.test(text) && isFewWords(text)) return 'config';
  if ((has & GAP) !== 0 && COLUMNS.test(text)) return 'table';
  if ((has & COLON) !== 0 && (sharesPrefix(text, above?.text) || sharesPrefix(text, below?.text))) return 'log';
  if ((has & (SYMBOL | DIGIT)) === 0) return undefined;
  const plain = text.includes('`') ? text.replace(/`[^`]*`/g, 'x') : text;
  if (BARE.test(plain)) return 'data';
  if (STATEMENT.test(plain) || COMMENT.test(text) || isNames(plain)) return 'code';
  return isDense(text) ? 'data' : undefined;
}

/** A setting has a short value. */
function isFewWords(text: string): boolean {
  return text.split(' ', LONGEST_SETTING + 1).length <= LONGEST_SETTING;
}

/** `hint: …` below `hint: …`: a program says who is speaking, each time. */
function sharesPrefix(text: string, other: string | undefined): boolean {
  const colon = text.indexOf(': ');
  return (
    colon > 1 &&
    colon < 30 &&
    !text.slice(0, colon).includes(' ') &&
    other?.startsWith(text.slice(0, colon + 1)) === true
  );
}

/** Most of it are names out of code, paths among them. */
function isNames(text: string): boolean {
  const pieces = text.split(/\s+/);
  return pieces.filter((piece) => NAME.test(piece)).length * 2 > pieces.length;
}

function isDense(text: string): boolean {
  const solid = text.replace(/`[^`]*`|https?:\/\/\S+|\s+/g, '');
  if (solid.length < SHORTEST) return false;
  return (solid.match(WORD)?.length ?? 0) / solid.length < LETTERS;
}
