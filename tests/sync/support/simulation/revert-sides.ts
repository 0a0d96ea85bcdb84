/** What a revert does to transfers: no side stays one alone where the user may write it, and no other transfer ends. */
import { expect } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';

type MayWrite = (row: TransactionRow) => boolean;

/** The user's rights by the roles that the device knows: owners and admins write all rows, members their own. */
export async function rightsOf({ db, person }: SimulatedDevice): Promise<MayWrite> {
  const accounts = new Map((await db.accounts.toArray()).map((one) => [one.id, one]));
  const roles = new Map((await db.cursors.toArray()).map(({ scope, role }) => [scope, role]));
  return ({ accountId, userId, budgetId }) => {
    const role = roles.get(accountScope(accountId));
    if (accounts.get(accountId)?.ownerId === person.userId || role === 'admin') return true;
    return role === 'member' && userId === person.userId && budgetId === null;
  };
}

/** `shown`: all rows on the device before the revert. `operations`: what the revert did. */
export function expectNoSideAlone(
  shown: readonly TransactionRow[],
  operations: readonly Operation[],
  mayWrite: MayWrite,
): void {
  const taken = new Set(operations.flatMap((one) => (one.kind === 'delete' ? [one.id] : [])));
  const parted = new Set(
    shown.flatMap(({ id, transferId }) => (transferId !== null && taken.has(id) ? transferId : [])),
  );
  const staying = shown.filter(({ id, transferId }) => parted.has(transferId ?? '') && !taken.has(id));
  if (staying.length > 0) strike('a revert that took a transfer apart');
  const unlinked = operations.flatMap((one) => (one.kind === 'patch' && 'nature' in one.after ? [one] : []));
  const freed = new Set(unlinked.map(({ id }) => id));
  const alone = staying.filter((row) => mayWrite(row) && !freed.has(row.id));
  expect(alone.map(named), 'sides without their other side').toEqual([]);
  expect(
    [...freed].filter((id) => !staying.some((row) => row.id === id)),
    'sides of other transfers',
  ).toEqual([]);
  const regular = { nature: 'regular', transferId: null };
  for (const { after } of unlinked) expect(after, 'a side that stays').toMatchObject(regular);
  const fields = operations.flatMap((one) => (one.kind === 'patch' ? Object.keys(one.after) : []));
  expect(
    fields.filter((one) => !UNLINKED.has(one)),
    'what a revert leaves alone',
  ).toEqual([]);
}

const UNLINKED = new Set(['bankId', 'importId', 'importedText', 'nature', 'transferId']);

function named({ id, accountId, transferId, amount }: TransactionRow): string {
  return `${id} in ${accountId} ${transferId} ${amount}`;
}
