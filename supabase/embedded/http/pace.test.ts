import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { createPace } from './pace.ts';

const [atOnce, aSecond] = [limits.requestsAtOnce.most, limits.requestsPerSecond.most];

test('so many requests of a network come at once, the next ones wait, and other networks do not', () => {
  const pace = createPace(1);
  for (let n = 0; n < atOnce; n += 1) expect(pace('192.0.2.1', 0)).toBeLessThan(1);
  for (let n = 0; n < aSecond; n += 1) pace('192.0.2.1', 0);
  expect(pace('192.0.2.1', 0)).toBeCloseTo(1000, -2);
  expect(pace('192.0.2.2', 0)).toBe(0);
});

test('a network that keeps the pace never waits', () => {
  const pace = createPace(1);
  for (let n = 0; n < 5 * atOnce; n += 1) expect(pace('192.0.2.1', (n * 1000) / aSecond)).toBe(0);
});
