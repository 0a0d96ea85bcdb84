/** Somebody chooses a category in a form, a list or a plan. It is renamed before they save. */
import { expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { categoriesOf } from '#domain/money/lines';
import type { TransactionRow } from '#domain/rows';
import { renameCategory } from '#store/commands/categories/category-rename';
import { carryOutImport } from '#store/commands/imports/import-carry-out';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import fc from '../support/random.ts';
import { ANNA, enter, HOME, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const SHOP_SCOPE = `account:${SHOP}`;
const KINDS = ['add', 'edit', 'change many', 'split', 'edit lines', 'import'] as const;
type Kind = (typeof KINDS)[number];

/** A category that somebody chose; without the id it is what a form of an older version kept. */
interface Chosen {
  kind: Kind;
  accountId: string;
  category: string;
  categoryId?: string;
  /** As the form or the list showed it. */
  row: TransactionRow | undefined;
}

const step = fc.oneof(
  fc.record({
    do: fc.constant('choose' as const),
    kind: fc.constantFrom(...KINDS),
    category: fc.nat(3),
    row: fc.nat(5),
    inShop: fc.boolean(),
    keepsId: fc.boolean(),
  }),
  fc.record({ do: fc.constant('save' as const), choice: fc.nat(5) }),
  fc.record({
    do: fc.constantFrom('rename here' as const, 'rename elsewhere' as const),
    category: fc.nat(3),
    name: fc.constantFrom('Food', 'Home', 'Fun', 'Garden', 'Travel', 'Books'),
  }),
  fc.record({ do: fc.constant('sync' as const) }),
);

async function world() {
  const two = await annaWithTwoDevices();
  const { phone, laptop, remote } = two;
  const created = '2026-01-01T00:00:00.000Z';
  await phone.commit([makeAccount(SHOP, ANNA)]);
  for (const name of ['Food', 'Home', 'Fun']) {
    await phone.commit([{ kind: 'insert', table: 'categories', row: newCategory(HOME, 'expense', name, created) }]);
  }
  for (const number of [1, 2]) await phone.commit([enter(number)]);
  const lines = [1, 2].map((n) => ({
    id: crypto.randomUUID(),
    category: n === 1 ? 'Food' : 'Home',
    cents: 50,
    note: '',
  }));
  await phone.commit([enter(3, { category: 'Split', lines })]);
  await phone.sync(remote);
  await laptop.sync(remote);
  return two;
}

async function rename(device: SimulatedDevice, at: number, name: string): Promise<void> {
  const categories = (await device.db.categories.toArray()).filter(({ accountId }) => accountId === HOME);
  const id = categories.sort((a, b) => (a.id < b.id ? -1 : 1))[at % categories.length]?.id ?? '';
  await renameCategory(device.db, actor, { id, name }, new Date(device.now()));
}

function importKeyOf(now: Date): string {
  return now.getTime().toString(16).padStart(40, '0');
}

async function save(device: SimulatedDevice, { kind, accountId, category, categoryId, row }: Chosen): Promise<void> {
  const { db } = device;
  const now = new Date(device.now());
  const chosen = { category, categoryId };
  const entry = {
    accountId,
    type: 'expense',
    amount: '2',
    date: '2026-03-06',
    description: categoryId ?? kind,
  } as const;
  const half = (of: typeof chosen) => ({ id: crypto.randomUUID(), amount: '1', note: '', ...of });
  switch (kind) {
    case 'add':
      return void (await addTransaction(db, actor, { ...entry, ...chosen }, now));
    case 'split':
      return void (await addTransaction(
        db,
        actor,
        { ...entry, category: '', lines: [half(chosen), half(chosen)] },
        now,
      ));
    case 'import': {
      const fields = { type: 'expense', amount: 100, date: '2026-03-06', description: kind, category } as const;
      const made = {
        kind: 'new',
        key: importKeyOf(now),
        bankId: null,
        importedText: '',
        fields,
        categoryId,
      } as const;
      return void (await carryOutImport(
        db,
        actor,
        { accountId, fileName: 'bank.csv', format: 'csv', rows: [made] },
        {},
        now,
      ));
    }
    case 'edit':
      if (row && !row.lines) await updateTransaction(db, actor, { row, ...chosen }, now);
      return;
    case 'change many': {
      const change = { field: 'category', type: 'expense', ...chosen } as const;
      if (row) await changeTransactions(db, actor, { rows: [row], change }, now);
      return;
    }
    case 'edit lines': {
      const [first, ...others] = row?.lines ?? [];
      if (!row || !first) return;
      const lines = [{ ...first, ...chosen }, ...others].map((line) => ({ ...line, amount: `${line.cents / 100}` }));
      await updateTransaction(db, actor, { row, lines, notes: 'divided anew' }, now);
    }
  }
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type World = Awaited<ReturnType<typeof world>>;

async function run({ phone, laptop, remote }: World, choices: Chosen[], one: Step): Promise<void> {
  switch (one.do) {
    case 'sync':
      return phone.sync(remote);
    case 'rename here':
      return rename(phone, one.category, one.name);
    case 'rename elsewhere':
      // Two renames that do not know of each other are another matter.
      if ((await phone.db.outbox.where('wide').equals(1).count()) > 0) await phone.sync(remote);
      await laptop.sync(remote);
      await rename(laptop, one.category, one.name);
      await laptop.sync(remote);
      return phone.sync(remote);
    case 'choose':
      return void choices.push(await choose(phone, one));
    case 'save': {
      const [chosen] = choices.splice(one.choice % Math.max(1, choices.length), 1);
      if (chosen) await save(phone, chosen);
    }
  }
}

async function choose(device: SimulatedDevice, one: Step & { do: 'choose' }): Promise<Chosen> {
  const categories = (await device.db.categories.toArray()).filter(({ accountId }) => accountId === HOME);
  const { id = '', name = '' } = categories[one.category % categories.length] ?? {};
  const rows = (await device.rows(SCOPE)).filter(({ description }) => description.startsWith('row '));
  return {
    kind: one.kind,
    accountId: one.inShop ? SHOP : HOME,
    category: name,
    ...(one.keepsId && { categoryId: id }),
    row: rows[one.row % rows.length],
  };
}

it('[S73a, S73b] whatever is renamed meanwhile, nothing is saved under a name that no category has', async () => {
  const property = async (steps: readonly Step[]) => {
    const anna = await world();
    const { phone, laptop, remote } = anna;
    const choices: Chosen[] = [];
    for (const one of steps) await run(anna, choices, one);
    for (const chosen of choices) await save(phone, chosen);
    for (const device of [phone, laptop]) await device.sync(remote);
    const names = new Set((await laptop.db.categories.toArray()).map(({ name }) => name));
    const rows = [...(await laptop.rows(SCOPE)), ...(await laptop.rows(SHOP_SCOPE))];
    expect(rows.flatMap(categoriesOf).filter((name) => !names.has(name))).toEqual([]);
    for (const { id, name } of await laptop.db.categories.toArray()) {
      const chosen = rows.filter(({ description }) => description === id);
      expect([...new Set(chosen.flatMap(categoriesOf))], 'a chosen id means its category').toEqual(
        chosen.length > 0 ? [name] : [],
      );
    }
    expect(await phone.db.outbox.toArray()).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), property), { numRuns: 40 });
}, 120_000);
