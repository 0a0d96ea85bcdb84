/**
 * What a browser test does with the store in a page, as a second tab would: many edits by the product's own commands,
 * and a look at all rows.
 */
import type { TransactionRow } from '#domain/rows';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { openDatabase } from '#store/database/database';

export interface Actor {
  userId: string;
  email: string;
}

/** Which row an edit changes, and how. */
export interface Choice {
  row: number;
  what: 'add' | 'amount' | 'date' | 'category' | 'notes' | 'delete';
  value: number;
}

/** Returns the number of edits. A user who has no row to choose makes no edit. */
export async function edit(actor: Actor, accountId: string, choices: Choice[]): Promise<number> {
  const db = await openDatabase(actor.userId);
  let made = 0;
  for (const { row: number, what, value } of choices) {
    const rows = await allRows(db);
    const row = rows[number % Math.max(1, rows.length)];
    if (what === 'add') {
      const amount = `${value}.50`;
      const added = { accountId, type: 'expense' as const, amount, date: dateOf(value), description: `Row ${value}` };
      if ((await addTransaction(db, actor, { ...added, category: 'Food', notes: '', budgetId: null })).ok) made += 1;
    } else if (row) {
      const outcome =
        what === 'delete'
          ? await deleteTransaction(db, actor, { row })
          : await updateTransaction(db, actor, { row, ...changeOf(what, value) });
      if (outcome.ok) made += 1;
    }
  }
  db.close();
  return made;
}

/** Every transaction that the user sees, in order of ids, and how many outbox entries wait. */
export async function look({ userId }: Actor): Promise<{ rows: TransactionRow[]; waiting: number }> {
  const db = await openDatabase(userId);
  const rows = (await allRows(db)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const waiting = await db.outbox.where('state').anyOf('pending', 'in_flight', 'applied', 'blocked').count();
  db.close();
  return { rows, waiting };
}

async function allRows(db: Awaited<ReturnType<typeof openDatabase>>): Promise<TransactionRow[]> {
  return (await db.transactions.toArray()).flatMap((page) => page.rows);
}

function changeOf(what: 'amount' | 'date' | 'category' | 'notes', value: number) {
  if (what === 'amount') return { amount: `${value}.25` };
  if (what === 'date') return { date: dateOf(value) };
  if (what === 'category') return { category: value % 2 === 0 ? 'Housing' : 'Food' };
  return { notes: `Note ${value}` };
}

function dateOf(value: number): string {
  return `2026-0${(value % 9) + 1}-1${value % 9}`;
}
