/** Shapes that people's own lines have as well, now and then: they count beside others (see `segment-shapes.ts`). */
import type { SegmentShape } from './segments.ts';

const LEVEL =
  /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|SEVERE|PASS|FAIL|PASSED|FAILED|SKIPPED|OK)\]?(?::|\s{2,}|\])/;
const REPORT =
  /^(?:(?:Error|Warning|Fatal|error|warning|fatal|hint|note|remote): |(?:Found|Ran|Total|Passed!?|Failed!?|Tests?|Test (?:Files|Suites)|Snapshots|Duration|Time|Exit(?:ed)?|exit status|Build|Compiling|Finished|Downloading|Resolving|Determining|Restored|total)\b.*\d|To \S+[:/]\S+$|[✓✔✗✘×●○⠋]|! \[|\d+ (?:rows?|passed|failed|errors?|warnings?|packages?|files?)\b|- (?:Expected|Received)$|\+ (?:Received|Expected)$|[+-] \S+$|\[\+\] )/;
const SETTING = /^(?:[\w.-]+\s*=\s*\S.*|\[[\w.:" -]+\]|;.*|[A-Z]{3,10} \S+.*|[\w.-]+: \S+)$/;
const DOCKER = /^(?:FROM|WORKDIR|COPY|RUN|CMD|ENTRYPOINT|EXPOSE|ENV|ARG|ADD|USER|VOLUME|LABEL|HEALTHCHECK) \S/;
const COMMENT = /^(?:\/\/|\/\*|\*\/|#(?!#|\s*\p{Lu})|--\s|\* @)/u;
const STATEMENT = /^(?:import \w+|return\b|pass|break|continue|else:?|try:?|end)$|[\w\])]\s*[-+*/]?=\s*\S|\w\(.*\)[;:,]?$|^\s*[)}\]]/;
const COLUMNS = /\S(?: {2,}|\t+)\S.*?\S(?: {2,}|\t+)\S/;
const NAME = /^["'({[<]*(?:[\w$@-]*[a-z\d][A-Z][\w$]*|\w+_\w+|[\w$]+\.[\w$]+[\w$.()]*|[\w@.-]*(?:\/[\w@.-]+)+|\w+\(.*)["')}\]>,;:|&]*$|^[{}()[\]<>=&|]+,?$/;
const WORD = /\p{L}/gu;
/** Of what is no space, less are letters than in a sentence. */
const LETTERS = 0.6;
const SHORTEST = 8;

export function likelyShape(
  text: string,
  isItem: boolean,
  above: string | undefined,
  below: string | undefined,
): SegmentShape | undefined {
  if (REPORT.test(text) || LEVEL.test(text)) return 'log';
  if (isItem) return undefined;
  if (DOCKER.test(text)) return 'config';
  if (SETTING.test(text) && text.split(' ').length <= 4) return 'config';
  if (COLUMNS.test(text)) return 'table';
  if (STATEMENT.test(text.replace(/`[^`]*`/g, 'x')) || COMMENT.test(text)) return 'code';
  if (sharesPrefix(text, above) || sharesPrefix(text, below)) return 'log';
  if (isNames(text)) return 'code';
  return isDense(text) ? 'data' : undefined;
}

/** `hint: …` below `hint: …`: a program says who is speaking, each time. */
function sharesPrefix(text: string, other: string | undefined): boolean {
  const colon = text.indexOf(': ');
  return colon > 1 && colon < 30 && !text.slice(0, colon).includes(' ') && other?.startsWith(text.slice(0, colon + 1)) === true;
}

/** Most of it are names out of code, paths among them. */
function isNames(text: string): boolean {
  const pieces = text.replace(/`[^`]*`/g, '').split(/\s+/).filter((piece) => piece !== '');
  return pieces.length > 0 && pieces.filter((piece) => NAME.test(piece)).length * 2 > pieces.length;
}

function isDense(text: string): boolean {
  const solid = text.replace(/`[^`]*`|https?:\/\/\S+|\s+/g, '');
  if (solid.length < SHORTEST) return false;
  return (solid.match(WORD)?.length ?? 0) / solid.length < LETTERS;
}
