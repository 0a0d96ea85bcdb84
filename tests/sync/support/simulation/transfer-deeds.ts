/** Deeds with transfers, by their commands. */
import { plainAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { mayLink } from '#domain/transactions/transfer-links';
import type { TransferInput } from '#domain/transactions/transfers';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { deleteTransfer } from '#store/commands/transfers/transfer-delete';
import { editTransfer, linkTransfer, unlinkTransfer } from '#store/commands/transfers/transfer-edit';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, dateIn, namedBy, pick } from './choice.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

export async function doTransferDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  if (choice.deed === 'transfer.add') return add(world, device, choice);
  const rows = await transactionsOn(device);
  if (choice.deed === 'transfer.link') return link(world, device, choice, rows);
  const side = pick(
    rows.filter(({ nature }) => nature === 'transfer'),
    choice.a,
  );
  if (!side) return;
  const other = rows.find(({ id, transferId }) => transferId === side.transferId && id !== side.id);
  const sides = other ? [side, other] : [side];
  switch (choice.deed) {
    case 'transfer.delete':
      await world.command(device, (db, actor, now) => deleteTransfer(db, actor, { rows: sides }, now));
      return;
    case 'transfer.unlink': {
      const rows = choice.b % 3 === 0 ? [side] : sides;
      await world.command(device, (db, actor, now) => unlinkTransfer(db, actor, { rows }, now));
      return;
    }
    default:
      if (other) await edit(world, device, choice, side.type === 'expense' ? [side, other] : [other, side]);
  }
}

async function add(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const accounts = await device.db.accounts.orderBy('id').primaryKeys();
  const [from, to] = [pick(accounts, a), pick(accounts, a + 1 + (b % 2))];
  if (!from || !to) return;
  const fresh = world.newNumber();
  const dates = { date: dateIn(b), toDate: dateIn(b + (b % 2)) };
  const transfer = { fromAccountId: from, toAccountId: to, amount: plainAmount(fresh), description: `t${fresh}` };
  await world.command(device, (db, actor, now) => addTransfer(db, actor, { ...transfer, ...dates }, now));
}

async function edit(
  world: Stage,
  device: SimulatedDevice,
  { b }: Choice,
  rows: [TransactionRow, TransactionRow],
): Promise<void> {
  const [from, to] = rows;
  const fresh = world.newNumber();
  const shown = { amount: plainAmount(from.amount), date: from.date, toDate: to.date, description: from.description };
  const changes: Partial<TransferInput>[] = [
    { amount: plainAmount(fresh) },
    { amount: plainAmount(fresh), toDate: dateIn(b) },
    { date: dateIn(b) },
    { description: `d${fresh}` },
    { toNotes: `n${fresh}` },
  ];
  const edited = { ...shown, notes: from.notes, toNotes: to.notes, ...pick(changes, b) };
  await world.command(device, (db, actor, now) =>
    editTransfer(db, actor, { rows, describes: from.id, ...edited }, now),
  );
}

/** Links two transactions that fit. Where none do, enters one that fits another. */
async function link(world: Stage, device: SimulatedDevice, { a, b }: Choice, rows: TransactionRow[]): Promise<void> {
  const pairs = rows.flatMap((one, at) =>
    rows.slice(at + 1).flatMap((other) => (mayLink(one, other) ? [[one, other]] : [])),
  );
  const pair = pick(pairs, a);
  if (pair) {
    await world.command(device, (db, actor, now) => linkTransfer(db, actor, { rows: pair }, now));
    return;
  }
  const row = pick(
    rows.filter(({ nature, budgetId }) => nature === 'regular' && budgetId === null),
    a,
  );
  const accounts = await device.db.accounts.orderBy('id').primaryKeys();
  const accountId = pick(
    accounts.filter((id) => id !== row?.accountId),
    b,
  );
  if (!row || !accountId) return;
  const type = row.type === 'income' ? 'expense' : 'income';
  const fitting = { accountId, type, date: row.date, amount: plainAmount(row.amount) } as const;
  const texts = { description: 'fits', category: namedBy(b) };
  await world.command(device, (db, actor, now) => addTransaction(db, actor, { ...fitting, ...texts }, now));
}
