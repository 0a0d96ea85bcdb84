/** Deeds with split transactions, by the commands of their form. */

import { plainAmount } from '#domain/money/money';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionLine, TransactionRow } from '#domain/rows';
import type { LineInput } from '#domain/transactions/entered-lines';
import { lineInput } from '#domain/transactions/entered-lines';
import type { TransactionInput } from '#domain/transactions/transactions';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, dateIn, namedBy, pick } from './choice.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

export async function doSplitDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  const { deed, a, b } = choice;
  if (deed === 'split.rename') return rename(world, device, choice);
  if (deed === 'split.add') return add(world, device, choice);
  const rows = await transactionsOn(device);
  const split = rows.filter(({ lines }) => lines !== null);
  const whole = rows.filter((row) => row.nature === 'regular' && row.budgetId === null && row.amount > 1);
  const row = pick(deed === 'split.edit' && split.length > 0 && b % 4 !== 0 ? split : whole, a);
  if (deed === 'split.join') {
    const joined = pick(split, a);
    if (joined) await change(world, device, joined, { category: namedBy(b) });
  } else if (row)
    await change(world, device, row, row.lines ? editOf(world, row, row.lines, b) : divided(world, row, b));
}

async function add(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const accountId = pick(await device.db.accounts.orderBy('id').primaryKeys(), a);
  if (!accountId) return;
  const fresh = world.newNumber();
  const lines = [fresh, b + 1, ...(b % 3 === 0 ? [7] : [])].map((cents, at) => made(world, cents, a + at));
  const cents = fresh + b + 1 + (b % 3 === 0 ? 7 : 0);
  const type = b % 4 === 3 ? 'income' : 'expense';
  const row = {
    accountId,
    type,
    amount: plainAmount(cents),
    date: dateIn(b),
    description: `s${fresh}`,
    lines,
  } as const;
  await world.command(device, (db, actor, now) => addTransaction(db, actor, { ...row, category: '' }, now));
}

/** The whole amount in two lines. */
function divided(world: Stage, { amount }: TransactionRow, b: number): Partial<TransactionInput> {
  return { lines: [made(world, 1, b), made(world, amount - 1, b + 1)] };
}

function editOf(world: Stage, row: TransactionRow, stored: TransactionLine[], b: number): Partial<TransactionInput> {
  const fresh = world.newNumber();
  const [first, ...others] = stored.map(lineInput);
  const amount = plainAmount(row.amount);
  if (!first) return {};
  switch (b % 6) {
    case 0:
      return { amount, lines: [{ ...first, category: namedBy(fresh) }, ...others] };
    case 1:
      return { amount, lines: [{ ...first, note: `n${fresh}` }, ...others] };
    case 2:
      return { amount: plainAmount(row.amount + fresh), lines: [first, ...others, made(world, fresh, b)] };
    case 3:
      return { amount, lines: [made(world, 1, b), made(world, row.amount - 1, fresh)] };
    case 4:
      return { amount, lines: [first, ...others], type: row.type === 'income' ? 'expense' : 'income' };
    default:
      return { description: `d${fresh}` };
  }
}

async function change(
  world: Stage,
  device: SimulatedDevice,
  row: TransactionRow,
  changes: Partial<TransactionInput>,
): Promise<void> {
  await world.command(device, (db, actor, now) => updateTransaction(db, actor, { row, ...changes }, now));
}

/** "Split" is also a name that somebody may give a category. */
async function rename(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const account = pick(await device.db.accounts.orderBy('id').toArray(), a);
  if (account?.ownerId !== device.person.userId) return;
  const names = b % 2 === 0 ? { from: 'Split', to: namedBy(b) } : { from: namedBy(b), to: 'Split' };
  const type = b % 4 === 3 ? 'income' : 'expense';
  const renaming = { type, ...names, accountId: account.id } as const;
  const operations: Operation[] = [{ kind: 'call', name: 'category.rename', arguments: renaming }];
  await world.commit(device, async () => ({ operations }));
}

function made(world: Stage, cents: number, name: number): LineInput {
  return { id: world.newId(), category: namedBy(name), amount: plainAmount(cents), note: '' };
}
