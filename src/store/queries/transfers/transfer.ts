import type { TransactionRow } from '#domain/rows';
import { canChange } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../accounts/access.ts';
import { findTransaction } from '../rows/transactions.ts';
import { otherSide } from './transfer-sides.ts';

/** Both sides of a transfer, with the names of their accounts. */
export interface BothSides {
  /** The side that the money leaves. */
  from: TransactionRow;
  to: TransactionRow;
  fromName: string;
  toName: string;
  /** The sides have different amounts. Never while older months of an account are still to come. */
  isApart: boolean;
}

export interface Transfer {
  /** Null where the other side is in no account of the user. */
  sides: BothSides | null;
  mayChangeBoth: boolean;
}

/** The transfer that a row is a side of, as far as the user may see and change it. `seen`: the row as it was opened. */
export async function readTransfer(db: Database, userId: string, seen: TransactionRow): Promise<Transfer> {
  const row = (await findTransaction(db, seen.id, seen)) ?? seen;
  const [other, account] = await Promise.all([otherSide(db, row), db.accounts.get(row.accountId)]);
  if (!other || !account) return { sides: null, mayChangeBoth: false };
  const both = [row, other.row];
  const rights = await Promise.all(
    both.map(async (side) => canChange(await readAccess(db, userId, side), side, userId)),
  );
  const own = { row, name: account.name };
  const far = { row: other.row, name: other.accountName };
  const [from, to] = row.type === 'expense' ? [own, far] : [far, own];
  const sides = { from: from.row, to: to.row, fromName: from.name, toName: to.name, isApart: other.isApart };
  return { sides, mayChangeBoth: rights.every(Boolean) };
}
