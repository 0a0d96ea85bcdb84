import { expect, test } from 'vitest';
import { createFairQueue, QueueFull } from './fair-queue.ts';

/** Work that goes on until the test ends it, and the order in which it began. */
function bench() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    await settled();
    ends.get(name)?.();
    await settled();
  };
  return { began, work, end, settled };
}

test('a caller with much waiting work does not keep another from the next free place', async () => {
  const queue = createFairQueue(1, 1);
  const { began, work, end } = bench();
  for (const name of ['a1', 'a2', 'a3']) void queue.run('a', work(name));
  void queue.run('b', work('b1'));
  await end('a1');
  expect(began).toEqual(['a1', 'a2']);
  await end('a2');
  expect(began).toEqual(['a1', 'a2', 'b1']);
});

test('one caller never has more places than allowed, even when others are free', async () => {
  const queue = createFairQueue(3, 2);
  const { began, work, settled } = bench();
  for (const name of ['a1', 'a2', 'a3']) void queue.run('a', work(name));
  void queue.run('b', work('b1'));
  await settled();
  expect(began).toEqual(['a1', 'a2', 'b1']);
});

test('work that fails gives its place back', async () => {
  const queue = createFairQueue(1, 1);
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('a', () => 'yes')).toBe('yes');
});

test('callers of one network leave a place to those of others', async () => {
  const queue = createFairQueue(3, 2, { ofNetwork: 2 });
  const { began, work, end, settled } = bench();
  for (const name of ['a', 'b', 'c']) void queue.run(name, work(name), '198.51.100.1');
  void queue.run('d', work('d'), '203.0.113.1');
  await settled();
  expect(began).toEqual(['a', 'b', 'd']);
  await end('a');
  expect(began).toEqual(['a', 'b', 'd', 'c']);
});

test('callers with long work never take the place that is kept for short work', async () => {
  let now = 0;
  const queue = createFairQueue(3, 3, { kept: 1, now: () => now });
  const { began, work, end, settled } = bench();
  for (const name of ['a1', 'a2']) void queue.run('a', work(name));
  await settled();
  now = 5000;
  void queue.run('a', work('a3'));
  void queue.run('b', work('b1'));
  await settled();
  expect(began).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(began).toEqual(['a1', 'a2', 'b1']);
  // Also when two such callers come back, before the rest is done.
  await end('a1');
  void queue.run('c', work('c1'));
  await settled();
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'c1']);
});

test('a caller whose work took long may take every place again a minute later', async () => {
  let now = 0;
  const queue = createFairQueue(2, 2, { kept: 1, now: () => now });
  const { began, work, end, settled } = bench();
  void queue.run('a', work('a1'));
  await settled();
  now = 2000;
  await end('a1');
  for (const name of ['a2', 'a3']) void queue.run('a', work(name));
  await settled();
  expect(began).toEqual(['a1', 'a2']);
  await end('a2');
  await end('a3');
  now = 63_000;
  for (const name of ['a4', 'a5']) void queue.run('a', work(name));
  await settled();
  expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});

test('when more waits than may, the caller with most of it loses its last, and nobody with less', async () => {
  const queue = createFairQueue(1, 1, { mostWaiting: 3 });
  const { began, work, end } = bench();
  const a = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.run('a', work(name)));
  const b = queue.run('b', work('b1'));
  await expect(a[3]).rejects.toThrow(QueueFull);
  // Now two of a and one of b wait. One more of b would have as many as a then has left.
  await expect(queue.run('b', work('b2'))).rejects.toThrow(QueueFull);
  const c = queue.run('c', work('c1'));
  await expect(a[2]).rejects.toThrow(QueueFull);
  await expect(queue.run('c', work('c2'))).rejects.toThrow(QueueFull);
  for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
  expect(await Promise.all([a[0], a[1], b, c])).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(await queue.run('d', () => 'there is room again')).toBe('there is room again');
});
