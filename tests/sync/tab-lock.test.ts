import { expect, it } from 'vitest';
import { underLock } from '../../sync/tab-lock.ts';

/** A promise and how to keep it. */
function later(): { kept: Promise<void>; keep: () => void } {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { kept, keep };
}

it('cycles of two tabs run one after the other (S21)', async () => {
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

it('a tab does not wait for ever for one that was suspended (S21)', async () => {
  const { kept, keep } = later();
  const suspended = underLock('suspended', () => kept);
  expect(await underLock('suspended', async () => 'ran', 1)).toBe('ran');
  keep();
  await suspended;
});

it('a cycle that fails under the lock is not run again without it (S21)', async () => {
  let runs = 0;
  const failing = underLock('failing', async () => {
    runs += 1;
    throw new Error('the server is away');
  });
  await expect(failing).rejects.toThrow('the server is away');
  expect(runs).toBe(1);
});
