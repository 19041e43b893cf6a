import { expect, it } from 'vitest';
import type { StoredRecord } from '../../../memory/record.ts';
import { storedRecord } from '../../../memory/stored-record.fixture.ts';
import { entriesOf, outcomeOf } from './entries.ts';

const record = storedRecord;
const ofCall = (id: string, fields: Partial<StoredRecord>) =>
  record({ tool: 'Bash', ...fields, metadata: { tool_use_id: id, ...fields.metadata } });

it('puts a call together with its permission and its outcome, at the place where it began', () => {
  const said = record({});
  const first = ofCall('a', { type: 'tool_use' });
  const second = ofCall('b', { type: 'tool_use' });
  const failed = ofCall('a', { type: 'error' });
  const denied = ofCall('b', { type: 'approval', metadata: { decision: 'denied' } });
  expect(entriesOf([denied, failed, second, first, said])).toEqual([
    { kind: 'said', record: said },
    { kind: 'call', records: [first, failed] },
    { kind: 'call', records: [second, denied] },
  ]);
  expect(outcomeOf([first, failed])).toBe('error');
  expect(outcomeOf([second, denied])).toBe('denied');
  expect(outcomeOf([first])).toBe('unknown');
});

it('shows an error of the agent and an event as what they are, and calls without an id one by one', () => {
  const answer = record({ type: 'error' });
  const event = record({ type: 'event', tool: 'Bash' });
  const alone = record({ type: 'tool_result', tool: 'Bash' });
  expect(entriesOf([answer, event, alone]).map(({ kind }) => kind)).toEqual(['said', 'said', 'call']);
  expect(outcomeOf([alone])).toBe('ok');
});
