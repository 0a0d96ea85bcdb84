/** Imports and their keys (S69): a row of a file comes once, whoever imports it, and whatever became of it. */

import { describe, expect, it } from 'vitest';
import type { Operation, Patch } from '#domain/mutations/operations';
import { NO_ORIGIN, PLAIN } from '#domain/rows';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { begin, notices, numberIn, patch, pull, push, remove, restoreOf, stored } from './decisions-world.ts';
import { applied, deleted, FILE, fatesOf, importOf, rowsOf, send } from './imports-world.ts';
import { makeAccount } from './people.ts';

export function importsContract(world: () => ContractWorld): void {
  describe('an import', () => {
    it('[S69a] brings each row of a file once, twins too, with its origin', async () => {
      const { anna, ben, home } = await begin(world());
      const { importId, operations, keys } = importOf(home, FILE);
      expect(await send(anna, operations)).toMatchObject(applied);
      const rows = await rowsOf(ben, home);
      expect(rows.map(({ amount }) => amount).sort()).toEqual([250, 250, 900]);
      for (const row of rows) expect(row).toMatchObject({ status: 'cleared', importId, importedText: row.description });
      expect(await fatesOf(ben, home)).toEqual(Object.fromEntries(keys.map((key) => [key, 'here'])));
      const { imports } = (await pull(ben)).scopes.find(({ accountId }) => accountId === home) ?? { imports: [] };
      expect(imports).toMatchObject([{ id: importId, fileName: 'march.csv', userEmail: anna.person.userEmail }]);
      const again = importOf(home, FILE);
      expect(await send(ben, again.operations)).toMatchObject(applied);
      expect(await rowsOf(anna, home)).toHaveLength(3);
    });

    it('[S69a] a file that overlaps brings what is new, whatever the second person chose for the rest', async () => {
      const { anna, ben, home } = await begin(world());
      await send(anna, importOf(home, FILE.slice(0, 2)).operations);
      const more = importOf(home, [...FILE, { date: '2026-03-05', amount: 5, description: 'Tea' }], {
        category: 'Home',
      });
      const verdict = await send(ben, more.operations);
      expect(verdict).toMatchObject(applied);
      const rows = await rowsOf(anna, home);
      expect(rows.map(({ amount, category }) => `${amount} ${category}`).sort()).toEqual([
        '250 Food',
        '250 Food',
        '5 Home',
        '900 Home',
      ]);
      expect(Math.max(...rows.map(({ version }) => version))).toBeLessThanOrEqual(numberIn(verdict, home));
      expect(await send(ben, importOf(home, FILE).inserts)).toMatchObject(applied);
    });

    it('[S69b] does not bring back what somebody deleted, unless the user wants it', async () => {
      const { anna, ben, home } = await begin(world());
      const first = importOf(home, FILE);
      const number = numberIn(await send(anna, first.operations), home);
      const [gone = '', , lunch = ''] = first.ids;
      await push(ben, 0, remove(gone, { accountId: home, number }));
      const [key = ''] = first.keys;
      expect((await fatesOf(anna, home))[key]).toBe('deleted');
      const again = importOf(home, FILE);
      const by = ben.person.userEmail;
      expect(await send(anna, again.operations)).toMatchObject({ ...deleted, by });
      expect((await rowsOf(anna, home)).map(({ id }) => id).sort()).toEqual(first.ids.slice(1).sort());
      const wanted = again.inserts.map((one) => ({ ...one, again: true as const }));
      expect(await send(anna, wanted)).toMatchObject(applied);
      expect(await stored(ben, gone)).toMatchObject({ importId: again.importId });
      expect(await stored(ben, lunch)).toMatchObject({ importId: first.importId });
      expect((await fatesOf(ben, home))[key]).toBe('here');
    });

    it('[S69a] a row that came back under its id without its key is not made again', async () => {
      const { anna, home } = await begin(world());
      const first = importOf(home, FILE.slice(0, 1));
      await send(anna, first.operations);
      const [id = ''] = first.ids;
      await push(anna, 0, remove(id, { accountId: home, number: 1e9 }));
      const { row } = entered(home, { amount: 250, date: '2026-03-02' });
      await push(anna, 0, { kind: 'insert', table: 'transactions', row: { ...row, id, description: 'By hand' } });
      const wanted = importOf(home, FILE.slice(0, 1)).inserts.map((one) => ({ ...one, again: true as const }));
      expect(await send(anna, wanted)).toMatchObject(applied);
      expect(await stored(anna, id)).toMatchObject({ description: 'By hand' });
    });

    it('[S69b] a deleted row that somebody brings back is here again, with its origin', async () => {
      const { anna, ben, home } = await begin(world());
      const first = importOf(home, FILE);
      const number = numberIn(await send(anna, first.operations), home);
      const [id = ''] = first.ids;
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      await push(ben, 0, remove(id, { accountId: home, number }));
      expect(await push(ben, 0, restoreOf(row))).toMatchObject(applied);
      const { version, ...content } = row;
      expect(await stored(anna, id)).toMatchObject(content);
      expect(Object.values(await fatesOf(anna, home))).toEqual(['here', 'here', 'here']);
    });

    it('[S69c] a row that went to another account stays away, and comes back by itself', async () => {
      const { anna, home, shop } = await begin(world());
      const first = importOf(home, FILE);
      const number = numberIn(await send(anna, first.operations), home);
      const [id = ''] = first.ids;
      const [key = ''] = first.keys;
      const seen = { accountId: home, number };
      const moved = await push(anna, 0, patch(id, seen, { accountId: home }, { accountId: shop }));
      expect(await stored(anna, id)).toMatchObject({ accountId: shop, ...PLAIN });
      expect((await fatesOf(anna, home))[key]).toBe('moved');
      expect(await send(anna, importOf(home, FILE).operations)).toMatchObject(applied);
      expect(await rowsOf(anna, home)).toHaveLength(2);
      const there = { accountId: shop, number: numberIn(moved, shop) };
      await push(anna, 0, patch(id, there, { accountId: shop }, { accountId: home }));
      expect((await fatesOf(anna, home))[key]).toBe('here');
    });

    it('[S69d] what a reverted import brought may come again', async () => {
      const { anna, ben, home } = await begin(world());
      const first = importOf(home, FILE);
      const number = numberIn(await send(anna, first.operations), home);
      const removals = first.ids.slice(0, 2).map((id) => remove(id, { accountId: home, number }));
      const revert: Operation = { kind: 'delete', table: 'imports', id: first.importId };
      expect(await send(anna, [...removals, revert])).toMatchObject(applied);
      const fates = await fatesOf(ben, home);
      expect(first.keys.map((key) => fates[key])).toEqual(['reverted', 'reverted', 'here']);
      const again = importOf(home, FILE);
      expect(await send(ben, again.operations)).toMatchObject(applied);
      expect(await rowsOf(anna, home)).toHaveLength(3);
      expect(Object.values(await fatesOf(anna, home))).toEqual(['here', 'here', 'here']);
    });

    it('[S69d] members revert their own imports, and admins any', async () => {
      const { anna, ben, home } = await begin(world());
      const cleo = await world().signUp('cleo');
      await world().share({ accountId: home, person: cleo.person, role: 'member' });
      const [hers, annas] = [importOf(home, FILE.slice(0, 1)), importOf(home, FILE.slice(2))];
      expect(await send(cleo, hers.operations)).toMatchObject(applied);
      await send(anna, annas.operations);
      const revert = (id: string): Operation => ({ kind: 'delete', table: 'imports', id });
      expect(await send(cleo, [revert(annas.importId)])).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      expect(await send(cleo, [revert(hers.importId)])).toMatchObject(applied);
      expect(await send(ben, [revert(annas.importId)])).toMatchObject(applied);
      expect(await send(cleo, [revert(annas.importId)])).toMatchObject(applied);
    });

    it('[S69o] a row that only a file has made gives way to a link of its line', async () => {
      const { anna, ben, home } = await begin(world());
      const [own, file, ofBen] = [
        entered(home, { amount: 900, date: '2026-03-04' }),
        importOf(home, FILE),
        importOf(home, FILE, { category: 'Home' }),
      ];
      const number = numberIn(await push(anna, 60, own), home);
      await send(ben, ofBen.operations);
      const made = ofBen.ids[2] ?? '';
      const key = file.keys[2] ?? '';
      const after = { ...NO_ORIGIN, importId: file.importId, importedText: 'Lunch' };
      const link: Patch = { ...patch(own.row.id, { accountId: home, number }, NO_ORIGIN, after), key };
      expect(await send(anna, [...file.operations.slice(0, 1), link])).toMatchObject(applied);
      expect(await stored(ben, made)).toBeUndefined();
      expect(await stored(ben, own.row.id)).toMatchObject(after);
      const [lost, stands] = [{ category: 'Home' }, { category: 'Food' }];
      expect(await notices(ben)).toMatchObject([{ kind: 'edited', rowId: own.row.id, lost, stands }]);
      expect(await notices(anna)).toEqual([]);
      expect((await fatesOf(ben, home))[key]).toBe('here');
      expect(await send(ben, ofBen.operations.slice(3))).toMatchObject(applied);
      expect(await stored(ben, made)).toBeUndefined();
    });

    it('[S69o] who brought the row that gives way is told of another date, too', async () => {
      const { anna, ben, home } = await begin(world());
      const [own, file, ofBen] = [
        entered(home, { amount: 900, date: '2026-03-06' }),
        importOf(home, FILE),
        importOf(home, FILE),
      ];
      const number = numberIn(await push(anna, 60, own), home);
      await send(ben, ofBen.operations);
      const origin = { ...NO_ORIGIN, importId: file.importId };
      const link: Patch = {
        ...patch(own.row.id, { accountId: home, number }, NO_ORIGIN, origin),
        key: file.keys[2] ?? '',
      };
      expect(await send(anna, [...file.operations.slice(0, 1), link])).toMatchObject(applied);
      const [lost, stands] = [{ date: '2026-03-04' }, { date: '2026-03-06' }];
      expect(await notices(ben)).toEqual([expect.objectContaining({ rowId: own.row.id, lost, stands })]);
    });

    it('[S69n, S69o] it stays where somebody has touched it, its money is another, or the role forbids', async () => {
      const { anna, ben, home } = await begin(world());
      const cleo = await world().signUp('cleo');
      await world().share({ accountId: home, person: cleo.person, role: 'member' });
      const linkBy = async (member: Member, line: number, cents: number) => {
        const [own, file] = [entered(home, { amount: cents }), importOf(home, FILE)];
        const number = numberIn(await push(member, 60, own), home);
        const after = { ...NO_ORIGIN, importId: file.importId };
        const seen = { accountId: home, number };
        const link: Patch = { ...patch(own.row.id, seen, NO_ORIGIN, after), key: file.keys[line] ?? '' };
        return send(member, [...file.operations.slice(0, 1), link]);
      };
      const ofBen = importOf(home, FILE);
      await send(ben, ofBen.operations);
      const told = { status: 'superseded', reason: 'newer' };
      expect(await linkBy(anna, 2, 800)).toMatchObject(told);
      expect(await linkBy(cleo, 2, 900)).toMatchObject(told);
      const [first = ''] = ofBen.ids;
      const seen = { accountId: home, number: (await stored(ben, first))?.version ?? 0 };
      await push(ben, 30, patch(first, seen, { category: 'Food' }, { category: 'Home' }));
      expect(await linkBy(anna, 0, 250)).toMatchObject(told);
      for (const id of ofBen.ids) expect(await stored(anna, id)).toBeDefined();
    });

    it('[S69e, S69n] links a row that is there, which then counts as brought', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const { operations, keys, importId } = importOf(home, FILE.slice(2));
      const [key = ''] = keys;
      const origin = { bankId: 'B7', importId, importedText: 'Lunch' };
      const status = { status: 'open', reconciliationId: null };
      const link: Patch = {
        ...patch(id, seen, { ...NO_ORIGIN, ...status }, { ...origin, ...status, status: 'cleared' }),
        key,
      };
      expect(await send(anna, [...operations.slice(0, 1), link])).toMatchObject(applied);
      expect(await stored(ben, id)).toMatchObject({ ...origin, status: 'cleared' });
      await send(ben, importOf(home, FILE.slice(2)).operations);
      expect(await rowsOf(ben, home)).toHaveLength(1);
      const other = entered(home);
      const later = { ...seen, number: numberIn(await push(ben, 0, other), home) };
      const own = importOf(home, FILE);
      await send(ben, own.operations.slice(0, 1));
      const after = { ...link.after, importId: own.importId };
      const elsewhere: Patch = { ...link, id: other.row.id, seen: later, after };
      expect(await send(ben, [elsewhere])).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { ...NO_ORIGIN, status: 'open' },
        by: anna.person.userEmail,
      });
      expect(await stored(ben, other.row.id)).toMatchObject(PLAIN);
      await send(anna, [{ kind: 'delete', table: 'imports', id: importId }]);
      expect((await fatesOf(ben, home))[key]).toBe('reverted');
    });

    it('[S69l] tells who brings a row again that stands with another amount, date or type', async () => {
      const { anna, ben, home } = await begin(world());
      const first = importOf(home, FILE);
      const number = numberIn(await send(anna, first.operations), home);
      const [id = '', twin = ''] = first.ids;
      const seen = { accountId: home, number };
      const type = [
        { amount: 250, type: 'expense' },
        { amount: 250, type: 'income' },
      ] as const;
      await push(ben, 0, patch(id, seen, ...type));
      await push(anna, 0, patch(twin, seen, { date: '2026-03-02' }, { date: '2026-03-03' }));
      const row = await stored(anna, id);
      const { inserts } = importOf(home, FILE);
      expect(await send(anna, inserts.slice(0, 1))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: type[1],
        by: ben.person.userEmail,
      });
      // Also of what they have corrected themselves.
      const date = { status: 'superseded', kept: { date: '2026-03-03' }, by: anna.person.userEmail };
      expect(await send(anna, inserts.slice(1, 2))).toMatchObject(date);
      expect(await send(anna, inserts.slice(2))).toMatchObject(applied);
      expect(await stored(anna, id)).toEqual(row);
      await push(ben, 0, patch(id, { ...seen, number: row?.version ?? 0 }, { category: 'Food' }, { category: 'Home' }));
      await push(anna, 0, patch(id, { ...seen, number: 1e9 }, type[1], type[0]));
      expect(await send(anna, inserts.slice(0, 1))).toMatchObject(applied);
    });

    it('[S69l] tells who brings a row again that somebody took to an account that they do not see', async () => {
      const { anna, ben, home } = await begin(world());
      const hidden = newId();
      await push(ben, 90, makeAccount(hidden, ben.person));
      const first = importOf(home, FILE);
      const number = numberIn(await send(anna, first.operations), home);
      const [id = ''] = first.ids;
      await push(ben, 0, patch(id, { accountId: home, number }, { accountId: home }, { accountId: hidden }));
      const by = ben.person.userEmail;
      const told = { status: 'superseded', reason: 'newer', kept: {}, by };
      expect(await send(anna, importOf(home, FILE).inserts)).toMatchObject(told);
      expect(await send(ben, importOf(home, FILE).inserts)).toMatchObject(applied);
    });

    it('[S69h] keys come after the rows, and again only when their fate has changed', async () => {
      const { anna, home } = await begin(world());
      const first = importOf(home, FILE);
      const number = numberIn(await send(anna, first.operations), home);
      const scope = `account:${home}`;
      const ask = async (cursor?: object) => {
        const known = cursor ? { [scope]: cursor } : {};
        const epoch = (await pull(anna)).epoch;
        const cursors = { protocol: PROTOCOL_VERSION, epoch, scopes: known };
        const { scopes } = await anna.remote.pull(anna.person.userId, JSON.parse(JSON.stringify(cursors)), 1000);
        return scopes.find((one) => one.scope === scope);
      };
      const whole = await ask();
      expect(whole).toMatchObject({ more: false, cursor: { keys: whole?.head } });
      expect(whole?.keys).toMatchObject([{ importId: first.importId, others: {} }]);
      expect((await ask(whole?.cursor))?.keys).toEqual([]);
      const { keys: _, ...released } = whole?.cursor ?? {};
      expect((await ask(released))?.keys).toEqual(whole?.keys);
      const [id = ''] = first.ids;
      await push(anna, 0, remove(id, { accountId: home, number }));
      const others = { [first.keys[0] ?? '']: { rowId: id, fate: 'deleted' } };
      expect((await ask(whole?.cursor))?.keys).toMatchObject([{ keys: [first.keys[0]], others }]);
    });
  });
}
