/** What a push weighs before it begins (S75). */
import { describe, expect, it } from 'vitest';
import type { Mutation } from '#domain/mutations/operations';
import { PUSH_LIMITS } from '#domain/mutations/push-limits';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { begin, push, pushAll } from './decisions-world.ts';

type Operation = Mutation['operations'][number];

export function weightContract(world: () => ContractWorld): void {
  const alone = (operation: Operation): Mutation => ({
    id: newId(),
    editedAt: new Date().toISOString(),
    operations: [operation],
  });
  const renames = (accountId: string, count: number) =>
    Array.from({ length: count }, (_, n): Operation => {
      const [from, to] = n % 2 === 0 ? ['Food', 'Meals'] : ['Meals', 'Food'];
      return { kind: 'call', name: 'category.rename', arguments: { type: 'expense', from, to, accountId } } as const;
    });

  describe('the weight of a push', () => {
    it('[S75a] counts the rows that each rename may touch, and lets one rename alone', async () => {
      const { anna, home } = await begin(world());
      const rows = Array.from({ length: 99 }, () => entered(home));
      expect(await pushAll(anna, 5, rows)).toMatchObject({ status: 'applied' });
      const heavy = renames(home, 60);
      const failure = await anna.remote.push(anna.person.userId, heavy.map(alone)).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'PT413' });
      expect(await pushAll(anna, 4, heavy)).toMatchObject({ status: 'rejected', reason: 'invalid' });
      const { verdicts } = await anna.remote.push(anna.person.userId, heavy.slice(0, 10).map(alone));
      expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(['applied']));
      expect(await push(anna, 3, renames(home, 1)[0] ?? entered(home))).toMatchObject({ status: 'applied' });
    });

    it('[S75a] counts one for a row that is no split', async () => {
      const { anna, home } = await begin(world());
      const sent = [1000, 1000, 600].map((length) => ({
        ...alone(entered(home)),
        operations: Array.from({ length }, () => entered(home)),
      }));
      const { verdicts } = await anna.remote.push(anna.person.userId, sent);
      expect(verdicts.map(({ status }) => status)).toEqual(Array(3).fill('applied'));
    });

    it('[S75a] counts each line of a split', async () => {
      const { anna, home } = await begin(world());
      const split = () => {
        const lines = Array.from({ length: 50 }, () => ({ id: newId(), category: 'Food', cents: 2, note: '' }));
        const one = entered(home);
        return { ...one, row: { ...one.row, amount: 100, category: 'Split', lines } };
      };
      const count = Math.ceil(PUSH_LIMITS.operationsInAll / 50);
      const heavy = Array.from({ length: count }, () => alone(split()));
      const failure = await anna.remote.push(anna.person.userId, heavy).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'PT413' });
      const { verdicts } = await anna.remote.push(anna.person.userId, heavy.slice(0, 5));
      expect(verdicts.map(({ status }) => status)).toEqual(Array(5).fill('applied'));
    });
  });
}
