/** What a process of a soak may come to: histories that end well, go wrong, hang, block their process, or kill it. */
import fc from '../support/random.ts';
import { kind } from './kind.ts';
import { serve } from './serve.ts';

const planted = (name: string, live: (history: number[]) => Promise<void>) =>
  kind({ name, part: 0, every: 1, histories: fc.array(fc.nat(9), { minLength: 3, maxLength: 9 }), live });

serve([
  planted('ends well', async () => {}),
  planted('goes wrong', async (history) => {
    if (history.length >= 3) throw new Error(`of ${history.length} steps one is wrong`);
  }),
  planted('hangs', () => new Promise(() => {})),
  planted('blocks', async () => {
    for (;;);
  }),
  planted('dies', async () => {
    console.error('no more memory');
    process.exit(7);
  }),
]);
