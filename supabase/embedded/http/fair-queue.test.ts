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

test('when more waits than may, the caller with most of it loses its last, and nobody with less', async () => {
  const queue = createFairQueue(1, 1, 3);
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
