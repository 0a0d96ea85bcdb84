import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { createPace } from './pace.ts';

const [atOnce, aSecond] = [limits.requestsAtOnce.most, limits.requestsPerSecond.most];

test('so many requests of a network come at once, the next ones wait, and other networks do not', () => {
  const pace = createPace(1);
  for (let n = 0; n < atOnce; n += 1) expect(pace('192.0.2.1', 0).wait).toBeLessThan(1);
  for (let n = 0; n < aSecond; n += 1) pace('192.0.2.1', 0);
  expect(pace('192.0.2.1', 0).wait).toBeCloseTo(1000, -2);
  expect(pace('192.0.2.2', 0).wait).toBe(0);
});

test('a network that keeps the pace never waits', () => {
  const pace = createPace(1);
  for (let n = 0; n < 5 * atOnce; n += 1) expect(pace('192.0.2.1', (n * 1000) / aSecond).wait).toBe(0);
});

test('turns that nobody waited for are given back', () => {
  const pace = createPace(1);
  for (let n = 0; n < 50 * aSecond; n += 1) {
    const { wait, giveBack } = pace('192.0.2.1', 0);
    if (wait > 0) giveBack();
  }
  expect(pace('192.0.2.1', 0).wait).toBeLessThan(10);
});
