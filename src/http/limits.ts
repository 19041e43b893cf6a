/**
 * What a request may cost (SRV-15). The size is checked before and while the body arrives. A body that has a form is small,
 * and parsed here; one that may be large is handed on as bytes, and read by capture.
 */
import type { IncomingMessage } from 'node:http';
import { parseJson } from '../capture/parse-json.ts';
import { refuseDeep } from '../capture/record-reading.ts';
import { CarryoverError } from '../memory/error.ts';
import { hasMoreValues } from '../platform/json-cut.ts';

export const BODY_BYTES = 16 * 1024 * 1024;
/** More than any memory file may hold. */
const FORM_BYTES = 1024 * 1024;
/** Each costs by itself, however short: a megabyte of the hardest JSON is refused before it is parsed. */
const FORM_VALUES = 20_000;

/** The JSON value of a body that has a form. Bytes that are not UTF-8 become U+FFFD. */
export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(incoming, FORM_BYTES);
  refuseDeep(bytes);
  if (!hasMoreValues(bytes, FORM_VALUES)) return parseJson(bytes);
  throw new CarryoverError(`the body holds more than ${FORM_VALUES} values`, {
    code: 'body-too-large',
    hint: 'send it in smaller parts',
  });
}

export function bodyTooLarge(most = BODY_BYTES): CarryoverError {
  const size = most >= 1024 * 1024 ? `${most / 1024 / 1024} MB` : `${most / 1024} KB`;
  return new CarryoverError(`the body is larger than ${size}`, {
    code: 'body-too-large',
    hint: 'send it in smaller parts',
  });
}

/** The body as it came. */
export function readBytes(incoming: IncomingMessage, most = BODY_BYTES): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose);
      finish();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) settle(() => reject(bodyTooLarge(most)));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(joined(chunks, size)));
    const onClose = () => settle(() => reject(new CarryoverError('the request was cut off', { code: 'bad-request' })));
    incoming.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

function joined(chunks: readonly Buffer[], size: number): Buffer {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  // In memory of its own, which is given back when it was read.
  const whole = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(whole, at);
  return whole;
}
