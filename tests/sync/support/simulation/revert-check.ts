/** A revert takes what its import brought, and nothing that somebody has changed since (S69d, S70c). */
import { expect } from 'vitest';
import { plainFields } from '#domain/mutations/changed-fields';
import type { Operation } from '#domain/mutations/operations';
import type { Fields, TransactionRow } from '#domain/rows';
import { idIn } from '../oracle/case.ts';
import type { Chronicle, Deed } from '../oracle/chronicle.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { expectNoSideAlone, rightsOf } from './revert-sides.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

/** Call it before the revert. The returned function judges the operations that the revert made. */
export async function expectRevert(
  { witness }: Pick<Stage, 'witness'>,
  device: SimulatedDevice,
  importId: string,
): Promise<(operations: readonly Operation[], edited: 'keep' | 'delete') => void> {
  const all = await transactionsOn(device);
  const { accountId } = (await device.db.imports.get(importId)) ?? {};
  // Who undoes a revert gives a row that has moved since its origin back. It is not the import's any more (S69c).
  const shown = all.filter((row) => row.importId === importId && row.accountId === accountId);
  const mayWrite = await rightsOf(device);
  return (operations, edited) => {
    const taken = operations.flatMap((one) => (one.kind === 'delete' && one.table === 'transactions' ? [one.id] : []));
    const strange = taken.filter((id) => !shown.some((row) => row.id === id));
    expect(strange, 'rows that are not of the import').toEqual([]);
    const brought = shown.filter((row) => isBrought(witness.chronicle, row, importId));
    const linked = shown.filter((row) => !brought.includes(row));
    expect(linked.filter(({ id }) => !isUnlinked(operations, id)).map(named), 'rows that are still linked').toEqual([]);
    expectNoSideAlone(all, operations, mayWrite);
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

/** Somebody may have renamed the category of a row. Nobody has edited the row by that. */
function hasRename(chronicle: Chronicle): boolean {
  return [...chronicle.deeds.values()].flat().some(({ operation }) => operation.kind === 'call');
}

/** Somebody did more with the row than to enter it, or may have renamed its category. */
function isTouched(chronicle: Chronicle, { id }: TransactionRow): boolean {
  return hasRename(chronicle) || deedsOn(chronicle, id).some(({ operation }) => operation.kind !== 'insert');
}

/** Such a row stays, and nothing of it tells of the import. */
function isUnlinked(operations: readonly Operation[], id: string): boolean {
  const ofRow = operations.filter((one) => idIn(one) === id);
  return (
    ofRow.length === 1 && ofRow.every((one) => one.kind === 'patch' && ORIGIN.every((of) => one.after[of] === null))
  );
}

const ORIGIN = ['bankId', 'importId', 'importedText'];

/** Somebody's import brought it with this very content, or with this content made it a side of a transfer (S70c). */
function isAsBrought(chronicle: Chronicle, row: TransactionRow): boolean {
  const shown = plainFields(row);
  const apart = new Set(['createdAt', 'importId', ...(hasRename(chronicle) ? ['category'] : [])]);
  const deeds = deedsOn(chronicle, row.id).map(({ operation }) => operation);
  const links = deeds.flatMap((one) => (one.kind === 'patch' && one.key !== undefined ? [one.after] : []));
  return deeds.some((operation) => {
    if (operation.kind !== 'insert') return false;
    const made = plainFields(operation.row);
    return [{}, ...links].some((link) => {
      const brought: Fields = { ...made, ...link };
      const fields = Object.keys(brought).filter((field) => !apart.has(field));
      return fields.every((field) => JSON.stringify(shown[field]) === JSON.stringify(brought[field]));
    });
  });
}

function named({ id, description, category, amount }: TransactionRow): string {
  return `${id} ${description} ${category} ${amount}`;
}
