/** Deeds with money that comes back, by the commands that screens call. */
import { plainAmount } from '#domain/money/money';
import type { TransactionInput } from '#domain/transactions/transactions';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, type Deed, dateIn, namedBy, pick, REFUND_DEEDS } from './choice.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

export function isOfRefunds(deed: Deed): boolean {
  return REFUND_DEEDS.some((one) => one === deed);
}

export async function doRefundDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  if (choice.deed === 'refund.add') await add(world, device, choice);
  else await turn(world, device, choice);
}

async function add(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const accountId = pick(await device.db.accounts.orderBy('id').primaryKeys(), a);
  if (accountId === undefined) return;
  const fresh = world.newNumber();
  const input: TransactionInput = {
    accountId,
    type: b % 3 === 0 ? 'expense' : 'income',
    refund: true,
    amount: plainAmount(fresh),
    date: dateIn(b),
    description: `r${fresh}`,
    category: namedBy(b),
  };
  const { ok } = await world.command(device, (db, actor, now) => addTransaction(db, actor, input, now));
  if (ok) strike('a refund');
}

/** Makes a row a refund or ends that, with another category as a form does, or turns it with its type. */
async function turn(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const rows = await transactionsOn(device);
  const plain = rows.filter(({ nature, lines, budgetId }) => nature === 'regular' && !lines && budgetId === null);
  const row = pick(plain, a);
  if (!row) return;
  const other = row.type === 'income' ? ('expense' as const) : ('income' as const);
  const category = namedBy(world.newNumber());
  const changes: Partial<TransactionInput>[] = [
    { refund: !row.refund, category },
    { refund: !row.refund },
    { type: other, refund: !row.refund },
    { type: other, refund: row.refund, category },
  ];
  const change = { row, ...pick(changes, b) };
  const { ok } = await world.command(device, (db, actor, now) => updateTransaction(db, actor, change, now));
  if (ok) strike('a row that becomes a refund, or ends to be one');
}
