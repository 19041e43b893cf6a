/**
 * What a request may cost (SRV-15). The size is checked before and while the body arrives, the nesting before it is
 * parsed, so a hostile body is refused at the price of reading it once.
 */
import type { IncomingMessage } from 'node:http';
import { CarryoverError } from '../memory/error.ts';
import { isDeeperThan } from '../platform/json-depth.ts';

export const BODY_BYTES = 16 * 1024 * 1024;
/** Nesting of a body that has a schema. */
export const TYPED_DEPTH = 64;
/** A client's payload may nest deeper: redaction flattens it. The bound only keeps the parser's memory small. */
export const PAYLOAD_DEPTH = 200_000;

const BYTE_ORDER_MARK = 0xfeff;

/** The JSON value of a request's body. Bytes that are not UTF-8 become U+FFFD. */
export async function readJson(incoming: IncomingMessage, depthLimit: number): Promise<unknown> {
  const bytes = await readBody(incoming);
  if (isDeeperThan(bytes, depthLimit)) {
    throw new CarryoverError(`the body nests deeper than ${depthLimit} levels`, {
      code: 'invalid-json',
      hint: 'send a flatter object',
    });
  }
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch {
    // The parser's own message quotes the body; bodies stay out of messages.
    throw new CarryoverError('the body is not valid JSON', { code: 'invalid-json', hint: 'send one JSON value' });
  }
}

export function bodyTooLarge(): CarryoverError {
  return new CarryoverError(`the body is larger than ${BODY_BYTES / 1024 / 1024} MB`, {
    code: 'body-too-large',
    hint: 'send it in smaller parts',
  });
}

function readBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose);
      finish();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_BYTES) settle(() => reject(bodyTooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onClose = () => settle(() => reject(new CarryoverError('the request was cut off', { code: 'bad-request' })));
    incoming.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}
