/**
 * Deletions and what comes after them (S39): of a deletion and an edit, the later one wins, in whatever order they
 * arrive.
 */
import {
  accountOf,
  type Believed,
  followBudget,
  leaveOpen,
  owe,
  ownerOf,
  type Removed,
  removeTransaction,
} from './believed.ts';
import type { Case, Deeds } from './case.ts';
import type { Deed } from './chronicle.ts';
import { giveKeysBack, settleFates } from './keys.ts';
import { renameSince } from './renames.ts';
import {
  type Answer,
  BACK,
  fieldOf,
  hadSeen,
  isLater,
  isUncertain,
  type Row,
  type Standing,
  same,
  standing,
} from './rows.ts';
import { SHARED_FIELDS } from './wishes.ts';
import { say } from './words.ts';

/** The edits that the author of the deletion may not have seen, and those of them that may stand against it. */
function unseenBy(row: Row, deed: Deed) {
  const unseen = [...row.groups].flatMap(([group, one]) => {
    const answer = hadSeen(one, deed.screen.hidden.get(group) ?? deed.screen.row, deed.device);
    return one.isShared || (one.isEdit && answer !== 'yes') ? [{ one, answer }] : [];
  });
  const blocking = unseen.filter(({ one, answer }) => answer !== 'yes' && isLater(one, deed) !== 'no');
  const isSurelyBlocked = blocking.some(
    ({ one, answer }) => answer === 'no' && isLater(one, deed) === 'yes' && !one.isShared,
  );
  return { unseen, blocking, isSurelyBlocked };
}

/** Whose edit its deletion may not have seen is told of that. */
export function oweOfUnseen(row: Row, deed: Deed, believed: Believed): void {
  for (const { one, answer } of unseenBy(row, deed).unseen) {
    const isSure = answer === 'no' && one.by !== deed.person;
    owe(believed, one, { accountId: accountOf(row), rowId: row.id, kind: 'deleted', isSure });
  }
}

/** Whether the deletion has to be carried out (S39a, S39b). */
export function isDeletionDue(row: Row, deed: Deed): Answer {
  const { blocking, isSurelyBlocked } = unseenBy(row, deed);
  if (isSurelyBlocked) return 'no';
  return blocking.length === 0 ? 'yes' : 'either';
}

export function deleteTransaction(row: Row, deed: Deed, given: Case): void {
  const { believed, index, verdict, numbers, isAlone, complain } = given;
  const deletion = standing(deed, {}, index, true);
  const due = given.together.get(row.id) ?? isDeletionDue(row, deed);
  const accountId = accountOf(row);
  // A verdict on several rows does not tell which of them stays, unless it names them.
  const isWritten = !isAlone && !given.named.has(row.id) && numbers[accountId] !== undefined;
  if (verdict.status !== 'applied' && isWritten && !given.together.has(row.id) && due !== 'yes') {
    if (due === 'either') leaveOpen(believed, row);
    return;
  }
  const isDeleted = verdict.status === 'applied' || isWritten;
  if (!isDeleted) {
    if (due === 'yes' && isAlone) complain(`${row.id} had to be deleted: no later edit stands`);
    return;
  }
  if (due === 'no') complain(`${row.id} was deleted with a later edit that its author had not seen`);
  oweOfUnseen(row, deed, believed);
  removeTransaction(believed, row, deletion);
}

/**
 * Whether a second deletion counts (S39e) depends on rights. So nobody can tell which of the two an edit must be later
 * than.
 */
export function deleteAgain({ operation, person }: Deed, { believed }: Case): void {
  const id = operation.kind === 'delete' ? operation.id : '';
  const removed = believed.removed.get(id);
  if (!removed) return;
  const alsoBy = [...removed.deletion.alsoBy, person];
  const deletion = { ...removed.deletion, isTimed: false, isShared: true, alsoBy };
  believed.removed.set(id, { ...removed, deletion });
}

/** The row is there again with all that it held when it was deleted. */
export function backAsDeleted(id: string, removed: Removed, deed: Deed, { believed, index, isForgetful }: Case): Row {
  believed.removed.delete(id);
  const back = standing(deed, {}, index, true);
  const row = { ...removed.row, word: say(back, removed.row.word) };
  bringBack(row, back);
  believed.rows.set(id, row);
  renameSince(believed, row, removed.deletion.index, isForgetful);
  // The budget may be gone, or about something else by now.
  followBudget(believed, row, back);
  leaveReconciliation(believed, row);
  giveKeysBack(believed, id);
  // The very edit that brings it back may take it to another account, and it was here in between.
  settleFates(believed);
  return row;
}

/** That somebody has brought the row back counts as an edit against deletions, and no other way (S39j). */
export function bringBack({ groups }: Row, { isTimed, ...deed }: Standing, isAgain = false): void {
  groups.set(BACK, { ...deed, isTimed: isTimed && !isAgain, word: null });
}

/** An edit that is later than the deletion brings the row back (S39c). Returns it, or nothing when it stays deleted. */
export function revive(id: string, deeds: Deeds, given: Case): Row | null {
  const { believed, verdict, complain, isForgetful } = given;
  const removed = believed.removed.get(id);
  if (!removed) {
    if (verdict.status === 'applied') complain(`${id} does not exist, and an edit of it was applied`);
    return null;
  }
  const { deletion } = removed;
  const latest = deeds.reduce((one, other) => (other.at > one.at ? other : one));
  // What goes again after a restore is as old as its original, which may be older than the deletion.
  const isLatest = latest.isAgain ? 'either' : isLater(latest, deletion);
  const answer = tellsReturn(removed, deeds, isLatest, given);
  if (answer === 'either') {
    leaveOpen(believed, removed.row);
    return null;
  }
  const isBack = answer === 'yes';
  if (isBack && isLatest === 'no') complain(`${id} came back by an edit older than its deletion`);
  const isOwner = ownerOf(believed, accountOf(removed.row)) === latest.person;
  // What stands against the other side of a transfer keeps this one deleted, too.
  if (!isBack && isLatest === 'yes' && isOwner && !isForgetful && !given.together.has(id))
    complain(`${id} stays deleted after a later edit`);
  if (!isBack) return null;
  const row = backAsDeleted(id, removed, latest, given);
  const isSure = deletion.by !== latest.person;
  owe(believed, deletion, { accountId: accountOf(row), rowId: id, kind: 'revived', isSure });
  return row;
}

/** Whether the verdict says that the edit brought the row back. One on several rows may be about another one. */
function tellsReturn({ row }: Removed, deeds: Deeds, isLatest: Answer, given: Case): Answer {
  const { verdict, numbers, isAlone, together } = given;
  if (verdict.status !== 'superseded') return 'yes';
  if (isAlone) return verdict.reason === 'deleted' ? 'no' : 'yes';
  if (numbers[accountOf(row)] === undefined) return 'no';
  return isLatest === 'yes' && together.has(row.id) && keepsShared(deeds, given) ? 'no' : isLatest;
}

/** Whether the sides keep what they share, and the edit of this one asks for nothing else. */
function keepsShared(deeds: Deeds, { verdict }: Case): boolean {
  const kept = verdict.status === 'superseded' ? verdict.kept : {};
  const wanted = deeds.flatMap(({ operation }) => (operation.kind === 'patch' ? Object.keys(operation.after) : []));
  return SHARED_FIELDS.some((field) => field in kept) && wanted.every((field) => SHARED_FIELDS.includes(field));
}

/** Nothing counts a row for a reconciliation that is gone (S68e, S68f). */
function leaveReconciliation(believed: Believed, row: Row): void {
  const id = fieldOf(row, 'reconciliationId');
  if (id === null || isUncertain(id) || believed.rows.has(String(id))) return;
  const status = row.groups.get('status');
  // Who reconciled it may be told that it is cleared by now.
  if (!status) return;
  owe(believed, status, { accountId: accountOf(row), rowId: row.id, kind: 'edited', isSure: false });
  // Nobody has written that, so nobody loses it to what comes later.
  row.groups.set('status', { ...status, values: { status: 'cleared', reconciliationId: null }, isEdit: false });
}

/** Whose edit the deletion may not have seen may be told what the row writes over that is back (S39h). */
export function oweOfOverwritten(believed: Believed, row: Row, removed: Removed): void {
  for (const [group, one] of removed.row.groups) {
    if (same(one.values, row.groups.get(group)?.values ?? {})) continue;
    const authors = [one.by, ...one.alsoBy];
    const isTold = believed.duties.some(
      ({ kind, rowId, person }) => kind === 'deleted' && rowId === row.id && authors.includes(person),
    );
    if (isTold) owe(believed, one, { accountId: accountOf(row), rowId: row.id, kind: 'edited', isSure: false });
  }
}

/** Whoever brings a row back may not have known of all who deleted it, and these are told (S39i). */
export function oweOfReturn(believed: Believed, { row, deletion }: Removed): void {
  owe(believed, deletion, { accountId: accountOf(row), rowId: row.id, kind: 'revived', isSure: false });
}
