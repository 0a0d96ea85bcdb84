/**
 * What open entries make of the server's last word on a transaction, as its user sees it. This fold shares no code with
 * the store.
 */
import type { Call, Delete, Operation, Patch } from '#domain/mutations/operations';
import type { Unmerge } from '#domain/mutations/renames';
import type { TransactionRow } from '#domain/rows';
import type { OutboxEntry } from '#store/database/records';

type Writable = Partial<TransactionRow> | null;

/** `owned`: the accounts that were the user's own before these entries. */
export function fold(base: Writable, entries: OutboxEntry[], id: string, owned: Set<string>): Writable {
  let row = base;
  for (const { verdict, operations } of entries) {
    if (verdict?.status === 'superseded' && verdict.reason === 'deleted') continue;
    const isSuperseded = verdict?.status === 'superseded';
    const kept = isSuperseded ? verdict.kept : {};
    const unclear = Object.keys(kept).filter((field) => operations.filter((one) => isNaming(one, field)).length > 1);
    // A later edit stands against a superseded deletion, so the user sees the row again (S53b).
    for (const operation of operations.filter(({ kind }) => !isSuperseded || kind !== 'delete')) {
      row = foldOne(row, without(operation, unclear), id, owned, kept);
      if (operation.kind === 'insert' && operation.table === 'accounts') owned.add(operation.row.id);
      if (operation.kind === 'delete') owned.delete(operation.id);
    }
  }
  return row;
}

function isNaming(operation: Operation, field: string): boolean {
  return operation.kind === 'patch' && field in operation.after;
}

/** What was kept of one of several rows says nothing about the others, so these fields wait for the pull. */
function without(operation: Operation, fields: readonly string[]): Operation {
  if (operation.kind !== 'patch') return operation;
  const named = Object.keys(operation.after).filter((field) => !fields.includes(field));
  return { ...operation, after: chosen(operation.after, named) };
}

function foldOne(row: Writable, operation: Operation, id: string, owned: Set<string>, kept: Patch['after']): Writable {
  switch (operation.kind) {
    case 'insert':
    case 'restore':
      return operation.table === 'transactions' && operation.row.id === id ? (row ?? operation.row) : row;
    case 'delete':
      return operation.id === id && isOfIts(operation, row) ? null : row;
    case 'patch': {
      const stands = Object.entries(kept).filter(([field]) => field in operation.after);
      if (operation.id !== id || !row) return row;
      return patched(row, { ...operation, after: { ...operation.after, ...Object.fromEntries(stands) } });
    }
    case 'call':
      return row && owned.has(row.accountId ?? '') ? renamed(row, operation) : row;
  }
}

/** Who takes an import back leaves the rows that it did not bring. */
function isOfIts({ importId }: Delete, row: Writable): boolean {
  return importId === undefined || row?.importId === importId;
}

/** A reconciliation and an import are about the account that a row leaves. */
const LEFT_BEHIND = {
  status: 'open' as const,
  reconciliationId: null,
  bankId: null,
  importId: null,
  importedText: null,
};

/** These hold together where the row is split before or after the edit. */
const OF_SPLITS = ['amount', 'type', 'refund', 'category', 'lines'];

function turns({ before, after }: Pick<Patch, 'before' | 'after'>): boolean {
  return ['type', 'refund'].some((field) => field in after && after[field] !== before[field]);
}

function patched(row: Partial<TransactionRow>, patch: Patch): Writable {
  const { before, after } = patch.undo ? held(row, patch) : patch;
  const fields = Object.keys(after).filter((field) => {
    if ('lines' in after) return true;
    // Its author did not know the lines.
    if (row.lines) return !OF_SPLITS.includes(field);
    return (field !== 'type' && field !== 'refund') || turns({ before, after });
  });
  const moves = 'accountId' in after && after.accountId !== row.accountId;
  const open = moves ? LEFT_BEHIND : {};
  const values = chosen(after, fields);
  // A row that an undo brings back has there what the move took (S67j).
  const next = patch.undo ? { ...row, ...open, ...values } : { ...row, ...values, ...open };
  const isPlain = next.nature === 'regular' && !next.lines && !next.budgetId;
  const isEnded = !('refund' in values) && 'type' in values && values.type !== row.type;
  return next.refund && (!isPlain || isEnded) ? { ...next, refund: false } : next;
}

/** An undo writes only what still shows what it takes back. Fields that hold together go or stay together. */
function held(row: Partial<TransactionRow>, { before, after }: Patch): Pick<Patch, 'before' | 'after'> {
  const binds = 'lines' in after || turns({ before, after });
  const pairs = [
    ['amount', 'type', 'refund'],
    ['description', 'notes'],
    ['nature', 'transferId'],
    ['status', 'reconciliationId'],
    ['bankId', 'importId', 'importedText'],
  ];
  const groups = binds ? [OF_SPLITS, ...pairs.slice(1)] : pairs;
  const groupOf = (field: string) => groups.find((group) => group.includes(field)) ?? [field];
  const standing: Record<string, unknown> = { ...row };
  const shows = (field: string) => JSON.stringify(standing[field] ?? null) === JSON.stringify(before[field] ?? null);
  const left = Object.keys(after).filter((field) => groupOf(field).every((one) => !(one in after) || shows(one)));
  return { before: chosen(before, left), after: chosen(after, left) };
}

function chosen(values: Patch['after'], fields: readonly string[]): Patch['after'] {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

export function sideOf({ type, refund }: Partial<TransactionRow>) {
  if (!refund) return type;
  return type === 'income' ? 'expense' : 'income';
}

/** Only what the merge took, and what still has its name. */
function unmerged(row: Partial<TransactionRow>, { type, from, to, accountId, taken }: Unmerge['arguments']): Writable {
  const its = taken?.rows.find(({ id }) => id === row.id);
  if (!its || row.accountId !== accountId || sideOf(row) !== type) return row;
  if (!row.lines) return !its.lines && row.category === to ? { ...row, category: from } : row;
  const isTaken = (line: { id: string; category: string }) => its.lines?.includes(line.id) && line.category === to;
  return { ...row, lines: row.lines.map((line) => (isTaken(line) ? { ...line, category: from } : line)) };
}

function renamed(row: Partial<TransactionRow>, operation: Call): Writable {
  if (operation.name === 'category.unmerge') return unmerged(row, operation.arguments);
  if (operation.name !== 'category.rename' && operation.name !== 'category.merge') return row;
  const { type, from, to, accountId } = operation.arguments;
  const isMeant = (accountId === undefined || accountId === row.accountId) && sideOf(row) === type;
  if (!isMeant) return row;
  const name = (category: string | undefined) => (category === from ? to : (category ?? ''));
  if (row.lines) return { ...row, lines: row.lines.map((line) => ({ ...line, category: name(line.category) })) };
  return { ...row, category: name(row.category) };
}
