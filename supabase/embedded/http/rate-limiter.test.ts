import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryLimiter } from './rate-limiter.ts';

const limit = { count: 2, seconds: 60 };

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the third try in a window waits for its end, then there is room again', async () => {
  const limiter = createMemoryLimiter();
  const take = () => limiter.take('signIn', '192.0.2.1', limit);
  expect([await take(), await take()]).toEqual([0, 0]);
  vi.advanceTimersByTime(20_500);
  expect(await take()).toBe(40);
  vi.advanceTimersByTime(39_500);
  expect(await take()).toBe(0);
});

test('networks and limits are counted apart', async () => {
  const limiter = createMemoryLimiter();
  await limiter.take('signIn', 'one', limit);
  await limiter.take('signIn', 'one', limit);
  expect(await limiter.take('signIn', 'one', limit)).toBeGreaterThan(0);
  expect(await limiter.take('signIn', 'two', limit)).toBe(0);
  expect(await limiter.take('signUp', 'one', limit)).toBe(0);
});

test('tries are counted, given back and forgotten', async () => {
  const limiter = createMemoryLimiter();
  expect(await limiter.count('password', 'one')).toBe(0);
  expect(await limiter.add('password', 'one', 60)).toBe(1);
  expect(await limiter.add('password', 'one', 60)).toBe(2);
  await limiter.giveBack('password', 'one', limit);
  expect(await limiter.count('password', 'one')).toBe(1);
  await limiter.forget('password', 'one');
  expect(await limiter.count('password', 'one')).toBe(0);
});

test('at most the allowed number of keys is remembered, and the first to begin are the first to go', async () => {
  const limiter = createMemoryLimiter();
  const once = { count: 1, seconds: 60 };
  await limiter.take('signIn', 'first', once);
  await limiter.take('signIn', 'second', once);
  for (let n = 2; n < 50_000; n += 1) await limiter.take('signIn', `network ${n}`, once);
  expect(await limiter.count('signIn', 'first')).toBe(1);
  await limiter.take('signIn', 'one more', once);
  expect(await limiter.count('signIn', 'first')).toBe(0);
  expect(await limiter.count('signIn', 'second')).toBe(1);
  expect(vi.getTimerCount(), 'each key has one timer').toBe(50_000);
});

test('a key that began anew is not among the oldest', async () => {
  const limiter = createMemoryLimiter();
  await limiter.add('signIn', 'again', 10);
  for (let n = 0; n < 49_998; n += 1) await limiter.add('signIn', `network ${n}`, 60);
  vi.advanceTimersByTime(10_000);
  await limiter.add('signIn', 'again', 10);
  await limiter.add('signIn', 'one more', 60);
  await limiter.add('signIn', 'and one', 60);
  expect(await limiter.count('signIn', 'again')).toBe(1);
});

test('a key has a fixed length and does not tell who tried', async () => {
  const penalty = vi.spyOn(RateLimiterMemory.prototype, 'penalty');
  await createMemoryLimiter().add('password', 'x'.repeat(60_000), 60);
  expect(String(penalty.mock.calls[0]?.[0])).toMatch(/^[\w-]{43}$/);
});
