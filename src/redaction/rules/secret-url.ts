/** URLs that are a secret themselves: webhooks, bot and RPC endpoints, one-time links, signed queries. The host stays. */
import type { Report } from '../finding.ts';
import { isMixedRandom, isRandom, isTokenLike } from '../value/judge.ts';
import { isUuid } from '../value/known-harmless.ts';

const URL_TEXT =
  /https?:\/\/([^\s"'`<>\\^{}|]{8,2000})|(?<![\w.-])(?:hooks\.slack(?:-gov)?|discord(?:app)?)\.com\/[^\s"'`<>\\^{}|]{8,2000}/gi;
/** Behind these every further path part is a secret. */
const SECRET_PATH =
  /^(?:hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/|(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/|[\w-]{1,60}\.webhook\.office\.com\/webhookb2\/|outlook\.office(?:365)?\.com\/webhook\/|hooks\.zapier\.com\/hooks\/catch\/|hook\.(?:[\w-]{2,10}\.)?make\.com\/|hook\.integromat\.com\/|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key\/|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|hc-ping\.com\/|events\.pagerduty\.com\/integration\/|[\w.-]{1,80}\.alchemy(?:api)?\.(?:com|io)\/v2\/|[\w.-]{1,80}\.infura\.io\/(?:ws\/)?v3\/|[\w.-]{1,80}\.quiknode\.pro\/)/i;
/** A generated path part behind one of these opens what the URL points to. */
const TELLING_PART =
  /^(?:api|hooks?|webhooks?|incoming|callback|key|token|secret|invite|invitations?|magic|magic-link|reset|reset-password|password|activate|unsubscribe|confirm|verify|share|shared|s|login|auth|session|rpc|ingest|collect|inputs|bot.*|v[23])$/i;
const QUERY_PART =
  /[?&#](sig|signature|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature|x-oss-signature|x-cos-signature|q-signature|hmac|hdnts|policy|code|ticket|st|key|k|auth|oobcode|samlresponse|samlrequest|assertion|appid|hapikey|otp|invite|magic|session|sid|sv|h|t|x-sig|jwt|id_token_hint|logout_token|client_assertion)=([^\s&#"'`<>\\)\]}]{8,4000})/gi;
/** The same in a form body, where nothing stands before the first name. */
const FORM_PART = /\b(samlresponse|samlrequest|client_assertion|logout_token)=([^\s&#"'`<>\\)\]}]{8,4000})/gi;
const FORM_NAMES = ['SAMLRe', 'client_assertion=', 'logout_token='];
/** The name says it all: no look at the value is needed beyond its length. */
const SIGNATURE =
  /^(?:sig|x-sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|x-oss-signature|x-cos-signature|q-signature|samlresponse|samlrequest|hapikey|client_assertion|logout_token)$/i;
const SHORTEST_SIGNATURE = 16;

export function findSecretUrls(text: string, report: Report): void {
  if (text.includes('/')) {
    URL_TEXT.lastIndex = 0;
    for (let match = URL_TEXT.exec(text); match; match = URL_TEXT.exec(text)) {
      const address = match[1] ?? match[0];
      reportPath(address, match.index + match[0].length - address.length, report);
    }
  }
  if (!text.includes('=')) return;
  reportQuery(QUERY_PART, text, report);
  if (FORM_NAMES.some((name) => text.includes(name))) reportQuery(FORM_PART, text, report);
}

function reportPath(address: string, start: number, report: Report): void {
  const path = /^[^?#]*/.exec(address)?.[0].replace(/[.,;:)\]]+$/, '') ?? '';
  const known = SECRET_PATH.exec(path);
  if (known) {
    if (path.length - known[0].length >= 8 && /\d|[A-Z]{2}/.test(path.slice(known[0].length)))
      report('webhook-url', start + known[0].length, start + path.length);
    return;
  }
  const parts = path.split('/');
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (index > 0 && TELLING_PART.test(parts[index - 1] ?? '') && isSecretPart(part))
      report('url-key', start + at, start + at + part.length);
    at += part.length + 1;
  }
}

function isSecretPart(part: string): boolean {
  return !isUuid(part) && (isMixedRandom(part, 20) || (isRandom(part, 32) && isTokenLike(part)));
}

function reportQuery(pattern: RegExp, text: string, report: Report): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const name = match[1] ?? '';
    const value = match[2] ?? '';
    const signed = SIGNATURE.test(name)
      ? value.length >= SHORTEST_SIGNATURE && !/^[{<$]/.test(value)
      : isSecretPart(value.replace(/%[0-9a-f]{2}/gi, '+'));
    const start = match.index + match[0].length - value.length;
    if (signed) report('signed-url', start, start + value.length);
  }
}
