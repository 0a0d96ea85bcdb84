/** Deeds with statuses, reconciliations, and what makes an account hold what the bank says. */
import { addAdjustment } from '#store/commands/reconciling/adjustment-add';
import { finishReconciliation } from '#store/commands/reconciling/reconciliation-finish';
import { undoReconciliation } from '#store/commands/reconciling/reconciliation-undo';
import { setStatus } from '#store/commands/transactions/status-set';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, dateIn, pick } from './choice.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

/** The server takes no statement of tomorrow. */
const STATEMENT = '2026-01-31';

export async function doStatusDeed(world: Stage, device: SimulatedDevice, { deed, a, b }: Choice): Promise<void> {
  if (deed === 'reconciliation.undo') {
    const id = pick(await device.db.reconciliations.orderBy('id').primaryKeys(), a);
    if (id) await world.command(device, (db, actor, now) => undoReconciliation(db, actor, { id }, now));
    return;
  }
  const rows = await transactionsOn(device);
  if (deed === 'status.set') {
    const row = pick(rows, a);
    const set = b % 3 === 0 ? [row, pick(rows, a + 1)] : [row];
    const meant = [...new Set(set)].filter((one) => one !== undefined);
    const status = b % 2 === 0 ? 'cleared' : 'open';
    await world.command(device, (db, actor, now) => setStatus(db, actor, { rows: meant, status }, now));
    return;
  }
  const accountId = pick(await device.db.accounts.orderBy('id').primaryKeys(), a);
  if (!accountId) return;
  if (deed === 'adjustment.add') {
    const fresh = world.newNumber();
    const texts = { category: 'Adjustment', description: `a${fresh}` };
    const adjustment = { accountId, cents: b % 2 === 0 ? fresh : -fresh, date: dateIn(b), ...texts };
    await world.command(device, (db, actor, now) => addAdjustment(db, actor, adjustment, now));
    return;
  }
  const open = rows.filter((row) => row.accountId === accountId && row.status !== 'reconciled');
  const ticked = open.filter((_, at) => b % 3 === 0 || at % 2 === b % 2);
  const statement = { accountId, date: STATEMENT, balance: b, rows: ticked };
  await world.command(device, (db, actor, now) => finishReconciliation(db, actor, statement, now));
}
