/**
 * What a mutation writes to both sides of a transfer, in memory: what the sides share is written to both or to neither
 * (S65f, S65g, S65h).
 * The SQL has it in `private.push_sides`.
 */
import * as v from 'valibot';
import { plainFields } from '#domain/mutations/changed-fields';
import type { Delete, Operation, Patch, Restore } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { type Fields, TransactionRow } from '#domain/rows';
import { SHARED_BY_SIDES } from '#domain/transactions/transfers';
import { removedTransaction, sinceRemoval, unknownEdits } from './changes.ts';
import { isLater } from './clocks.ts';
import { groupOf, merge, pick } from './merge.ts';
import { carryPatch } from './renames.ts';
import { readableClocks, readableRow } from './status.ts';
import { resolve, type Stays, together } from './undo.ts';
import type { Work } from './work.ts';

type SideOperation = Patch | Delete | Restore;

interface Side {
  operation: SideOperation;
  transferId: string;
  against: Stays | null;
  /** What stands of the shared fields that the operation changes. */
  kept: Fields;
}

/** Returns the operations that are left, and what stays instead of the others. */
export function bindSides(work: Work, all: readonly Operation[]): { operations: Operation[]; stays: Stays | null } {
  const sides = sidesIn(work, all).map((one): Side => ({ ...one, ...judge(work, one.operation) }));
  const stays = new Set(sides.filter(({ against }) => against).map(({ transferId }) => transferId));
  const bound = sides.filter(({ transferId }) => stays.has(transferId));
  for (const { operation } of bound) {
    const row = work.readable('transactions', idOf(operation));
    if (row) work.stands(row.accountId, row.version);
  }
  for (const side of bound) noteSide(work, side, bound);
  const isBound = new Set<Operation>(bound.map(({ operation }) => operation));
  return {
    operations: all.flatMap((one) => (isBound.has(one) ? (withoutShared(work, one) ?? []) : one)),
    stays: sumOf(bound),
  };
}

/** A side that is already as the edit wants it to be has nothing to tell. */
function noteSide(work: Work, { operation, transferId, against, kept }: Side, bound: readonly Side[]) {
  if (!against && Object.keys(kept).length === 0 && operation.kind === 'patch') return;
  const others = bound.flatMap((one) => (one.transferId === transferId ? (one.against?.by ?? []) : []));
  work.note(idOf(operation), { reason: against?.reason ?? 'newer', kept, by: against?.by ?? others.at(-1) ?? null });
}

/** The operations that write what sides share, where several are of one transfer. */
function sidesIn(work: Work, all: readonly Operation[]): Pick<Side, 'operation' | 'transferId'>[] {
  const named = all.flatMap((operation) => {
    const transferId = writesShared(operation) ? transferOf(work, operation) : null;
    return transferId !== null && writesShared(operation) ? [{ operation, transferId }] : [];
  });
  const rows = Map.groupBy(named, ({ transferId }) => transferId);
  return named.filter(({ transferId }) => {
    return new Set(rows.get(transferId)?.map(({ operation }) => idOf(operation))).size > 1;
  });
}

export function writesShared(operation: Operation): operation is SideOperation {
  if (operation.kind === 'call' || operation.table !== 'transactions') return false;
  if (operation.kind === 'restore') return operation.undo === true;
  if (operation.kind === 'patch')
    return SHARED_BY_SIDES.some((field) => field !== 'category' && field in operation.after);
  return operation.kind === 'delete';
}

function transferOf(work: Work, operation: SideOperation): string | null {
  if (operation.kind === 'restore') return operation.row.transferId;
  const named = operation.kind === 'patch' && (operation.after.transferId ?? operation.before.transferId);
  if (typeof named === 'string') return named;
  const row = work.readable('transactions', operation.id) ?? removedTransaction(work, operation.id)?.before;
  return row?.transferId ?? null;
}

function judge(work: Work, operation: SideOperation): Pick<Side, 'against' | 'kept'> {
  const found = work.readable('transactions', idOf(operation));
  const row = found && readableRow(work.state, work.userId, found);
  const kept = operation.kind === 'patch' && row ? differing(operation, row) : {};
  if (operation.undo) return { against: againstUndo(work, operation), kept };
  if (operation.kind === 'patch') return judgePatch(work, operation, row);
  const winners = row && operation.kind === 'delete' ? unknownEdits(work, row, operation.seen) : [];
  const last = winners.filter(({ wins }) => wins).reduce<(typeof winners)[number] | null>(later, null);
  return { against: last && { reason: 'newer', kept: {}, by: work.email(last.by) }, kept };
}

function later<T extends { at: string; by: string }>(last: T | null, one: T): T {
  return last === null || isLater(one, last) ? one : last;
}

function againstUndo(work: Work, operation: SideOperation): Stays | null {
  const { stays } = resolve(work, operation);
  const isAboutOthers = operation.kind === 'patch' && stays?.reason === 'newer' && !namesShared(stays.kept);
  return stays && !isAboutOthers ? stays : null;
}

function judgePatch(work: Work, operation: Patch, row: TransactionRow | undefined): Pick<Side, 'against' | 'kept'> {
  const removal = row ? undefined : removedTransaction(work, operation.id);
  if (!row && !removal) return { against: null, kept: {} };
  if (removal && !isLater({ at: work.editedAt, by: work.userId }, { at: removal.editedAt, by: removal.author })) {
    const { by } = work.untouched(operation.id, false);
    return { against: { reason: 'deleted', kept: {}, by: work.email(by) }, kept: {} };
  }
  // The edit brings a removed row back.
  const standing = v.parse(TransactionRow, removal ? sinceRemoval(work, removal) : row);
  const clocks = removal ? removal.clocks : readableClocks(work, standing);
  const meant = carryPatch(work, standing, operation);
  const merged = merge(work, standing, meant, clocks);
  const against = namesShared(merged.kept)
    ? ({ reason: 'newer', kept: {}, by: work.email(merged.keptBy) } as const)
    : null;
  return { against, kept: differing(meant, standing) };
}

function namesShared(fields: Fields): boolean {
  return SHARED_BY_SIDES.some((field) => field in fields);
}

/** The values of the row in the shared groups that the patch changes. */
function differing({ before, after }: Patch, row: TransactionRow): Fields {
  const standing = plainFields(row);
  const named = SHARED_BY_SIDES.filter((field) => field in after && (field !== 'type' || after.type !== before.type));
  const differs = named.filter((field) => !sameValue(standing[field], after[field]));
  const groups = new Set(differs.map((field) => groupOf('transactions', field)));
  return pick(
    standing,
    named.filter((field) => groups.has(groupOf('transactions', field))),
  );
}

/** What is left of an operation when both sides keep what they share. An empty patch is refused like any other. */
function withoutShared(work: Work, operation: Operation): Operation | null {
  if (!writesShared(operation)) return operation;
  const id = idOf(operation);
  const others = (values: Fields) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !SHARED_BY_SIDES.includes(field)));
  const rest: Patch =
    operation.kind === 'patch'
      ? { ...operation, before: others(operation.before), after: others(operation.after) }
      : { kind: 'patch', table: 'transactions', id, seen: 0, before: {}, after: {} };
  const isEmpty = Object.keys(rest.after).length === 0;
  return isEmpty && !work.readable('transactions', id) ? null : rest;
}

/** What stands against a side has the last word on what was kept. */
function sumOf(bound: readonly Side[]): Stays | null {
  const kept = Object.assign(
    {},
    ...bound.toSorted((a, b) => Number(a.against !== null) - Number(b.against !== null)).map((one) => one.kept),
  );
  const against = bound
    .flatMap((one) => one.against ?? [])
    .reduce<Stays | null>((sum, one) => together(sum, one), null);
  return against && { ...against, kept };
}

function idOf(operation: SideOperation): string {
  return operation.kind === 'restore' ? operation.row.id : operation.id;
}
