import { expect, it } from 'vitest';
import { endpointOf } from './endpoint.ts';

it.each([
  ['https://api.example.com', 'https://api.example.com/v1/messages'],
  ['https://proxy.example.com/team/', 'https://proxy.example.com/team/v1/messages'],
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/messages'],
  ['http://localhost:11434', 'http://localhost:11434/v1/messages'],
  ['http://[::1]:11434', 'http://[::1]:11434/v1/messages'],
])('a model is asked at %s', (base, expected) => {
  expect(endpointOf(base, 'v1/messages', 'curator.baseUrl').href).toBe(expected);
});

it.each([
  'http://api.example.com',
  'http://localhost.example.com',
  'http://192.168.0.7:11434',
  'ftp://api.example.com',
  'api.example.com',
  'https://169.254.169.254/latest',
  'https://2852039166/latest',
  'https://0xa9fea9fe/latest',
  'https://[::ffff:169.254.169.254]/',
  'https://[fe80::1]/',
  'https://metadata.google.internal/',
  `https://${['name', 'word'].join(':')}@api.example.com`,
])('a model is not asked at %s, in the clear or where credentials are handed out (SRV-17)', (base) => {
  expect(() => endpointOf(base, 'v1/messages', 'curator.baseUrl')).toThrow(
    expect.objectContaining({ code: 'bad-model-address', message: expect.not.stringContaining(base) }),
  );
});
