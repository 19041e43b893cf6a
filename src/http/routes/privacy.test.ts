import { expect, it } from 'vitest';
import { startTestServer } from '../server.fixture.ts';

it('a sweep is shown unless it is confirmed, and done when it is (D-064)', async () => {
  let swept = 0;
  const server = await startTestServer({
    privacy: {
      redactOldRows: () => Promise.reject(new Error('not asked for')),
      retentionPreview: async () => ({ spaces: [], current: true, questions: [] }),
      daysLeft: async () => 7,
      protectedCopies: () => [{ name: 'transcript-sweep-x.db', daysLeft: 3 }],
      releaseCopy: (wanted) => `whole ${wanted}`,
      confirmRetention: async () => {
        swept += 1;
        return 3;
      },
    },
  });
  try {
    for (const body of [{}, { confirm: false }])
      expect(await server.call('POST', '/memory/retention', body)).toMatchObject({
        status: 200,
        json: { preview: true, spaces: [] },
      });
    expect(swept).toBe(0);
    const done = { finished: true, hidden: 3 };
    expect((await server.call('POST', '/memory/retention', { confirm: true })).json).toEqual(done);
    const lines = await server.call('POST', '/memory/retention', { confirm: true, progress: true });
    expect(lines.headers['content-type']).toBe('application/x-ndjson');
    expect(JSON.parse(lines.text)).toEqual(done);
    expect(swept).toBe(2);
    expect((await server.call('GET', '/memory/backups/protected')).json).toEqual({
      copies: [{ name: 'transcript-sweep-x.db', days_left: 3 }],
    });
    const released = await server.call('POST', '/memory/backups/release', { name: 'sweep-x' });
    expect(released.json).toEqual({ released: 'whole sweep-x' });
  } finally {
    await server.close();
  }
});
