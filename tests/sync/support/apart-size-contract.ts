/** How much a mutation that is decided apart may carry (S71f, S71g). */
import { describe, expect, it } from 'vitest';
import type { Mutation } from '#domain/mutations/operations';
import { PUSH_LIMITS } from '#domain/mutations/push-limits';
import type { NotTaken } from '#domain/mutations/verdicts';
import { described, LONG, pushApart, rowsIn } from './apart-world.ts';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { begin, stored } from './decisions-world.ts';

export function apartSizeContract(world: () => ContractWorld): void {
  describe('a mutation that is decided apart', () => {
    it('[S71f] takes every other row also when many are refused', async () => {
      const { anna, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 120);
      const isWrong = (at: number) => at % 3 === 0 || (at > 40 && at < 60);
      const change = (id: string, at: number) => described(id, seen, isWrong(at) ? LONG : 'Rent');
      const verdict = await pushApart(
        anna,
        30,
        rows.map(({ id }, at) => change(id, at)),
      );
      const wrong = rows.filter((_, at) => isWrong(at));
      expect(wrong.length).toBeGreaterThan(PUSH_LIMITS.refusedUnits);
      expect(verdict).toHaveProperty(
        'notTaken',
        wrong.map(({ id }): NotTaken => ({ id, status: 'rejected', reason: 'invalid' })),
      );
      const standing = await Promise.all([1, 2, 119].map((at) => stored(anna, rows[at]?.id ?? '')));
      for (const row of standing) expect(row).toMatchObject({ description: 'Rent' });
    });

    it('[S71g] has at most 1,000 operations', async () => {
      const { anna, home } = await begin(world());
      const many = Array.from({ length: PUSH_LIMITS.operations + 1 }, () => entered(home));
      expect(await pushApart(anna, 0, many)).toMatchObject({ status: 'rejected', reason: 'invalid' });
      expect(await pushApart(anna, 0, many.slice(1))).toMatchObject({ status: 'applied' });
    });

    it('[S71g] of which each refused row weighs double in a push', async () => {
      const { anna, home } = await begin(world());
      const fine = entered(home);
      const apart = (operations: Mutation['operations']): Mutation => ({
        id: newId(),
        editedAt: new Date().toISOString(),
        apart: true,
        operations,
      });
      const strange = newId();
      const wrong = (count: number) => apart(Array.from({ length: count }, () => entered(strange)));
      const most = PUSH_LIMITS.operations;
      const heavy = [apart([fine]), wrong(most), wrong(most), wrong(most / 2)];
      const failure = await anna.remote.push(anna.person.userId, heavy).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'PT413' });
      expect(await stored(anna, fine.row.id)).toBeUndefined();
      const { verdicts } = await anna.remote.push(anna.person.userId, heavy.slice(0, 3));
      expect(verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
      expect(await stored(anna, fine.row.id)).toBeDefined();
    });
  });
}
