import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_SETTINGS, startTestServer, type TestServer } from '../server.fixture.ts';
import type { SettingsChange } from '../settings-api.ts';

const heard: SettingsChange[] = [];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      read: () => SAMPLE_SETTINGS,
      change: (changes) => {
        heard.push(changes);
        return { 'retention.days': 90 };
      },
    },
  });
});
afterAll(() => server.close());

it('tells of a key only that there is one (SRV-18)', async () => {
  expect(await server.call('GET', '/settings')).toMatchObject({
    status: 200,
    json: { ...SAMPLE_SETTINGS, curator: { key: { set: true } } },
  });
});

it('changes what is on the list, and says what it was', async () => {
  const change = { 'retention.days': 30, 'retention.spaces': ['/project=off'] };
  expect(await server.call('PUT', '/settings', change)).toMatchObject({
    status: 200,
    json: { previous: { 'retention.days': 90 } },
  });
  expect(heard).toEqual([change]);
});

it.each([
  { 'curator.baseUrl': 'https://evil.example' },
  { 'curator.keyFile': '/tmp/key' },
  { 'curator.provider': 'openai' },
  { 'embeddings.baseUrl': 'https://evil.example' },
  { 'embeddings.provider': 'openai' },
  { 'redaction.allow': ['secret'] },
  { 'capture.paths': 'all' },
  { port: 9_000 },
  { 'injection.enabled': true, 'curator.model': 'other' },
  { 'injection.enabled': 'no' },
  { 'retention.days': 0 },
  { 'retention.spaces': ['/project'] },
])('refuses %j with what the fields are, and changes nothing (SRV-17)', async (body) => {
  heard.length = 0;
  expect(await server.call('PUT', '/settings', body)).toMatchObject({
    status: 400,
    json: { error: { code: 'invalid-input', hint: expect.stringContaining('injection.enabled') } },
  });
  expect(heard).toEqual([]);
});
