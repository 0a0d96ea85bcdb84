/** Transfers that an import brings (S70): both sides by their keys, in one mutation. */
import { describe, expect, it } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Patch } from '#domain/mutations/operations';
import { NO_ORIGIN } from '#domain/rows';
import { importKeys } from '../../../src/import/matching/import-key.ts';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { begin, numberIn, patch, pull, push, pushAll, remove, stored } from './decisions-world.ts';

/** The two sides as files bring them. Their keys are the same whenever these are made. */
function sidesOf(from: string, to: string): [Insert & { table: 'transactions' }, Insert & { table: 'transactions' }] {
  const transferId = newId();
  const side = (accountId: string, type: 'income' | 'expense'): Insert & { table: 'transactions' } => {
    const [key = ''] = importKeys([{ date: '2026-03-02', cents: type === 'income' ? 700 : -700, text: 'Save' }]);
    const { row } = entered(accountId, { type, category: 'Transfer', amount: 700, date: '2026-03-02' });
    const origin = { bankId: null, importId: newId(), importedText: 'Save' };
    const made = { ...row, ...origin, id: importedId(accountId, key), nature: 'transfer' as const, transferId };
    return { kind: 'insert', table: 'transactions', row: made, key };
  };
  return [side(from, 'expense'), side(to, 'income')];
}

/** Anna's row in `home`, and one that a file brought into `shop`. `link` makes the two a transfer. */
async function rowsToLink(anna: Member, home: string, shop: string) {
  const [, { key = '', row }] = sidesOf(home, shop);
  const there = entered(home, { amount: 700, date: '2026-03-02' });
  const came = { kind: 'insert', table: 'transactions', row: { ...row, ...regular, category: 'Food' }, key } as const;
  const seenThere = { accountId: home, number: numberIn(await push(anna, 60, there), home) };
  const number = numberIn(await push(anna, 50, came), shop);
  const { importId, bankId, importedText } = row;
  const origin = { importId, bankId, importedText };
  const side = (id: string, seen: Patch['seen'], of: object, transferId: string): Patch =>
    patch(id, seen, { ...of, category: 'Food', ...regular }, { ...of, ...transfer, transferId });
  const link = (transferId: string): Patch[] => [
    { ...side(row.id, { accountId: shop, number }, origin, transferId), key },
    side(there.row.id, seenThere, {}, transferId),
  ];
  return { there, came: { ...came, number }, key, link };
}

const transfer = { nature: 'transfer', category: 'Transfer' };
const regular = { nature: 'regular', transferId: null } as const;

export function importedSidesContract(world: () => ContractWorld): void {
  describe('a transfer of a file', () => {
    it('[S70a] comes once, whoever imports the file', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const first = sidesOf(home, shop);
      expect(await pushAll(anna, 60, first)).toMatchObject({ status: 'applied' });
      const { transferId } = first[0].row;
      for (const { row } of first) expect(await stored(anna, row.id)).toMatchObject({ ...transfer, transferId });
      expect(await pushAll(ben, 50, sidesOf(home, shop))).toMatchObject({ status: 'applied' });
      for (const { row } of first) expect(await stored(anna, row.id)).toMatchObject({ ...transfer, transferId });
      expect(await stored(ben, first[0].row.id)).toMatchObject({ ...transfer, transferId });
    });

    it('[S70a] whose other side is there, or was deleted, comes as a regular transaction', async () => {
      const { anna, home, shop } = await begin(world());
      const [from, to] = sidesOf(home, shop);
      const alone = { ...from, row: { ...from.row, nature: 'regular' as const, transferId: null } };
      const number = numberIn(await push(anna, 60, alone), home);
      const later = entered(home);
      expect(await pushAll(anna, 50, [...sidesOf(home, shop), later])).toMatchObject({ status: 'applied' });
      expect(await stored(anna, from.row.id)).toMatchObject(regular);
      expect(await stored(anna, to.row.id)).toMatchObject({ ...regular, amount: 700 });
      expect(await stored(anna, later.row.id)).toBeDefined();
      const seen = { accountId: home, number };
      await push(anna, 40, remove(from.row.id, seen));
      await push(anna, 40, remove(to.row.id));
      const [gone, wanted] = sidesOf(home, shop);
      const both = [gone, { ...wanted, again: true as const }];
      expect(await pushAll(anna, 30, both)).toMatchObject({ status: 'superseded', reason: 'deleted' });
      expect(await stored(anna, from.row.id)).toBeUndefined();
      expect(await stored(anna, to.row.id)).toMatchObject(regular);
    });

    it('[S70c] is made of a row of a file and one that is there, and the import still has made the first', async () => {
      const { anna, home, shop } = await begin(world());
      const { there, came, key, link } = await rowsToLink(anna, home, shop);
      const { importId } = came.row;
      const transferId = newId();
      expect(await pushAll(anna, 40, link(transferId))).toMatchObject({ status: 'applied' });
      for (const { row } of [there, came])
        expect(await stored(anna, row.id)).toMatchObject({ ...transfer, transferId });
      const version = (await stored(anna, came.row.id))?.version ?? 0;
      const pages = (await pull(anna)).scopes.flatMap(({ keys }) => keys);
      const page = pages.find((one) => one.importId === importId);
      expect(page).toMatchObject({ keys: [key], others: {} });
      expect(page?.made[0]).toBeGreaterThanOrEqual(version);
    });

    it('[S69b] is not made of a row of a file that somebody deleted, and the row stays away', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const { there, came, link } = await rowsToLink(anna, home, shop);
      await push(ben, 45, remove(came.row.id, { accountId: shop, number: came.number }));
      const by = ben.person.userEmail;
      const both = link(newId());
      expect(await pushAll(anna, 30, both)).toMatchObject({ status: 'superseded', reason: 'deleted', by });
      expect(await stored(anna, came.row.id)).toBeUndefined();
      expect(await stored(anna, there.row.id)).toMatchObject({ ...regular, category: 'Food' });
    });

    it('[S70d] is made once, also when another device links the same two rows without having seen it', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const { there, came, link } = await rowsToLink(anna, home, shop);
      const transferId = newId();
      await pushAll(anna, 40, link(transferId));
      const [from, to] = [await stored(anna, there.row.id), await stored(anna, came.row.id)];
      for (const [member, minutes] of [
        [anna, 30],
        [ben, 45],
      ] as const) {
        const verdict = await pushAll(member, minutes, link(newId()));
        expect(verdict).toMatchObject({ status: 'applied' });
        expect(numberIn(verdict, home)).toBeGreaterThanOrEqual(from?.version ?? 0);
        expect(numberIn(verdict, shop)).toBeGreaterThanOrEqual(to?.version ?? 0);
        expect(await stored(anna, there.row.id)).toEqual(from);
        expect(await stored(anna, came.row.id)).toEqual(to);
      }
    });

    it('[S69n, S70d] is not made of a row that never came, because its key is that of another row', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const [, { key = '', row }] = sidesOf(home, shop);
      const byHand = entered(shop, { type: 'income', amount: 700, date: '2026-03-02' });
      const there = entered(home, { amount: 700, date: '2026-03-02' });
      const number = numberIn(await push(anna, 60, byHand), shop);
      const seen = { accountId: home, number: numberIn(await push(anna, 60, there), home) };
      const after = { ...NO_ORIGIN, importId: newId() };
      await push(anna, 50, { ...patch(byHand.row.id, { accountId: shop, number }, NO_ORIGIN, after), key });
      const side = { ...transfer, transferId: row.transferId };
      const origin = { ...NO_ORIGIN, importId: row.importId };
      const before = { category: 'Food', ...regular };
      const both = [
        { ...patch(row.id, 0, { ...origin, ...before }, { ...origin, ...side }), key },
        patch(there.row.id, seen, before, side),
      ];
      const by = anna.person.userEmail;
      const told = { status: 'superseded', reason: 'newer', kept: { ...regular, category: 'Food' }, by };
      expect(await pushAll(ben, 40, both)).toMatchObject(told);
      for (const one of [there, byHand]) expect(await stored(anna, one.row.id)).toMatchObject(regular);
      expect(await stored(anna, row.id)).toBeUndefined();
      await push(anna, 30, remove(there.row.id));
      expect(await pushAll(ben, 20, both)).toMatchObject({ ...told, kept: {} });
      expect(await stored(anna, there.row.id)).toBeUndefined();
      await push(anna, 30, remove(byHand.row.id));
      expect(await pushAll(ben, 20, both)).toMatchObject({ status: 'superseded', reason: 'deleted' });
    });

    it('[S70b] a row that is there becomes a side, unless its other side is here already', async () => {
      const { anna, home, shop, id, seen } = await begin(world());
      const [, to] = sidesOf(home, shop);
      const [key = ''] = importKeys([{ date: '2026-03-02', cents: -100, text: 'Save' }]);
      const side = { ...to, row: { ...to.row, amount: 100 } };
      const link = (transferId: string | null): Patch => ({
        ...patch(
          id,
          seen,
          { ...NO_ORIGIN, category: 'Food', nature: 'regular', transferId: null },
          { ...NO_ORIGIN, importId: newId(), category: 'Transfer', nature: 'transfer', transferId },
        ),
        key,
      });
      const alone = { ...side, row: { ...side.row, nature: 'regular' as const, transferId: null } };
      await push(anna, 60, alone);
      expect(await pushAll(anna, 50, [link(side.row.transferId), side])).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ ...regular, category: 'Food' });
    });
  });
}
