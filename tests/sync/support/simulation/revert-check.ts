/** A revert takes what its import brought, and nothing that somebody has changed since (S69d). */
import { expect } from 'vitest';
import { plainFields } from '#domain/changed-fields';
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import { idIn } from '../oracle/case.ts';
import type { Chronicle, Deed } from '../oracle/chronicle.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

/** Call it before the revert. The returned function judges the operations that the revert made. */
export async function expectRevert(
  { witness }: Pick<Stage, 'witness'>,
  device: SimulatedDevice,
  importId: string,
): Promise<(operations: readonly Operation[], edited: 'keep' | 'delete') => void> {
  const shown = (await transactionsOn(device)).filter((row) => row.importId === importId);
  return (operations, edited) => {
    const taken = operations.flatMap((one) => (one.kind === 'delete' && one.table === 'transactions' ? [one.id] : []));
    const strange = taken.filter((id) => !shown.some((row) => row.id === id));
    expect(strange, 'rows that are not of the import').toEqual([]);
    const brought = shown.filter((row) => isBrought(witness.chronicle, row, importId));
    const left = brought.filter(({ id }) => !taken.includes(id));
    const untouched = left.filter((row) => edited === 'delete' || !isTouched(witness.chronicle, row));
    expect(untouched.map(named), 'rows that the revert had to take').toEqual([]);
    if (edited === 'delete') return;
    const changed = shown.filter(({ id }) => taken.includes(id)).filter((row) => !isAsBrought(witness.chronicle, row));
    expect(changed.map(named), 'rows that were changed since').toEqual([]);
  };
}

function deedsOn({ deeds }: Chronicle, id: string): Deed[] {
  return [...deeds.values()].flat().filter(({ operation }) => idIn(operation) === id);
}

function inserted(chronicle: Chronicle, { id }: Pick<TransactionRow, 'id'>): TransactionRow['importId'][] {
  return deedsOn(chronicle, id).flatMap(({ operation }) =>
    operation.kind === 'insert' && operation.table === 'transactions' ? [operation.row.importId] : [],
  );
}

/** In contrast to a row that was there before and was linked. */
function isBrought(chronicle: Chronicle, row: TransactionRow, importId: string): boolean {
  return inserted(chronicle, row).includes(importId);
}

/** Somebody did more with the row than to enter it, or may have renamed its category. */
function isTouched(chronicle: Chronicle, { id }: TransactionRow): boolean {
  const hasRename = [...chronicle.deeds.values()].flat().some(({ operation }) => operation.kind === 'call');
  return hasRename || deedsOn(chronicle, id).some(({ operation }) => operation.kind !== 'insert');
}

/** Somebody's import brought it with this very content. */
function isAsBrought(chronicle: Chronicle, row: TransactionRow): boolean {
  const shown = plainFields(row);
  return deedsOn(chronicle, row.id).some(({ operation }) => {
    if (operation.kind !== 'insert') return false;
    const brought = plainFields(operation.row);
    const fields = Object.keys(brought).filter((field) => field !== 'createdAt' && field !== 'importId');
    return fields.every((field) => JSON.stringify(shown[field]) === JSON.stringify(brought[field]));
  });
}

function named({ id, description, category, amount }: TransactionRow): string {
  return `${id} ${description} ${category} ${amount}`;
}
