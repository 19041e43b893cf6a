/**
 * Shapes that a line alone is enough for: nobody writes them by hand as a sentence. Asked of lines without the spaces
 * around them. Each is tried only when a character that it needs is there.
 */
import { BEYOND, COLON, DIGIT, GAP, type Line, SYMBOL } from './segment-lines.ts';
import type { SegmentShape } from './segments.ts';

const LOG =
  /^(?:[[(<]?\d{4}[-/.]\d\d[-/.]\d\d[T ,]\s?\d\d:\d\d(?::\d\d|Z|\])|[[(]?\d\d:\d\d:\d\d(?:[.,]\d+)?[\])]?\s|\p{L}{3,4}\.? +\d{1,2} \d\d:\d\d:\d\d\s|\d{1,3}(?:\.\d{1,3}){3}\s.*"[A-Z]+ \/|[EWIDV]\/[\w.]+(?:\(\s*\d+\))?:\s)/u;
const COMPILER =
  /^(?:\S+\.\w{1,6}(?::\d+(?::\d+)?|\(\d+,\d+\)|:\[\d+,\d+\]):?\s+(?:fatal |syntax )?(?:error|warning|note|info|hint|[A-Z]{1,3}\d{2,})\b|error(?:\[\w+\])?: .*(?:\^|-->)|-->\s\S+:\d+|--- (?:FAIL|PASS|SKIP): |=== (?:RUN|CONT)|(?:FAIL|ok)\s+\S+\s+\d[\d.]*m?s|(?:FAIL|PASS)\s+\S+\.\w{2,4}\b|❯ \S+:\d+|(?=[a-f]{0,11}\d)[0-9a-f]{7,12} (?=\S+ )|(?:[MADRCU]{1,2}|\?\?) [\w@./-]+$|[\w@./-]+\.\w{1,5}:\d+[:-]|\d{1,6}:\s{2,}\S|\d{1,6}\t|\S.*\s\| +(?:\d+ [+-]*|Bin .*)$|\d+ files? changed\b|commit [0-9a-f]{40}\b|[✓✔✗✘×√] .*\(\d[\d.]* ?m?s\)$)/;
const TRACE =
  /^(?:at (?:async |new )?[\w$.<>[\]/ ]+(?:\(.*\)|\S:\d+(?::\d+)?)(?: in .*:line \d+)?$|at .* in .*:line \d+$|File ".*", line \d+|Traceback \(most recent call last|Caused by: |Exception in thread "|\.{3} \d+ (?:more|common frames)|goroutine \d+ \[|thread '.*' panicked at|panic: |Stack trace:|#\d+\s+(?:0x|\S+\(|\{main\})|(?:[\w$]+[.:\\]{1,2})*[A-Z][\w$]*(?:Error|Exception|Warning)(?:\s?[[(][^\])]{0,60}[\])])?: |(?:PHP )?(?:Fatal|Parse) error: |Segmentation fault|\[?Errno \d|[\w.*()]+\(0x[0-9a-f]+|\/\S+\.\w+:\d+ \+0x)/;
const DIFF =
  /^(?:diff --git |index [0-9a-f]{6,}\.\.[0-9a-f]{6,}|--- (?:a\/|\/dev\/null|\S+\.\w+$)|\+\+\+ (?:b\/|\/dev\/null|\S+\.\w+$)|Only in \S+: |rename (?:from|to) \S+$|(?:new|deleted) file mode \d+|Binary files )/;
const TERMINAL =
  /^(?:\$ \S|❯ [a-z./~]|➜ |λ |PS [A-Z]:\\[^>]*>|[A-Z]:\\[^>]*>\s?\S|(?:\([\w.-]+\) )?[\w.-]+@[\w.-]+[:\s][^$#%]{0,80}[$#%] |~?\/?[\w./~-]* ?\$ [a-z./]|>>> |In \[\d+\]: |Out\[\d+\]: |mysql> |\w+=[#>] |sqlite> )/;
/** Of those without any mark. */
const PROMPTED = /^(?:❯ |➜ |λ )[a-z./~]/;
const REPORTED = /^(?:npm|yarn|pnpm) (?:error|warn|ERR!|WARN|notice)\b/;
const IMPORTED = /^from \w+ import \w+/;
const TABLE = /^(?:\|.*\||\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?|\+[-=+]{3,}\+|[│┃║].*[│┃║]|[┌├└╔╠╚─═]{3}.*)$/;
const DATA = /^(?:[[{]|[\]}]+[,;)]*|"(?:[^"\\]|\\.){0,120}"\s*:\s*\S.*|[[{]\s*["{[].*[\]},]|"(?:[^"\\]|\\.)*",)$/;
const MARKUP = /^(?:<(?:\?xml|!DOCTYPE|!--)|<\/?[A-Za-z][\w:.-]*(?:\s[^<>]*)?\/?>(?:.*>)?$|.*-->$)/i;
const LONE_TAG = /^<\/?[A-Za-z][\w:.-]*>$/;
const HTML =
  /^<\/?(?:html|head|body|div|span|p|a|ul|ol|li|h[1-6]|table|tr|td|th|img|script|style|form|input|button|nav|header|footer|section|br|hr)\b[^>]*>/i;
const CONFIG =
  /^(?:(?:export )?[A-Z][A-Z0-9_]{2,}=\S*(?: \S+){0,2}|[\w.-]{2,}=[^\s=]\S*|[\w.-]+ = (?:["'[{].*|\d[\d.]*|true|false|on|off))$/;
const CODE =
  /^(?:import\s.+\sfrom\s+['"]|import [\w.*{]+.*;$|from [\w.]+ import \w|export (?:default |const |async |function |class |interface |type |abstract )|(?:const|let|var) [\w{[$][^.!?]*=|(?:async )?function\s*\*?\s*\w*\(|(?:public|private|protected|static|abstract|override) .*[({;]$|(?:class|interface|struct|enum|trait|impl|namespace|module) \w[^.!?]*[{:]$|(?:async )?def \w+\(|#include\s*[<"]|#!\/|package [\w.]+;$|using [\w.]+;$|(?:pub )?fn \w+[(<]|func (?:\(|\w+\()|(?:if|for|while|switch|catch) ?\(.*\)\s*\{?$|\} ?(?:else|catch|finally)\b.*\{$|@\w+\(.*\)$|select\s.+\sfrom\s+[\w."]+(?:\s+(?:where|join|order|group|limit|left|inner)\b.*|;)?$|insert into \w|update \w+ set \w+ ?=|(?:create|alter|drop) (?:table|index|view|database)\b|delete from \w+|<\?php|\/\/|#(?:if|ifdef|ifndef|define|endif|elif|undef|pragma)\b|(?:return|await|throw|raise|yield) [^.!?]*[;)]$|resource "\w+" ")/;
const SQL = /^(?:SELECT|INSERT|UPDATE|CREATE|ALTER|DROP|DELETE)\b/i;
/** Ends as only code does. */
const CODE_END = /(?:[=)\w\]'"`];|\)\s*=>\s*\{|[\w)"']\s*\{|^[})\]]+[;,)]*|=>\s*[({[])$/;
const WORDS = /(?<!\p{L})(?:\p{L}{2,},? ){4}\p{L}/u;
const DOCKER = /^(?:FROM [\w./:@-]+(?: AS \w+)?|WORKDIR \/|COPY (?:--\S+ )*\S+ \S+$|ENTRYPOINT \[|CMD \[|EXPOSE \d+)/;
const READER =
  /\b(?:cat|bat|less|more|head|tail|curl|wget|man|gh|git (?:log|show|diff|blame)|type|Get-Content|pbpaste|glow|lynx)\b/;

export function sureShape({ text, has }: Line): SegmentShape | undefined {
  // A sentence has none of these.
  if (REPORTED.test(text)) return 'log';
  if (PROMPTED.test(text)) return 'terminal';
  if ((has & (COLON | DIGIT | SYMBOL | GAP)) === 0) return IMPORTED.test(text) ? 'code' : undefined;
  if ((has & (COLON | DIGIT)) !== 0) {
    if (LOG.test(text)) return 'log';
    if (TRACE.test(text)) return 'trace';
  }
  if (COMPILER.test(text)) return 'log';
  if ((has & SYMBOL) === 0) return (has & BEYOND) !== 0 && TABLE.test(text) ? 'table' : undefined;
  if (DIFF.test(text)) return 'diff';
  if (TERMINAL.test(text)) return 'terminal';
  if (TABLE.test(text)) return 'table';
  if (text.startsWith('<') || text.endsWith('-->')) return isMarkup(text) ? 'markup' : undefined;
  if (DATA.test(text)) return 'data';
  if (CONFIG.test(text) || DOCKER.test(text)) return 'config';
  return isCode(text) ? 'code' : undefined;
}

/** A tag alone, of a name that HTML does not have, may be the person's: `<task>`. */
export function isLoneTag(text: string): boolean {
  return LONE_TAG.test(text) && !HTML.test(text);
}

function isMarkup(text: string): boolean {
  return HTML.test(text) || (MARKUP.test(text) && !LONE_TAG.test(text));
}

/** Whether a command prints what somebody has written. */
export function isReader(command: string): boolean {
  return READER.test(command);
}

function isCode(text: string): boolean {
  const plain = text.includes('`') ? text.replace(/`[^`]*`/g, 'x') : text;
  if (SQL.test(plain) ? CODE.test(plain.toLowerCase()) : CODE.test(plain)) return true;
  return (
    CODE_END.test(plain) &&
    !WORDS.test(plain) &&
    !/^(?:[-*+•]|\d+[.)]) /.test(plain) &&
    (/[={}()[\]]/.test(plain) || plain.length < 4)
  );
}
