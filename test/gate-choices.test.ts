import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATE_NOW, type GateMemory, gateRequest, openGateMemory } from '../bench/support/gate-set.ts';
import type { SessionId, SpaceId, TurnId } from '../src/memory/ids.ts';
import type { Choice } from '../src/recall/gate/choice.ts';
import { Gate, type GateRequest } from '../src/recall/gate/gate.ts';
import { select } from '../src/recall/gate/selection.ts';
import { Searcher } from '../src/recall/search/searcher.ts';

let memory: GateMemory;
let gate: Gate;

beforeAll(async () => {
  memory = await openGateMemory('dev');
  gate = new Gate(new Searcher(memory.index, memory.journal), memory.index, memory.journal);
});

afterAll(() => memory.close());

function choose(prompt: string, space: string, more: Partial<GateRequest> = {}): readonly Choice[] {
  return gate.choose({
    prompt,
    workspace: space as SpaceId,
    sessionId: null,
    given: new Set(),
    sinking: new Map(),
    now: GATE_NOW,
    ...more,
  });
}

function names(choices: readonly Choice[]): readonly string[] {
  return choices.map((item) => memory.nameOf(item.kind === 'fact' ? item.learning.id : item.id));
}

/** What is shown of the one turn of a small memory. */
async function shownOf(turn: { readonly prompt: string; readonly answer: string }, prompt: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-gate-turn-'));
  const place = { space: 'mill', daysAgo: 3 };
  const rows = [
    { kind: 'turn', id: 'T1', session: 'S1', ...place, ...turn },
    {
      kind: 'learning',
      id: 'L1',
      type: 'FACT',
      subject: null,
      content: 'Doors close at six.',
      trust: 'typed',
      ...place,
    },
  ];
  writeFileSync(join(folder, 'store.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(join(folder, 'prompts.jsonl'), '');
  const small = await openGateMemory(folder);
  try {
    const asked = gateRequest({ id: '', space: 'mill', prompt, wants: [], fine: [] });
    const chosen = new Gate(new Searcher(small.index, small.journal), small.index, small.journal).choose(asked);
    return chosen.flatMap((item) => (item.kind === 'snippet' ? [item.text] : []));
  } finally {
    small.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const ASKS_FOR_OWNER = 'who has to approve changes in stations.csv?';
const OWNER = 'L026';

describe('what is given with a prompt', () => {
  it('is the fact that it is about, with a likelihood and the words that speak for it (D-096)', () => {
    const [first] = choose(ASKS_FOR_OWNER, 'nimbus-pipeline');
    expect(names(first === undefined ? [] : [first])).toEqual([OWNER]);
    expect(first?.score).toBeGreaterThan(0.5);
    expect(first?.score).toBeLessThanOrEqual(1);
    expect(first?.reason).toContain('`stations.csv`');
  });

  it('is of a turn what the agent answered, when the past is asked for', () => {
    const chosen = choose(
      'you told me once how to simulate a declined card on the pay page, how was that',
      'staybook-web',
    );
    const snippet = chosen.find((item) => item.kind === 'snippet');
    expect(snippet?.type).toBe('assistant');
    expect(snippet?.text).toContain('testAmount');
  });

  it('is of a turn what the person said, when the answer says nothing of it', async () => {
    const said = 'The kiln thermocouple drifts above 1200 degrees, so we calibrate it with the platinum probe.';
    const question = 'how did we calibrate the kiln thermocouple?';
    expect(await shownOf({ prompt: said, answer: 'Noted.' }, question)).toEqual([said]);
    const answer = 'The kiln thermocouple is calibrated with the platinum probe now.';
    expect(await shownOf({ prompt: said, answer }, question)).toEqual([answer]);
  });

  it('R-05: is never what the person merely asked', async () => {
    const question = 'how did we calibrate the kiln thermocouple?';
    const answer = 'With the platinum probe, against the reference oven.';
    expect(await shownOf({ prompt: question, answer }, question)).toEqual([answer]);
  });

  it.each([
    'ok',
    'thanks, go on',
    'yes do that',
    'danke, weiter',
    'sí, adelante',
    '好的,继续',
    '👍',
    '2',
    '',
    'lgtm',
    '   ',
  ])('is nothing for %j', (prompt) => {
    expect(choose(prompt, 'nimbus-pipeline')).toEqual([]);
  });

  it('is nothing of another space, nothing sensitive and nothing superseded (D-091)', () => {
    expect(choose(ASKS_FOR_OWNER, 'homepage')).toEqual([]);
    expect(choose('where is the break-glass account kept', 'infra-live')).toEqual([]);
    const retention = names(choose('how long are raw grib files kept in nimbus-raw', 'nimbus-pipeline'));
    expect(retention).toContain('L035');
    expect(retention).not.toContain('L036');
  });

  it('is nothing that the session was given, and nothing of the session itself', () => {
    expect(names(choose(ASKS_FOR_OWNER, 'nimbus-pipeline', { given: new Set([OWNER]) }))).not.toContain(OWNER);
    const prompt = 'which values did we agree on for quality_flag, and the four levels of the range check?';
    expect(names(choose(prompt, 'nimbus-pipeline'))).toContain('T030');
    const session = memory.journal.after(0, 10_000).find(({ turnId }) => turnId === 'T030')?.sessionId as SessionId;
    expect(names(choose(prompt, 'nimbus-pipeline', { sessionId: session }))).not.toContain('T030');
  });

  it('is nothing that stands in the block the session started with, whatever id it has there', () => {
    const told = (text: string) => names(choose(ASKS_FOR_OWNER, 'nimbus-pipeline', { shown: `# notes\n- ${text}\n` }));
    const [owner] = choose(ASKS_FOR_OWNER, 'nimbus-pipeline');
    const content = owner?.kind === 'fact' ? owner.learning.content : '';
    expect(told(content)).not.toContain(OWNER);
    expect(told(JSON.stringify(content).toLowerCase())).not.toContain(OWNER);
    expect(told(content.replace('stations.csv', 'sensors.csv'))).toContain(OWNER);
    expect(told('Odile asked about the stations today')).toContain(OWNER);
  });

  it('is no turn that the session has by its own id, or by a fact that was learned from it', () => {
    const prompt = 'which values did we agree on for quality_flag, and the four levels of the range check?';
    expect(names(choose(prompt, 'nimbus-pipeline', { given: new Set(['T030']) }))).not.toContain('T030');
    const all = gate.judge(gateRequest({ id: '', space: 'nimbus-pipeline', prompt, wants: [], fine: [] }));
    const turn = all.find(({ candidate }) => candidate.records[0]?.record.turnId === 'T030');
    const fact = all.find(({ candidate }) => candidate.fact !== undefined);
    if (turn === undefined || fact?.candidate.fact === undefined) throw new Error('the set has changed');
    const learned = { ...fact.candidate.fact, turnId: 'T030' as TurnId };
    const other = { ...fact, likelihood: 0.9 };
    const both = [other, turn];
    expect(select(both, 0.4)).toEqual(both);
    expect(select([{ ...other, candidate: { ...other.candidate, fact: learned } }, turn], 0.4)).not.toContain(turn);
  });

  it('sinks when it was shown often and never used', () => {
    expect(names(choose(ASKS_FOR_OWNER, 'nimbus-pipeline', { sinking: new Map([[OWNER, 0.3]]) }))).not.toContain(OWNER);
  });

  it('is little or nothing for any text at all, however long', () => {
    const pasted = 'error in file, run the test again and update the config. '.repeat(400);
    for (const prompt of [pasted, '"NEAR(* col:', '\ud800 half a character', 'x'.repeat(20_000)])
      expect(choose(prompt, 'nimbus-pipeline').length).toBeLessThanOrEqual(8);
  });
});
