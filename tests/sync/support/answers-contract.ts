/** What a server says besides rows and verdicts: refusals of requests, heads, hints and sums. */
import { expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { compareSums } from '../../../sync/compare-sums.ts';
import { type Hint, PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { annaAtHome, type ContractWorld, entered, newId } from './contract-world.ts';

export function answersContract(world: () => ContractWorld): void {
  it('another user’s session and another protocol are refused, each for its reason', async () => {
    const { anna } = await annaAtHome(world());
    const ben = await world().signUp('ben');
    await expect(ben.remote.push(anna.person.userId, [])).rejects.toMatchObject({ reason: 'forbidden_user' });
    const cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
    await expect(ben.remote.pull(anna.person.userId, cursors, 10)).rejects.toMatchObject({
      reason: 'forbidden_user',
    });
    const later = { ...cursors, protocol: PROTOCOL_VERSION + 1 };
    await expect(anna.remote.pull(anna.person.userId, later, 10)).rejects.toMatchObject({
      reason: 'server_outdated',
    });
  });

  it('[S20a, S20c] heads equal a quiet device’s cursors, and a hint says when they move', async () => {
    const { anna, home, scope, phone, laptop } = await annaAtHome(world());
    const cursor = await phone.db.cursors.get(scope);
    expect((await anna.remote.heads())[scope]).toBe(cursor?.version);
    const hinted = new Promise<Hint>((resolve, reject) => {
      anna.remote.subscribe(anna.person.userId, {
        joined: () => {
          laptop
            .commit([entered(home)])
            .then(() => laptop.sync(anna.remote))
            .catch(reject);
        },
        hint: (hint) => {
          if (hint.scope === scope) resolve(hint);
        },
        down: () => {},
      });
    });
    expect((await hinted).version).toBeGreaterThan(cursor?.version ?? 0);
  });

  it('[S32a, G7] the server’s sums equal what a quiet device counts', async () => {
    const { anna, home, scope, phone } = await annaAtHome(world());
    const createdAt = new Date().toISOString();
    const row = { ...newCategory(home, 'expense', 'Dining', createdAt), id: newId() };
    await phone.commit([{ kind: 'insert', table: 'categories', row }]);
    await phone.commit([entered(home, { amount: 1234 })]);
    await phone.commit([entered(home, { amount: 99_999, type: 'income', date: '2025-01-31' })]);
    await phone.sync(anna.remote);
    const sums = await anna.remote.sums();
    const cursor = await phone.db.cursors.get(scope);
    const others = (await phone.db.categories.count()) + (await phone.db.memberships.count());
    expect(sums[scope]).toEqual({
      head: cursor?.version,
      transactions: 2,
      income: 99_999,
      expenses: 1234,
      regular: { income: 99_999, expenses: 1234 },
      refunds: { income: 0, expenses: 0 },
      others,
    });
    expect(others).toBeGreaterThan(0);
    expect(await compareSums(phone.db, anna.remote, Date.now)).toBe('same');
  });
}
