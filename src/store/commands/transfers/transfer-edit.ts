/** Commands `transfer.edit`, `transfer.link` and `transfer.unlink`. Each changes its rows as one mutation. */
import { UNCATEGORIZED } from '#domain/books/categories';
import { changedFields } from '#domain/mutations/changed-fields';
import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { fieldsOf } from '#domain/transactions/transactions';
import { mayLink } from '#domain/transactions/transfer-links';
import {
  checkTransfer,
  TRANSFER,
  type TransferField,
  type TransferInput,
  type TransferProblem,
} from '#domain/transactions/transfers';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { changeProblem } from './change-problem.ts';

type Edit = Omit<TransferInput, 'fromAccountId' | 'toAccountId'> & {
  /** The id of the side that the description is of. The other keeps its own. */
  describes: string;
};
type Changes = Parameters<typeof changedFields>[2];

/** `actionId` undoes it; absent when nothing changed. */
export type Edited = { mutationId: string; actionId: string } | { mutationId: null };

/**
 * Changes both sides: `rows` are the one that the money leaves and the one where it arrives, as the user saw them.
 * Returns a mutation id of null when nothing changed.
 */
export async function editTransfer(
  db: Database,
  actor: Actor,
  { rows: [from, to], describes, ...edit }: Edit & { rows: [TransactionRow, TransactionRow] },
  now: Date = new Date(),
): Promise<Outcome<Edited, TransferField, TransferProblem | CommandProblem>> {
  const checked = checkTransfer({ ...edit, fromAccountId: from.accountId, toAccountId: to.accountId });
  if (!checked.ok) return checked;
  const kept = ({ id, category, description }: TransactionRow) => ({
    category,
    ...(id !== describes && { description }),
  });
  const patches = [
    ...patchOf(from, fieldsOf(from), { ...checked.fields.from, ...kept(from) }),
    ...patchOf(to, fieldsOf(to), { ...checked.fields.to, ...kept(to) }),
  ];
  return changeRows(db, actor, [from, to], patches, now);
}

/** Makes a transfer of two transactions of two accounts. Refuses as `forbidden` what does not fit. */
export async function linkTransfer(
  db: Database,
  actor: Actor,
  { rows }: { rows: TransactionRow[] },
  now: Date = new Date(),
): Promise<Outcome<Edited, never, CommandProblem>> {
  const [one, other] = rows;
  if (!one || !other || rows.length > 2 || !mayLink(one, other)) return refuseForm('forbidden');
  const transferId = newId();
  const patches = rows.flatMap((row) =>
    patchOf(row, linkOf(row), { category: TRANSFER, nature: 'transfer', transferId }),
  );
  return changeRows(db, actor, rows, patches, now);
}

/**
 * Makes regular transactions of both sides, or of the one that the user may change. They count as income and expense
 * from now on, and "Transfer" says nothing about that, so they have no category until the user chooses one.
 */
export async function unlinkTransfer(
  db: Database,
  actor: Actor,
  { rows }: { rows: TransactionRow[] },
  now: Date = new Date(),
): Promise<Outcome<Edited, never, CommandProblem>> {
  return changeRows(db, actor, rows, rows.flatMap(unlinkPatch), now);
}

/** Makes a regular transaction of the side. */
export function unlinkPatch(row: TransactionRow): Patch[] {
  return patchOf(row, linkOf(row), { category: categoryApart(row), nature: 'regular', transferId: null });
}

function categoryApart({ category }: TransactionRow): string {
  return category === TRANSFER ? UNCATEGORIZED : category;
}

function linkOf({ category, nature, transferId }: TransactionRow): Changes {
  return { category, nature, transferId };
}

function patchOf(row: TransactionRow, before: Changes, after: Changes): Patch[] {
  const changed = changedFields('transactions', before, after);
  return changed ? [{ kind: 'patch', table: 'transactions', id: row.id, seen: seenOf(row), ...changed }] : [];
}

async function changeRows(
  db: Database,
  actor: Actor,
  rows: TransactionRow[],
  patches: Patch[],
  now: Date,
): Promise<Outcome<Edited, never, CommandProblem>> {
  if (patches.length === 0) return { ok: true, mutationId: null };
  return commitAction(db, actor, [{ operations: patches }], { now, seen: rows }, () => changeProblem(db, actor, rows));
}
