import { expect, test } from 'vitest';
import { startFloor } from './time-floor.ts';

test('a response that is ready early waits until the floor, counted from its start', async () => {
  const begun = performance.now();
  const floor = startFloor(30);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await floor();
  // Timers count whole milliseconds.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(29);
});

test('a response that takes longer than the floor does not wait', async () => {
  const floor = startFloor(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  let waited = false;
  setImmediate(() => {
    waited = true;
  });
  await floor();
  expect(waited).toBe(false);
});
