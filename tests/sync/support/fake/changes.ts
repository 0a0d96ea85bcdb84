/** What stood before changes and removals of transactions, in memory, and what follows from it. */

import { plainFields } from '#domain/mutations/changed-fields';
import type { WritableTable } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { categoryType } from '#domain/refunds';
import { type Fields, PLAIN, type TransactionRow } from '#domain/rows';
import { atLeast, roleInAccount } from './access.ts';
import { authorsIn, isLater, isRaisedSince, knows, type SeenBefore, type Stamp } from './clocks.ts';
import { changedGroups, fieldsOf, pick } from './merge.ts';
import { contentOf } from './removed-content.ts';
import { carriedSince, renamedRow } from './renames.ts';
import type { Change } from './state.ts';
import { readableClocks } from './status.ts';
import type { Work } from './work.ts';

/** Returns the removal of a transaction that stands nowhere now. Only members of the account may know its content. */
export function removedTransaction({ state, userId }: Work, rowId: string): Change | undefined {
  if (state.tables.transactions.has(rowId)) return undefined;
  const removal = lastRemoval(state.changes.values(), rowId);
  return removal && roleInAccount(state, userId, removal.accountId) ? removal : undefined;
}

export function lastRemoval(changes: Iterable<Change>, rowId: string, accountId?: string): Change | undefined {
  return [...changes].findLast((one) => {
    return one.rowId === rowId && one.kind === 'removal' && (accountId ?? one.accountId) === one.accountId;
  });
}

/** Returns the content of a removed transaction, with its category's name as it is now. */
export function sinceRemoval({ state }: Work, { accountId, version, before }: Change): TransactionRow {
  return renamedRow(before, (name) => carriedSince(state, accountId, categoryType(before), name, version));
}

/** Somebody else deleted the row before: the later deletion counts from now on (S39e), and both are known. */
export function deleteAgain(work: Work, rowId: string) {
  const { state, userId, editedAt, device } = work;
  const removal = lastRemoval(state.changes.values(), rowId);
  if (state.tables.transactions.has(rowId) || !removal) return;
  const known = { ...removal, deleters: [...removal.deleters, removal.author, userId] };
  const mine = { at: editedAt, by: userId };
  const role = roleInAccount(state, userId, removal.accountId);
  const mayDelete = role !== null && (atLeast(role, 'admin') || removal.before.userId === userId);
  if (!mayDelete || !isLater(mine, { at: removal.editedAt, by: removal.author })) {
    work.writeChange(known);
    return;
  }
  work.writeChange({ ...known, editedAt, author: userId, device });
  work.sayAgain(rowId);
}

/** Tells everybody who removed the row that an edit has brought it back (S39c). Guests get no values (S40g). */
export function tellOfReturn(work: Work, { accountId, rowId, author, deleters }: Change, taken: Fields) {
  for (const person of new Set([author, ...deleters])) {
    const stands = roleInAccount(work.state, person, accountId) ? taken : {};
    work.tell(person, { accountId, table: 'transactions', rowId, kind: 'revived', lost: {}, stands });
  }
}

/** Whose deletions the author of the mutation did not know. Only of the first one does a device hear. */
export function unknownDeleters(work: Work, { accountId, version, at, author, deleters }: Change): string[] {
  const { cursors, editedAt, userId } = work;
  const cursor = cursors[accountId];
  const isKnown = cursor === undefined ? at <= editedAt : version <= cursor;
  return [...new Set([...deleters, ...(isKnown ? [] : [author])])].filter((person) => person !== userId);
}

interface UnknownEdit extends Stamp {
  group: string;
  /** Who is told of it: also who has written the same value again since (S36g), or whose it was (S37d). */
  authors: ReadonlySet<string>;
  /** Later than the deletion. */
  wins: boolean;
}

/** A transaction, a budget or a category. */
type Edited = { id: string; accountId: string };

/**
 * Returns the edits of a row that the author of a deletion did not know (S39a, S39b), and the later repetitions
 * of those that they knew.
 */
export function unknownEdits(work: Work, row: Edited, seen: SeenBefore): UnknownEdit[] {
  const { userId, editedAt, device } = work;
  const clocks = readableClocks(work, row);
  return Object.entries(clocks).flatMap(([group, clock]): UnknownEdit[] => {
    const { written, raised } = clock;
    if (written && !isKnown(work, row, group, seen)) {
      const { at, by } = written;
      return [{ group, at, by, authors: authorsIn(clock), wins: isLater({ at, by }, { at: editedAt, by: userId }) }];
    }
    const isRepeated = raised && isRaisedSince(clocks, [group], { at: editedAt, by: userId, device });
    return isRepeated ? [{ group, at: raised.at, by: raised.by, authors: new Set([raised.by]), wins: false }] : [];
  });
}

function isKnown(work: Work, row: Edited, group: string, seen: SeenBefore): boolean {
  const { state, editedAt, device } = work;
  const clocks = readableClocks(work, row);
  if (knows(clocks, group, seen, { accountId: row.accountId, device })) return true;
  // v0.1.0 does not say what the author saw. They cannot have seen what came to the server later.
  const cameLater = [...state.written.values()].some((one) => {
    return one.rowId === row.id && one.groups.includes(group) && one.at > editedAt;
  });
  return seen === undefined && (clocks[group]?.written?.at ?? '') < editedAt && !cameLater;
}

/** Tells those whose edits the deletion did not know (S39a). Only members of the account get the whole row (S40g). */
export function tellOfDeletion(work: Work, table: WritableTable, row: Edited, edits: UnknownEdit[]) {
  const content = contentOf(row);
  const written = edits.flatMap(({ group, authors }) => [...authors].map((author) => ({ author, group })));
  for (const [author, theirs] of Map.groupBy(written, (one) => one.author)) {
    const groups = theirs.map(({ group }) => group);
    const isMember = roleInAccount(work.state, author, row.accountId) !== null;
    const lost = isMember ? content : fieldsOf(table, content, groups);
    work.tell(author, {
      accountId: row.accountId,
      table,
      rowId: row.id,
      kind: 'deleted',
      lost,
      stands: {},
    });
  }
}

/** Tells those whose edits the deletion did not know which of their values the row writes over that is back (S39h). */
export function tellOfRestore(work: Work, removal: Change, restored: TransactionRow) {
  const removed = sinceRemoval(work, removal);
  const { rowId } = removal;
  const { accountId } = restored;
  // What a row has in one account ends in another one anyway.
  const ended = plainFields(accountId === removal.accountId ? {} : { ...PLAIN, budgetId: null });
  const told = [...work.state.notices.values()].filter((notice) => {
    return notice.rowId === rowId && notice.kind === 'deleted' && notice.order > removal.order;
  });
  for (const { userId } of told) {
    const groups = changedGroups('transactions', removed, restored);
    const theirs = groups.filter((group) => authorsIn(removal.clocks[group]).has(userId));
    const before = fieldsOf('transactions', removed, theirs);
    const after = fieldsOf('transactions', restored, theirs);
    const fields = Object.keys(before).filter(
      (field) => !sameValue(before[field], after[field]) && !(field in ended && sameValue(before[field], ended[field])),
    );
    if (fields.length === 0) continue;
    const [lost, stands] = [pick(before, fields), pick(after, fields)];
    work.tell(userId, { accountId, table: 'transactions', rowId, kind: 'edited', lost, stands });
  }
}
