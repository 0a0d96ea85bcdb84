import { expect, test } from 'vitest';
import { createSendOnce } from './sent-once.ts';

test('forgets a key after a day, and the oldest of very many', async () => {
  let now = 0;
  let sent = 0;
  const sendOnce = createSendOnce(() => now);
  const send = async (key: string) =>
    sendOnce(key, async () => {
      sent += 1;
    });
  await send('a');
  now += 23 * 60 * 60_000;
  await send('a');
  expect(sent).toBe(1);
  now += 60 * 60_000;
  await send('a');
  expect(sent).toBe(2);
  for (let n = 0; n <= 10_000; n += 1) await send(`other ${n}`);
  await send('a');
  expect(sent).toBe(2 + 10_001 + 1);
});
