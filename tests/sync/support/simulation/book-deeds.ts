/** Deeds of bookkeeping, by the commands that screens call. */
import { plainAmount } from '#domain/money/money';
import type { TransactionInput } from '#domain/transactions/transactions';
import { readActions, readUndone, type Action as UndoableAction } from '#store/actions/actions';
import { createAccount } from '#store/commands/accounts/account-create';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { redoAction } from '#store/commands/undo/action-redo';
import { undoAction } from '#store/commands/undo/action-undo';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { BOOK_DEEDS, type Choice, type Deed, dateIn, namedBy, pick } from './choice.ts';
import { transactionsOn } from './rows-on-device.ts';
import { doSplitDeed } from './split-deeds.ts';
import type { Stage } from './stage.ts';
import { doStatusDeed } from './status-deeds.ts';
import { doTransferDeed } from './transfer-deeds.ts';

export function isOfBooks(deed: Deed): boolean {
  return BOOK_DEEDS.some((one) => one === deed);
}

export async function doBookDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  const { deed } = choice;
  if (deed.startsWith('transfer.')) return doTransferDeed(world, device, choice);
  if (deed.startsWith('split.')) return doSplitDeed(world, device, choice);
  if (deed === 'account.open') return open(world, device, choice);
  if (deed === 'deed.undo') return undo(world, device, choice);
  if (deed === 'deed.redo') return redo(world, device, choice);
  if (deed === 'transaction.update' || deed === 'transaction.delete') return onRow(world, device, choice);
  return doStatusDeed(world, device, choice);
}

/** Makes an account with an opening balance. */
async function open(world: Stage, device: SimulatedDevice, { b }: Choice): Promise<void> {
  const fresh = world.newNumber();
  const opening = `${b % 2 === 0 ? '' : '-'}${plainAmount(fresh)}`;
  const account = { name: `Account ${fresh}`, opening, openingDate: dateIn(b) };
  const outcome = await world.command(device, (db, actor, now) => createAccount(db, actor, account, now));
  if (outcome.ok) world.accounts.push(outcome.id);
}

async function undo(world: Stage, device: SimulatedDevice, { a }: Choice): Promise<void> {
  const deed = pick(readActions(device.db), a);
  if (!deed) return;
  const { ok } = await world.command(device, (db, actor, now) => undoAction(db, actor, { id: deed.id }, now));
  if (ok && isOfMany(deed)) strike('an undo of many rows');
}

async function redo(world: Stage, device: SimulatedDevice, { a }: Choice): Promise<void> {
  const undone = pick(readUndone(device.db), a);
  if (!undone) return;
  const { id } = undone.action;
  const { ok } = await world.command(device, (db, actor, now) => redoAction(db, actor, { id }, now));
  if (!ok) return;
  strike('a redo');
  if (isOfMany(undone.action)) strike('a redo of many rows');
}

function isOfMany({ parts }: UndoableAction): boolean {
  return parts.some(({ apart, operations }) => apart === true && operations.length > 1);
}

async function onRow(world: Stage, device: SimulatedDevice, { deed, a, b }: Choice): Promise<void> {
  const row = pick(await transactionsOn(device), a);
  if (!row) return;
  if (deed === 'transaction.delete') {
    world.erased.push({ row, by: device });
    await world.command(device, (db, actor, now) => deleteTransaction(db, actor, { row }, now));
    return;
  }
  const fresh = world.newNumber();
  const accounts = await device.db.accounts.orderBy('id').primaryKeys();
  const changes: Partial<TransactionInput>[] = [
    { amount: plainAmount(fresh) },
    { description: `d${fresh}` },
    { date: dateIn(b) },
    { category: namedBy(fresh) },
    { amount: plainAmount(fresh), type: row.type === 'income' ? 'expense' : 'income' },
    { accountId: pick(accounts, b) ?? row.accountId },
  ];
  const change = { row, ...pick(changes, b) };
  await world.command(device, (db, actor, now) => updateTransaction(db, actor, change, now));
}
