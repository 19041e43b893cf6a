import { describe, expect, it } from 'vitest';
import { lastLine } from './last-line.ts';

interface Step {
  readonly step: number;
}
interface End {
  readonly done: true;
}

async function follow(...lines: readonly object[]) {
  const steps: number[] = [];
  async function* stream() {
    for (const line of lines) yield JSON.stringify(line);
  }
  const end = await lastLine<Step, End>(
    stream(),
    (line): line is End => 'done' in line,
    ({ step }) => steps.push(step),
  );
  return { end, steps };
}

describe('work of the daemon that is followed', () => {
  it('tells each step and gives the end', async () => {
    expect(await follow({ step: 1 }, { step: 2 }, { done: true })).toEqual({ end: { done: true }, steps: [1, 2] });
  });

  it('throws the error that came in place of an end', async () => {
    const error = { code: 'spend-cap', message: 'no money left', hint: 'wait' };
    await expect(follow({ step: 1 }, { error })).rejects.toThrow(expect.objectContaining(error));
  });

  it('does not take a stream that breaks off for an end', async () => {
    await expect(follow({ step: 1 })).rejects.toThrow(expect.objectContaining({ code: 'work-broke-off' }));
  });
});
