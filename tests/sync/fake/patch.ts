/** `patch` of the in-memory server: merge, new number, and removals where the row leaves a view. */

import * as v from 'valibot';
import type { Patch } from '#domain/operations';
import { AccountRow, BudgetRow, CategoryRow, TransactionRow } from '#domain/rows';
import { mayEdit, missing } from './access.ts';
import { merge } from './merge.ts';
import { atLeast, mayRead, roleInAccount, viewsOf } from './state.ts';
import { Refused, type Work } from './work.ts';

export function patch(work: Work, operation: Patch) {
  const { state, userId } = work;
  if (operation.table !== 'transactions') return patchSmall(work, operation);
  const row = state.tables.transactions.get(operation.id);
  if (!row || !mayRead(state, userId, row)) return missing(work, operation.id);
  if (!mayEdit(work, row)) throw new Refused('forbidden');
  const merged = merge(work, row, operation);
  if (!merged) return;
  const next = v.parse(TransactionRow, { ...row, ...merged });
  const moved = next.accountId !== row.accountId;
  if (moved && !atLeast(roleInAccount(state, userId, next.accountId), 'member')) throw new Refused('forbidden');
  const version = work.number(next.accountId);
  work.write('transactions', { ...next, version });
  for (const field of Object.keys(merged)) work.clock(`${row.id} ${field}`, version);
  const leftMonth = next.date.slice(0, 7) !== row.date.slice(0, 7);
  const before = viewsOf(state, row);
  const after = viewsOf(state, next);
  const views = before.filter((view) => leftMonth || !after.includes(view));
  if (!moved && !leftMonth && views.length === 0) return;
  const at = moved ? work.number(row.accountId) : version;
  const what = { kind: 'transaction' as const, id: row.id, date: row.date };
  work.remove(row.accountId, at, what, { account: moved || leftMonth, views, row });
}

function patchSmall(work: Work, operation: Patch) {
  const { state, userId } = work;
  if (operation.table === 'transactions') return;
  const row = state.tables[operation.table].get(operation.id);
  const accountId = row && ('accountId' in row ? String(row.accountId) : row.id);
  const role = accountId ? roleInAccount(state, userId, accountId) : null;
  if (!row || !accountId || !role) return missing(work, operation.id);
  if (!atLeast(role, 'admin')) throw new Refused('forbidden');
  const merged = merge(work, row, operation);
  if (!merged) return;
  const version = work.number(accountId);
  const next = { ...row, ...merged, version };
  if (operation.table === 'accounts') work.write('accounts', v.parse(AccountRow, next));
  else if (operation.table === 'categories') work.write('categories', v.parse(CategoryRow, next));
  else work.write('budgets', v.parse(BudgetRow, next));
  if (operation.table === 'categories') work.regrantWhere((budget) => budget.categoryId === row.id);
  if ('categoryId' in merged || 'accountId' in merged) work.regrantWhere((budget) => budget.id === row.id);
  for (const field of Object.keys(merged)) work.clock(`${row.id} ${field}`, version);
}
