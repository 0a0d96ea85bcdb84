/** What the contract of imports begins with: a file, and what a device makes of it. */
import type { Fate } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { TransactionRow } from '#domain/rows';
import { importKeys } from '../../../src/import/matching/import-key.ts';
import { entered, type Member, mutation, newId } from './contract-world.ts';
import { pull } from './decisions-world.ts';

type Row = Pick<TransactionRow, 'date' | 'amount' | 'description'>;

/** Two rows that are alike, and another one. */
export const FILE: readonly Row[] = [
  { date: '2026-03-02', amount: 250, description: 'Coffee' },
  { date: '2026-03-02', amount: 250, description: 'Coffee' },
  { date: '2026-03-04', amount: 900, description: 'Lunch' },
];

const keysOf = (rows: readonly Row[]) =>
  importKeys(rows.map(({ date, amount, description }) => ({ date, cents: -amount, text: description })));

/** What a device makes of a file: the import, and an operation for each row. */
export function importOf(accountId: string, rows: readonly Row[], over: Partial<TransactionRow> = {}) {
  const row = { id: newId(), createdAt: new Date().toISOString(), accountId, fileName: 'march.csv', format: 'csv' };
  const keys = keysOf(rows);
  const imported: Insert = { kind: 'insert', table: 'imports', row: { ...row, format: 'csv' } };
  const inserts = rows.map((one, at): Insert & { table: 'transactions' } => {
    const key = keys[at] ?? '';
    const origin = { bankId: null, importId: row.id, importedText: one.description };
    const { row: usual } = entered(accountId, one);
    const made = { ...usual, status: 'cleared' as const, ...origin, ...over, id: importedId(accountId, key) };
    return { kind: 'insert', table: 'transactions', row: made, key };
  });
  return { importId: row.id, operations: [imported, ...inserts], inserts, keys, ids: inserts.map((one) => one.row.id) };
}

export async function send({ person, remote }: Member, operations: Operation[], device?: string): Promise<Verdict> {
  const { verdicts } = await remote.push(person.userId, [{ ...mutation(...operations), ...(device && { device }) }]);
  const [verdict] = verdicts;
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

export async function rowsOf(member: Member, accountId: string): Promise<TransactionRow[]> {
  return (await pull(member)).scopes.flatMap(({ transactions }) =>
    transactions.filter((row) => row.accountId === accountId && row.importId !== null),
  );
}

/** The fates of an account's keys. */
export async function fatesOf(member: Member, accountId: string): Promise<Record<string, Fate>> {
  const scope = (await pull(member)).scopes.find((one) => one.scope === `account:${accountId}`);
  const pages = scope?.keys ?? [];
  return Object.fromEntries(pages.flatMap(({ keys, others }) => keys.map((key) => [key, others[key]?.fate ?? 'here'])));
}

export const applied: Partial<Verdict> = { status: 'applied' };
export const deleted: Partial<Verdict> = { status: 'superseded', reason: 'deleted' };
