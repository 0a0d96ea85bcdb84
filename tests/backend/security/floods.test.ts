/** Requests without end: what needs no key is spread over time, and nobody piles requests up on a connection. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../supabase/embedded/http/limits.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { sendRaw } from '../../support/raw-request.ts';

// So few that a busy machine does not let them come back while they are used up.
const factor = 0.01;
let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({ addressFactor: factor });
}, 60_000);
afterAll(() => backend.stop());

const request = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** The answers on a connection on which so many requests were sent at once, and whether the server ended it. */
async function pipelined(count: number): Promise<{ answers: number; ended: boolean }> {
  const { socket } = await sendRaw(backend.url, { method: 'GET', path: '/healthz', from: `127.0.9.${count}` });
  let text = '';
  let ended = false;
  socket.on('data', (data: Buffer) => {
    text += data.toString('latin1');
  });
  socket.on('close', () => {
    ended = true;
  });
  socket.write(request.repeat(count - 1));
  const answers = () => text.split('HTTP/1.1 200').length - 1;
  await expect.poll(() => ended || answers() === count).toBe(true);
  const result = { answers: answers(), ended };
  socket.destroy();
  return result;
}

test('a connection with more than eight unanswered requests ends, and one with fewer goes on', async () => {
  const most = limits.pipelinedRequests.most;
  expect(await pipelined(most)).toEqual({ answers: most, ended: false });
  expect(await pipelined(50)).toMatchObject({ ended: true });
});

test('requests of an address that come too fast wait, and none is refused; others do not wait', async () => {
  const ask = async (from: string) => {
    const { socket, answer } = await sendRaw(backend.url, { method: 'GET', path: '/config.json', from });
    const { status } = await answer;
    socket.destroy();
    return status;
  };
  const atOnce = limits.requestsAtOnce.most * factor;
  const more = limits.requestsPerSecond.most * factor;
  const started = performance.now();
  for (let n = 0; n < atOnce + more; n += 1) expect(await ask('127.0.9.1')).toBe(200);
  // Beyond what may come at once, they come at the pace of a second.
  expect(performance.now() - started).toBeGreaterThan(800);
  // The one that waits is sent before the one of another address, and answered after it.
  const order: string[] = [];
  const note = (from: string) => ask(from).then(() => order.push(from));
  await Promise.all([note('127.0.9.1'), note('127.0.9.2')]);
  expect(order).toEqual(['127.0.9.2', '127.0.9.1']);
});

test('nobody waits for the requests of callers who are gone', async () => {
  const from = '127.0.9.3';
  for (let n = 0; n < 30; n += 1) {
    const { socket } = await sendRaw(backend.url, { method: 'GET', path: '/healthz', from });
    socket.write(request.repeat(limits.pipelinedRequests.most - 1));
    socket.destroy();
    await once(socket, 'close');
  }
  // These would have taken two minutes.
  const { answer, socket } = await sendRaw(backend.url, { method: 'GET', path: '/config.json', from });
  expect((await answer).status).toBe(200);
  socket.destroy();
}, 20_000);
