/** What somebody changed in an account that they lost, and keep in an account of their own. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { TRANSFER } from '#domain/transactions/transfers';
import { editEntry } from '#store/commands/entries/entry-edit';
import { keepEntry } from '#store/commands/entries/entry-keep';
import {
  annaAtHome,
  type ContractWorld,
  device,
  entered,
  expectLikeAFreshDevice,
  type Member,
  newId,
} from './contract-world.ts';
import { FILE, importOf } from './imports-world.ts';
import { change, erase, makeAccount } from './people.ts';
import type { SimulatedDevice } from './simulated-device.ts';

export function keptEntriesContract(world: () => ContractWorld): void {
  describe('what is kept from an account that its author lost', () => {
    /** Ben is an admin of Anna's account. He makes rows there, changes one offline, and loses the account. */
    async function lost(make: (home: string, ben: Member) => Operation[], act: Act) {
      const { home, anna, phone: annas } = await annaAtHome(world());
      const ben = await world().signUp('ben');
      const unshare = await world().share({ accountId: home, person: ben.person, role: 'admin' });
      const bens = device(ben);
      await bens.sync(ben.remote);
      await bens.commit(make(home, ben));
      await bens.sync(ben.remote);
      const [row] = await bens.rows(`account:${home}`);
      if (!row) throw new Error('no row');
      const mutationId = await act(bens, row, ben);
      await unshare();
      await bens.sync(ben.remote);
      await annas.sync(anna.remote);
      expect(await bens.db.outbox.get({ id: mutationId })).toMatchObject({ state: 'rejected' });
      const actor = { userId: ben.person.userId, email: ben.person.userEmail };
      return { ben, bens, actor, mutationId, row };
    }

    /** The rows of the account that the entry went to, after the server has decided. */
    async function keptRows({ ben, bens, actor, mutationId }: Awaited<ReturnType<typeof lost>>) {
      const kept = await keepEntry(bens.db, actor, { mutationId, name: 'Mine' }, new Date(bens.now()));
      if (!kept.ok) throw new Error('not kept');
      await bens.sync(ben.remote);
      expect(await bens.db.outbox.toArray()).toEqual([]);
      return expectLikeAFreshDevice(ben, `account:${kept.accountId}`, bens);
    }

    it('an imported row comes without its origin, open, as a new one', async () => {
      const given = await lost(imported, describes);
      const [kept] = await keptRows(given);
      expect(kept).toMatchObject({ description: 'Mine', amount: 900, ...ofNoFile });
      expect(kept?.id).not.toBe(given.row.id);
    });

    it('an imported row moves into an account that is there already', async () => {
      const given = await lost(imported, describes);
      const { ben, bens, actor, mutationId } = given;
      const own = newId();
      await bens.commit([makeAccount(own, ben.person)]);
      const fields = { accountId: own, budgetId: null };
      expect(await editEntry(bens.db, actor, { mutationId, fields }, new Date(bens.now()))).toMatchObject({ ok: true });
      await bens.sync(ben.remote);
      expect(await bens.db.outbox.toArray()).toEqual([]);
      const rows = await expectLikeAFreshDevice(ben, `account:${own}`, bens);
      expect(rows).toMatchObject([{ description: 'Mine', ...ofNoFile }]);
    });

    it('an imported row that its author deleted and brought back comes as a new one', async () => {
      const given = await lost(imported, async (bens, row, { remote }) => {
        await bens.commit([erase(row)], [row]);
        await bens.sync(remote);
        const { version, userId, userEmail, ...back } = row;
        return bens.commit([{ kind: 'restore', table: 'transactions', row: back }]);
      });
      expect(await keptRows(given)).toMatchObject([{ amount: 900, ...ofNoFile }]);
    });

    it('[S65a] one side of a transfer becomes a regular row', async () => {
      const given = await lost(transferred, describes);
      expect(given.row).toMatchObject({ nature: 'transfer' });
      const [kept] = await keptRows(given);
      expect(kept).toMatchObject({ description: 'Mine', amount: 700, nature: 'regular', transferId: null });
    });
  });
}

type Act = (bens: SimulatedDevice, row: TransactionRow, ben: Member) => Promise<string>;

const ofNoFile = { importId: null, importedText: null, status: 'open' };

const describes: Act = (bens, row) => bens.commit([change(row, { description: 'Mine', notes: row.notes })], [row]);

function imported(home: string): Operation[] {
  return importOf(home, FILE.slice(2)).operations;
}

/** To an account of Ben's own. */
function transferred(home: string, { person }: Member): Operation[] {
  const [own, transferId] = [newId(), newId()];
  const sides = [
    entered(home, { type: 'expense', category: TRANSFER, amount: 700 }),
    entered(own, { type: 'income', category: TRANSFER, amount: 700 }),
  ];
  return [
    makeAccount(own, person),
    ...sides.map((one): Operation => ({ ...one, row: { ...one.row, nature: 'transfer', transferId } })),
  ];
}
