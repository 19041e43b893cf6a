/**
 * Secrets that a terminal shows: the output below `$ gh auth token`, and a line that is nothing but a generated value below
 * one that speaks of a token. The output of a command ends with a blank line, a fence or the next prompt.
 */
import type { Report } from '../finding.ts';
import { remembered } from '../remembered.ts';
import { isCalledToken } from '../secret-file.ts';
import { secretFilesInCommand } from '../secret-file-command.ts';
import { isLoneSecret, namesSecret, printsSecret } from '../secret-output.ts';

const PROMPT_START = String.raw`[ \t>]{0,8}(?:\([\w.-]{1,30}\) )?(?:[\w.-]{1,40}@[\w.-]{1,40}[: ][^\s$#%]{0,60} ?[$#%]|[$❯➜%]|PS [^>\n]{0,60}>)[ \t]{1,3}`;
const PROMPT = new RegExp(String.raw`^${PROMPT_START}(\S[^\n]{1,1000})$`, 'gm');
const OUTPUT_END = new RegExp(`[ \\t>]{0,8}\`\`\`|${PROMPT_START}`, 'y');
const PROMPT_SIGN = /[$❯➜%] |@[^\n]{1,100}# |PS /;
const OUTPUT_LINE = /[ \t>]{0,8}(\S[^\n]*)(?:\n|$)/y;
const LONE_LINE = /^[ \t>*`"']{0,8}([A-Za-z0-9_.~+/=-]{20,512})[`"'* \t]{0,4}$/gm;
const SPEAKS_OF_SECRET =
  /token|secret|passwor[dt]|passphrase|kennwort|credential|(?:api|access|private|signing|license)[-_ ]?key|mot de passe|contraseña|clave|senha|jeton|schlüssel|密码|密钥|令牌|パスワード|トークン/i;
const SPEAKS_OF_DIGEST =
  /\b(?:sha\d*|hash|digest|checksum|md5|commit|revision|fingerprint|integrity|thumbprint|id|ids|public)\b/i;
const LINE_BEFORE = 300;
const MOST_OUTPUT_LINES = 400;

export function findPrintedSecrets(text: string, report: Report): void {
  if (!text.includes('\n')) return;
  if (PROMPT_SIGN.test(text)) findOutputs(text, report);
  LONE_LINE.lastIndex = 0;
  for (let match = LONE_LINE.exec(text); match; match = LONE_LINE.exec(text)) {
    const value = match[1] ?? '';
    if (!isLoneSecret(value)) continue;
    const before = lineBefore(text, match.index);
    if (!SPEAKS_OF_SECRET.test(before) || SPEAKS_OF_DIGEST.test(before)) continue;
    const start = match.index + match[0].indexOf(value);
    report('token', start, start + value.length);
  }
}

/** The nearest line above that says something. */
function lineBefore(text: string, at: number): string {
  const above = text.slice(Math.max(0, at - LINE_BEFORE), at).trimEnd();
  const line = above.slice(above.lastIndexOf('\n') + 1);
  return /^\s*```\w*$/.test(line) ? lineBefore(above, above.length - line.length) : line;
}

const whatIsShown = remembered((command): 'secret' | 'maybe' | 'nothing' => {
  if (printsSecret(command) || secretFilesInCommand(command).some(isCalledToken)) return 'secret';
  return namesSecret(command) ? 'maybe' : 'nothing';
});

function findOutputs(text: string, report: Report): void {
  PROMPT.lastIndex = 0;
  for (let prompt = PROMPT.exec(text); prompt; prompt = PROMPT.exec(text)) {
    const command = prompt[1] ?? '';
    const shows = whatIsShown(command);
    if (shows === 'nothing') continue;
    let at = PROMPT.lastIndex + 1;
    for (let lines = 0; lines < MOST_OUTPUT_LINES; lines++) {
      OUTPUT_END.lastIndex = at;
      OUTPUT_LINE.lastIndex = at;
      const line = OUTPUT_END.test(text) ? null : OUTPUT_LINE.exec(text);
      const shown = line?.[1]?.trimEnd() ?? '';
      if (!line) break;
      const start = at + line[0].indexOf(shown);
      if (shows === 'secret' || isLoneSecret(shown)) report('command-output', start, start + shown.length);
      at = OUTPUT_LINE.lastIndex;
    }
  }
}
