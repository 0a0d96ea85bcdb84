/** What a truncated pull response holds back (S41). */
import { describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION, type PullAnswer } from '../../../sync/protocol.ts';
import { type ContractWorld, entered, type Member } from './contract-world.ts';
import { begin, numberIn, patch, push, remove } from './decisions-world.ts';

export function truncationContract(world: () => ContractWorld): void {
  describe('a truncated response', () => {
    it('[S41a] brings no tombstone above the version that it reaches', async () => {
      const { anna, home, id, seen } = await begin(world());
      const [other, third] = [entered(home), entered(home)];
      await push(anna, 80, other);
      await push(anna, 80, third);
      let before = await page(anna, home, null, 1000);
      await push(anna, 10, patch(id, seen, { category: 'Food' }, { category: 'Home' }));
      await push(anna, 10, remove(other.row.id));
      await push(anna, 10, patch(third.row.id, seen, { category: 'Food' }, { category: 'Home' }));
      before = await page(anna, home, before, 1);
      expect(shown(before)).toEqual({ rows: [id], gone: [], more: true });
      before = await page(anna, home, before, 1);
      expect(shown(before)).toEqual({ rows: [third.row.id], gone: [other.row.id], more: false });
    });

    it('[S41b] brings the tombstone of a row that is still to come together with that row', async () => {
      const { anna, home, id, seen } = await begin(world());
      const other = entered(home);
      await push(anna, 80, other);
      let before = await page(anna, home, null, 1000);
      const moved = await push(anna, 10, patch(id, seen, { date: '2026-03-05' }, { date: '2026-02-05' }));
      await push(anna, 10, patch(other.row.id, seen, { category: 'Food' }, { category: 'Home' }));
      const known = { accountId: home, number: numberIn(moved, home) };
      await push(anna, 9, patch(id, known, { category: 'Food' }, { category: 'Home' }));
      before = await page(anna, home, before, 1);
      expect(shown(before)).toEqual({ rows: [other.row.id], gone: [], more: true });
      before = await page(anna, home, before, 1);
      expect(shown(before)).toEqual({ rows: [id], gone: [id], more: false });
    });

    it('[S41b] brings it with the next tombstone of the row, if the row is deleted meanwhile', async () => {
      const { anna, home, id, seen } = await begin(world());
      const other = entered(home);
      await push(anna, 80, other);
      let before = await page(anna, home, null, 1000);
      const moved = await push(anna, 10, patch(id, seen, { date: '2026-03-05' }, { date: '2026-02-05' }));
      await push(anna, 10, patch(other.row.id, seen, { category: 'Food' }, { category: 'Home' }));
      const known = { accountId: home, number: numberIn(moved, home) };
      const again = await push(anna, 9, patch(id, known, { category: 'Food' }, { category: 'Home' }));
      before = await page(anna, home, before, 1);
      await push(anna, 8, remove(id, { accountId: home, number: numberIn(again, home) }));
      before = await page(anna, home, before, 1);
      const { removals } = scopeIn(before, home);
      expect(removals.map((one) => [one.id, one.date])).toEqual([
        [id, '2026-03-05'],
        [id, '2026-02-05'],
      ]);
    });
  });
}

/** One pull response of the account's scope, asked for with the cursor of the one before. */
function page({ person, remote }: Member, home: string, before: PullAnswer | null, limit: number): Promise<PullAnswer> {
  const scopes = before ? { [`account:${home}`]: scopeIn(before, home).cursor } : {};
  const cursors = { protocol: PROTOCOL_VERSION, epoch: before?.epoch ?? null, scopes };
  if (!before) return remote.pull(person.userId, cursors, limit);
  // The other account stays behind, so that the limit is for this one.
  const others = before.scopes
    .filter((one) => one.accountId !== home)
    .map(({ scope, cursor }) => [scope, cursor] as const);
  return remote.pull(person.userId, { ...cursors, scopes: { ...scopes, ...Object.fromEntries(others) } }, limit);
}

function scopeIn({ scopes }: PullAnswer, home: string) {
  const scope = scopes.find((one) => one.accountId === home);
  if (!scope) throw new Error('the scope is not there');
  return scope;
}

function shown(response: PullAnswer) {
  for (const { removals, transactions, more } of response.scopes) {
    if (transactions.length > 0)
      return { rows: transactions.map(({ id }) => id), gone: removals.map(({ id }) => id), more };
  }
  throw new Error('no scope brought a row');
}
