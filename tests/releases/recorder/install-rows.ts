/** Rows of the household that the recording lives through. */
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Operation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { importKeys } from '../../../src/import/matching/import-key.ts';

type Row = Extract<Insert, { table: 'transactions' }>['row'];

export function expense(accountId: string, description: string, amount: number): Row {
  const createdAt = new Date().toISOString();
  return {
    ...TRANSACTION_DEFAULTS,
    id: crypto.randomUUID(),
    createdAt,
    accountId,
    amount,
    date: createdAt.slice(0, 10),
    description,
    type: 'expense',
    category: 'Food',
    notes: '',
    budgetId: null,
  };
}

export function entered(row: Row): Insert {
  return { kind: 'insert', table: 'transactions', row };
}

/** Both sides, as one mutation makes them. */
export function transfer(from: string, to: string, amount: number) {
  const transferId = crypto.randomUUID();
  const side = (accountId: string, type: 'income' | 'expense') =>
    ({
      ...expense(accountId, 'To the savings', amount),
      type,
      category: 'Transfer',
      nature: 'transfer',
      transferId,
    }) as const;
  const sides: [Row, Row] = [side(from, 'expense'), side(to, 'income')];
  return { sides, operations: sides.map(entered) };
}

export function split(
  accountId: string,
  description: string,
  parts: readonly [category: string, cents: number][],
): Row {
  const lines = parts.map(([category, cents]) => ({ id: crypto.randomUUID(), category, cents, note: '' }));
  const amount = parts.reduce((sum, [, cents]) => sum + cents, 0);
  return { ...expense(accountId, description, amount), category: 'Split', lines };
}

/** The rows of a bank's file: one of 11.00, 22.00 and so on each. */
export function statementOf(count: number) {
  const rows = Array.from({ length: count }, (_, at) => {
    const cents = -1100 * (at + 1);
    return {
      line: at + 1,
      date: new Date().toISOString().slice(0, 10),
      cents,
      text: `Shop ${at + 1}`,
      bankId: `B${at + 1}`,
    };
  });
  const keys = importKeys(rows);
  return rows.map((row, at) => ({ ...row, key: keys[at] ?? '' }));
}
export type Statement = ReturnType<typeof statementOf>;

/** An import of its own that brings one row of the file. */
export function importedRow(accountId: string, statement: Statement, at: number) {
  const importId = crypto.randomUUID();
  return { importId, operations: [importOf(accountId, importId), rowOfFile(accountId, importId, statement, at)] };
}

export function importOf(accountId: string, id: string): Operation {
  const row = { id, createdAt: new Date().toISOString(), accountId, fileName: 'november.csv', format: 'csv' } as const;
  return { kind: 'insert', table: 'imports', row };
}

export function rowOfFile(accountId: string, importId: string, statement: Statement, at: number): Insert {
  const read = statement[at];
  if (!read) throw new RangeError(`the file has no row ${at}`);
  const { key, bankId, text, cents, date } = read;
  const origin = { bankId, importId, importedText: text };
  const made = { ...expense(accountId, text, -cents), id: importedId(accountId, key), date };
  return { kind: 'insert', table: 'transactions', row: { ...made, ...origin, status: 'cleared' }, key };
}
