/** Reconciliations in the in-memory server, with what happened to their transactions since. */
import type { ReconciliationChange, ReconciliationRow } from '#domain/rows';
import type { Change, MadeReconciliation, State } from './state.ts';
import type { Work } from './work.ts';

/** Sends these reconciliations to devices again: their transactions changed (S68h). */
export function touchReconciliations(work: Work, ids: (string | null)[]) {
  for (const id of ids) {
    const row = work.state.tables.reconciliations.get(id ?? '');
    if (row) work.write('reconciliations', { ...row, version: work.number(row.accountId) });
  }
}

/** The row as devices get it. */
export function shownReconciliation(state: State, { madeAt, ...row }: MadeReconciliation): ReconciliationRow {
  const found = [...state.changes.values()].filter((one) => {
    return one.accountId === row.accountId && one.order > madeAt && isAbout(state, one, row.id);
  });
  const latest = found.sort((one, other) => other.order - one.order).slice(0, 20);
  return { ...row, changes: latest.map((one) => shownChange(state, one)) };
}

/** Whether the row was part of the reconciliation, or is and changed its amount. */
function isAbout({ tables }: State, { rowId, kind, groups, before }: Change, id: string): boolean {
  const leaves = kind === 'removal' || groups.includes('status');
  if (leaves) return before.reconciliationId === id;
  return groups.includes('amount') && tables.transactions.get(rowId)?.reconciliationId === id;
}

function shownChange(state: State, change: Change): ReconciliationChange {
  const { rowId, editedAt: at, author, kind, groups, before } = change;
  const isMove = groups.includes('accountId');
  const isWhole = kind === 'removal' || isMove;
  const after = [...state.changes.values()].find((one) => one.rowId === rowId && one.order > change.order)?.before;
  const isOther = (after ?? state.tables.transactions.get(rowId))?.amount !== before.amount;
  return {
    rowId,
    at,
    by: state.users.get(author)?.email ?? null,
    kind: kind === 'removal' ? 'deleted' : isMove ? 'moved' : groups.includes('status') ? 'opened' : 'changed',
    description: isWhole ? before.description : null,
    amount: isWhole || (groups.includes('amount') && isOther) ? before.amount : null,
  };
}
