import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from './mail.ts';
import { type MailApi, startMailApi } from './mail-api.ts';

const mail = { from: 'x@example.org', to: ['eve@example.org'], subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };

let api: MailApi;
let taken: Mail[];
let sender: (mail: Mail) => Promise<void>;

beforeAll(async () => {
  api = await startMailApi({ send: (given) => sender(given) }, () => {});
});
afterAll(() => api.stop());
beforeEach(() => {
  taken = [];
  sender = async (given) => {
    taken.push(given);
  };
});

const post = async (body: unknown, key = api.key, idempotencyKey: string = crypto.randomUUID()) => {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey };
  return (await fetch(api.url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
};

test('hands a mail on to the mail server or the mail outbox', async () => {
  expect(await post(mail)).toBe(200);
  expect(taken).toEqual([{ to: 'eve@example.org', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }]);
});

test('refuses a caller without the key of this run', async () => {
  expect(await post(mail, 'guessed')).toBe(401);
  expect(taken).toEqual([]);
});

test.each([
  ['a subject of two lines', { subject: 'Hello\r\nBcc: gus@example.org' }],
  ['an address of two lines', { to: ['eve@example.org\nBcc: gus@example.org'] }],
  ['two addresses', { to: ['eve@example.org', 'gus@example.org'] }],
  ['no address', { to: [] }],
])('refuses %s', async (_, wrong) => {
  expect(await post({ ...mail, ...wrong })).toBe(422);
  expect(taken).toEqual([]);
});

test('says so when the mail could not go', async () => {
  sender = () => Promise.reject(new Error('no such mailbox'));
  expect(await post(mail)).toBe(502);
});

test('sends a mail with the same key once, also at the same moment, and again only if it failed', async () => {
  const key = crypto.randomUUID();
  expect(await Promise.all([post(mail, api.key, key), post(mail, api.key, key)])).toEqual([200, 200]);
  expect(await post(mail, api.key, key)).toBe(200);
  expect(taken).toHaveLength(1);
  const other = crypto.randomUUID();
  sender = () => Promise.reject(new Error('no such mailbox'));
  expect(await post(mail, api.key, other)).toBe(502);
  sender = async (given) => void taken.push(given);
  expect(await post(mail, api.key, other)).toBe(200);
  expect(taken).toHaveLength(2);
});

test('refuses a mail without a key, which could go twice', async () => {
  expect(await post(mail, api.key, '')).toBe(422);
  expect(taken).toEqual([]);
});

test('refuses a mail that is larger than any of ours', async () => {
  expect(await post({ ...mail, html: 'x'.repeat(300_000) }).catch(() => 413)).toBe(413);
  expect(taken).toEqual([]);
});
