import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mail } from './mail.ts';
import { createMailQueue } from './mail-queue.ts';

const mail: Mail = { to: 'eve@example.org', subject: 'Hello', html: '<p>Hello</p>' };

let logged: string[];
let tries: number;

beforeEach(() => {
  vi.useFakeTimers();
  logged = [];
  tries = 0;
});
afterEach(() => void vi.useRealTimers());

/** A queue to a mail server that refuses the first `refusals` mails. */
function queueTo(refusals: number, error = new Error('no answer')) {
  const sender = {
    async send() {
      tries += 1;
      if (tries <= refusals) throw error;
    },
  };
  return createMailQueue(sender, (event) => void logged.push(event));
}

test('nobody waits for the mail server', async () => {
  const taken = Promise.withResolvers<void>();
  let sent = false;
  const send = async () => {
    await taken.promise;
    sent = true;
  };
  const queue = createMailQueue({ send }, () => {});
  await queue.send(mail);
  expect(sent).toBe(false);
  taken.resolve();
  await queue.finish();
  expect(sent).toBe(true);
});

test('a mail that did not go is tried again, and each failure is logged', async () => {
  await queueTo(2).send(mail);
  await vi.advanceTimersByTimeAsync(35_000);
  expect([tries, logged]).toEqual([3, ['mail.failed', 'mail.failed']]);
});

test('a mail that fails at the last try is logged as lost', async () => {
  await queueTo(10).send(mail);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([tries, logged.at(-1)]).toEqual([4, 'mail.lost']);
});

test('a mail that the mail server will never take is lost at once', async () => {
  await queueTo(10, Object.assign(new Error('no such mailbox'), { responseCode: 550 })).send(mail);
  await vi.advanceTimersByTimeAsync(0);
  expect([tries, logged]).toEqual([1, ['mail.failed', 'mail.lost']]);
});

test('the end of the backend waits for a mail under way, and tries a waiting one once more', async () => {
  const queue = queueTo(1);
  await queue.send(mail);
  await vi.advanceTimersByTimeAsync(0);
  await queue.finish();
  expect([tries, logged]).toEqual([2, ['mail.failed']]);
});

test('no more than a thousand mails wait', async () => {
  const queue = createMailQueue({ send: () => new Promise(() => {}) }, (event) => void logged.push(event));
  for (let n = 0; n < 1001; n += 1) await queue.send(mail);
  expect(logged).toEqual(['mail.lost']);
});
