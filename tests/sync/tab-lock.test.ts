import { expect, it } from 'vitest';
import { underLock } from '../../sync/tab-lock.ts';

/** Returns a promise and the function that resolves it. */
function later(): { kept: Promise<void>; keep: () => void } {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { kept, keep };
}

it('[S21a] cycles of two tabs run one after the other', async () => {
  const order: string[] = [];
  const { kept, keep } = later();
  const first = underLock('one after the other', async () => {
    order.push('first begins');
    await kept;
    order.push('first ends');
  });
  const second = underLock('one after the other', async () => {
    order.push('second begins');
  });
  keep();
  await Promise.all([first, second]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins']);
});

it('[S21c] a tab that waited long enough for a suspended one runs without the lock', async () => {
  const { kept, keep } = later();
  const suspended = underLock('suspended', () => kept);
  expect(await underLock('suspended', async () => 'ran', 1)).toBe('ran');
  keep();
  await suspended;
});

it('[S21c] a cycle that fails under the lock is not run again without it', async () => {
  let runs = 0;
  const failing = underLock('failing', async () => {
    runs += 1;
    throw new Error('the server is away');
  });
  await expect(failing).rejects.toThrow('the server is away');
  expect(runs).toBe(1);
});
