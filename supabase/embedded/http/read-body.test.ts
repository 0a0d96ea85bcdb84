import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JsonScan } from './json-scan.ts';
import { freeBody, readBody } from './read-body.ts';

const MEGABYTE = 1024 * 1024;
const small = 60 * 1024;
const mostOfTurn = 128 * 1024;

/** Bytes of large bodies that were looked at in each turn of the event loop in which there were any. */
let turns: number[] = [];
let isSameTurn = false;

class CountedScan extends JsonScan {
  #length = 0;

  override read(bytes: Uint8Array): void {
    super.read(bytes);
    this.#length += bytes.length;
    if (this.#length <= small) return;
    if (isSameTurn) turns.push((turns.pop() ?? 0) + bytes.length);
    else turns.push(bytes.length);
    isSameTurn = true;
  }
}

const server = createServer(async (incoming, answer) => {
  try {
    const body = await readBody(incoming, 8 * MEGABYTE, new CountedScan(1_000_000));
    const { length } = body;
    const { arrayBuffers } = process.memoryUsage();
    freeBody(body);
    freed.push(arrayBuffers - process.memoryUsage().arrayBuffers);
    answer.end(String(length));
  } catch {
    answer.end('refused');
    kept.push(incoming);
  }
});
/** What else keeps a request, as whoever throws the rest of its body away does. */
const kept: IncomingMessage[] = [];
let watching = true;
/** Bytes that came back when a body was freed. */
const freed: number[] = [];

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const watch = () => {
    isSameTurn = false;
    if (watching) setImmediate(watch);
  };
  watch();
});
afterAll(() => {
  watching = false;
  server.close();
});

function post(body: Buffer): Promise<string> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return new Promise((resolve, reject) => {
    const sent = request({ agent: false, host: '127.0.0.1', port, method: 'POST' }, (answer) => {
      let text = '';
      answer.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      answer.on('end', () => resolve(text));
    });
    sent.on('error', reject).end(body);
  });
}

test('one piece of all large bodies is read a turn, so that others have theirs in between', async () => {
  turns = [];
  const lengths = await Promise.all(Array.from({ length: 8 }, () => post(Buffer.alloc(2 * MEGABYTE, ' '))));
  expect(lengths).toEqual(Array.from({ length: 8 }, () => String(2 * MEGABYTE)));
  // The first pieces of all may come together.
  expect(turns.filter((bytes) => bytes > mostOfTurn).length).toBeLessThan(8);
  expect(turns.length).toBeGreaterThan(100);
});

test('a small body waits for no turn', async () => {
  turns = [];
  expect(await post(Buffer.alloc(small, ' '))).toBe(String(small));
  expect(turns).toEqual([]);
});

test('of a body that was refused nothing is kept, however long the rest of it is thrown away', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('there is no gc');
  const used = () => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const tooDeep = Buffer.concat([Buffer.alloc(7 * MEGABYTE, '["" ] '), Buffer.alloc(MEGABYTE / 2, '[')]);
  const before = used();
  for (let n = 0; n < 8; n += 1) expect(await post(tooDeep)).toBe('refused');
  expect(kept).toHaveLength(8);
  // The caller, who is in this process as well, may still be sending the rest of the last one.
  await expect.poll(() => used() - before, { timeout: 10_000 }).toBeLessThan(4 * MEGABYTE);
});

test('the memory of a body that is freed comes back at once', async () => {
  freed.length = 0;
  await post(Buffer.alloc(5 * MEGABYTE, ' '));
  expect(freed[0]).toBeGreaterThanOrEqual(5 * MEGABYTE);
});
