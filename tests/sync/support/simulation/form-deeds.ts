/**
 * Deeds with forms and drafts that live for a while: others sync and rename meanwhile. A form keeps the row as it was
 * shown and the id of the chosen category (S73).
 */
import { expect } from 'vitest';
import { plainAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { renameCategory } from '#store/commands/categories/category-rename';
import { keepDraft } from '#store/commands/drafts/draft-keep';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, dateIn, namedBy, pick } from './choice.ts';
import type { OpenForm } from './open-form.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

export async function doFormDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  if (choice.deed === 'own.rename') return rename(world, device, choice);
  if (choice.deed === 'form.open') return open(world, device, choice);
  return save(world, device, choice);
}

async function open(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const rows = (await transactionsOn(device)).filter(({ nature, lines }) => nature === 'regular' && lines === null);
  const row = b % 2 === 0 ? (pick(rows, a) ?? null) : null;
  const accountId = row?.accountId ?? pick(await device.db.accounts.orderBy('id').primaryKeys(), a);
  const categories = await device.db.categories.orderBy('id').toArray();
  const category = pick(
    categories.filter((one) => one.accountId === accountId && (!row || one.type === row.type)),
    b,
  );
  if (!accountId || !category || row?.budgetId) return;
  const form: OpenForm = { row, accountId, category, cents: world.newNumber() };
  world.forms.set(device.storage, form);
  // The page may end before it is saved. The draft has the same ids.
  const values = { category: category.name, categoryId: category.id, amount: plainAmount(form.cents) };
  const keptAt = new Date(device.now()).toISOString();
  await keepDraft(device.db, { form: 'dashboard', values, writer: 'form', keptAt });
}

async function save(world: Stage, device: SimulatedDevice, { b }: Choice): Promise<void> {
  const form = world.forms.get(device.storage);
  if (!form) return;
  const { row, accountId, category, cents } = form;
  world.forms.delete(device.storage);
  const chosen = { category: category.name, categoryId: category.id };
  const typed = { ...chosen, amount: plainAmount(cents) };
  const fresh = { ...typed, accountId, type: category.type, date: dateIn(b), description: `f${cents}` };
  const saved = await world.command(device, (db, actor, now) =>
    row ? updateTransaction(db, actor, { row, ...typed }, now) : addTransaction(db, actor, fresh, now),
  );
  if (!saved.ok || saved.mutationId === null || world.isSyncing) return;
  const id = row?.id ?? ('id' in saved && typeof saved.id === 'string' ? saved.id : '');
  const now = await device.db.categories.get(category.id);
  if (now && now.name !== category.name) strike('a form that was saved after its category had been renamed');
  if (row && row.version !== versionOn(await transactionsOn(device), id)) strike('a form over which a newer row came');
  const shown = (await transactionsOn(device)).filter((one) => one.id === id && one.accountId === accountId);
  const name = now?.name ?? category.name;
  // Who did not change the category has chosen none.
  if (row && row.category === category.name) return;
  expect(
    shown.map((one) => one.category),
    'a category as chosen',
  ).toEqual(shown.map(() => name));
}

function versionOn(rows: readonly TransactionRow[], id: string): number | undefined {
  return rows.find((row) => row.id === id)?.version;
}

/** In all of the user's own accounts, as the page of categories does. */
async function rename(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const category = pick(await device.db.categories.orderBy('id').toArray(), a);
  if (!category) return;
  const name = b % 3 === 0 ? namedBy(b) : `Name ${world.newNumber()}`;
  const outcome = await world.command(device, (db, actor, now) =>
    renameCategory(db, actor, { id: category.id, name }, now),
  );
  if (outcome.ok && outcome.mutationIds.length > 1) strike('a rename in several accounts');
}
