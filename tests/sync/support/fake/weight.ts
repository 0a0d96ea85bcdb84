/** What a push costs before it begins (`private.weight_of`): operations, lines, and the rows that nobody names. */

import type { SentMutation } from '#domain/mutations/operations';
import type { Rename, Unmerge } from '#domain/mutations/renames';
import { categoryType } from '#domain/refunds';
import type { State } from './state.ts';

type Sent = SentMutation['operations'][number];
type Names = (Rename | Unmerge)['arguments'];

/** One for each operation, line, and row of the user that an operation touches without naming it. */
export function weightOf(state: State, userId: string, mutations: readonly SentMutation[]): number {
  const operations = mutations.flatMap((mutation) => mutation.operations);
  const named = operations.length + operations.reduce((sum, one) => sum + linesIn(one), 0);
  const owned = [...state.tables.accounts.values()].filter((one) => one.ownerId === userId).map(({ id }) => id);
  const renames = operations.flatMap((one) => (one.kind === 'call' && 'from' in one.arguments ? [one.arguments] : []));
  const ofRenames = owned.flatMap((account) =>
    (['income', 'expense'] as const).map((type) => {
      const meant = renames.filter((one) => one.type === type && (one.accountId ?? account) === account);
      return meant.length * (touched(state, account, meant) + (meant.length > 1 ? named : 0));
    }),
  );
  const ends = operations.flatMap((one) => (one.kind === 'delete' ? [one] : []));
  return [named, ...ofRenames, ...ends.map((one) => atTheEnd(state, owned, one))].reduce((sum, one) => sum + one);
}

function linesIn(operation: Sent): number {
  if (operation.kind === 'call' || operation.kind === 'delete') return 0;
  const written: Record<string, unknown>[] =
    operation.kind === 'patch' ? [operation.before, operation.after] : [operation.row];
  return written.reduce((sum, { lines }) => sum + (Array.isArray(lines) ? lines.length : 0), 0);
}

/** What each of these renames in one account may touch, also after the one before it. */
function touched(state: State, account: string, renames: readonly Names[]): number {
  const [first] = renames;
  if (!first) return 0;
  const names = new Set(renames.flatMap(({ from, to }) => [from, to.trim()]));
  const all = [...state.tables.transactions.values()].filter((row) => row.accountId === account);
  const rows = all.filter((row) => categoryType(row) === first.type);
  const lines = rows.flatMap((row) => row.lines ?? []);
  const named = [...rows, ...lines].filter(({ category }) => names.has(category)).length;
  return named + Math.floor(all.length / 20);
}

function atTheEnd(state: State, owned: readonly string[], { table, id }: { table: string; id: string }): number {
  const { transactions, categories } = state.tables;
  const rows = [...transactions.values()];
  if (table === 'accounts' && owned.includes(id))
    return (
      rows.filter((row) => row.accountId === id).length +
      [...categories.values()].filter((row) => owned.includes(row.accountId)).length
    );
  if (table === 'reconciliations') return rows.filter((row) => row.reconciliationId === id).length;
  return 0;
}
