import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveId, type TurnId } from '../../memory/ids.ts';
import type { MemoryRecord } from '../../memory/record.ts';
import { SENSITIVE_TAG } from '../../memory/sensitivity.ts';
import { sessionNamed } from '../index/temporary-memory.fixture.ts';
import { type Asking, openAsking } from './asking.fixture.ts';

const QUESTION = 'Which queue do we use for the thumbnails?';
const ANSWER = 'We settled on Redis streams, because the worker pool reads them already.';

let asking: Asking;
beforeEach(async () => {
  asking = await openAsking();
});
afterEach(() => asking.memory.close());

async function turn(name: string, asked: string, answered?: Partial<MemoryRecord>): Promise<void> {
  const common = { sessionId: sessionNamed(name), turnId: deriveId<TurnId>(name) };
  await asking.memory.say({ ...common, content: asked });
  if (answered !== undefined)
    await asking.memory.say({ ...common, type: 'assistant', source: 'assistant', ...answered });
}

function found(text: string, different: Parameters<Asking['found']>[1] = {}): readonly string[] {
  return asking.found(text, { answersFirst: true, ...different });
}

describe('R-05: an agent that asks what the person once asked', () => {
  it('is given the answer, and not the question', async () => {
    await turn('monday', QUESTION, { content: ANSWER });
    await turn('tuesday', 'The queue page needs a new icon', { content: 'Icon added to the queue page.' });
    expect(asking.found(QUESTION)[0]).toBe(QUESTION);
    expect(found(QUESTION)[0]).toBe(ANSWER);
    expect(found(QUESTION)).not.toContain(QUESTION);
    expect(new Set(found(QUESTION)).size).toBe(found(QUESTION).length);
  });

  it('is given an answer that shares no word with it, with a piece of its text', async () => {
    await turn('monday', '¿Qué base de datos usamos?', { content: 'Postgres 17.' });
    const [hit] = asking.ask('¿Qué base de datos usamos?', { answersFirst: true });
    expect(hit).toMatchObject({ kind: 'record', snippet: 'Postgres 17.', record: { type: 'assistant' } });
  });

  it('is given a prompt that says something, and one that nobody answered', async () => {
    const told = 'The thumbnails go through the jobs queue. Which worker reads it?';
    await turn('monday', told, { content: 'The image worker.' });
    await turn('tuesday', 'Who owns the thumbnails queue?');
    expect(found('thumbnails queue')).toEqual(expect.arrayContaining([told, 'Who owns the thumbnails queue?']));
  });

  it('is not given an answer that agents are not given', async () => {
    await turn('monday', QUESTION, { content: ANSWER, tags: [SENSITIVE_TAG] });
    expect(found(QUESTION)).not.toContain(ANSWER);
  });

  it('is given the prompts themselves when it asks for prompts, and so is a person', async () => {
    await turn('monday', QUESTION, { content: ANSWER });
    expect(found(QUESTION, { recordTypes: ['prompt'] })).toEqual([QUESTION]);
    expect(found(QUESTION, { audience: 'person' })[0]).toBe(QUESTION);
  });
});
