/**
 * Deletions and what comes after them: of a deletion and an edit, the later one wins, in whatever order they arrive.
 */
import { accountOf, followBudget, owe, ownerOf } from './believed.ts';
import type { Case, Deeds } from './case.ts';
import type { Deed } from './chronicle.ts';
import { renameSince } from './renames.ts';
import { hadSeen, isLater, type Row, type Standing, standing } from './rows.ts';

export function deleteTransaction(row: Row, deed: Deed, { believed, index, verdict, complain }: Case): void {
  const deletion = standing(deed, {}, index, true);
  const seen = (group: string, one: Standing) =>
    hadSeen(one, deed.screen.hidden.get(group) ?? deed.screen.row, deed.device);
  const unseen = [...row.groups].flatMap(([group, one]) => {
    const answer = seen(group, one);
    return one.isShared || (one.isEdit && answer !== 'yes') ? [{ one, answer }] : [];
  });
  const blocking = unseen.filter(({ one, answer }) => answer !== 'yes' && isLater(one, deed) !== 'no');
  const isSurelyBlocked = blocking.some(
    ({ one, answer }) => answer === 'no' && isLater(one, deed) === 'yes' && !one.isShared,
  );
  if (verdict.status !== 'applied') {
    if (blocking.length === 0) complain(`${row.id} had to be deleted: no later edit stands`);
    return;
  }
  if (isSurelyBlocked) complain(`${row.id} was deleted with a later edit that its author had not seen`);
  const accountId = accountOf(row);
  for (const { one, answer } of unseen) {
    const isSure = answer === 'no' && one.by !== deed.person;
    owe(believed, one, { accountId, rowId: row.id, kind: 'deleted', isSure });
  }
  believed.rows.delete(row.id);
  believed.removed.set(row.id, { row, deletion });
}

/**
 * Whether a second deletion counts depends on rights. So nobody can tell which of the two an edit must be later than.
 */
export function deleteAgain({ operation, person }: Deed, { believed }: Case): void {
  const id = operation.kind === 'delete' ? operation.id : '';
  const removed = believed.removed.get(id);
  if (!removed) return;
  const alsoBy = [...removed.deletion.alsoBy, person];
  const deletion = { ...removed.deletion, isTimed: false, isShared: true, alsoBy };
  believed.removed.set(id, { ...removed, deletion });
}

/** An edit that is later than the deletion brings the row back. Returns it, or nothing when it stays deleted. */
export function revive(id: string, deeds: Deeds, given: Case): Row | null {
  const { believed, verdict, complain, isForgetful } = given;
  const removed = believed.removed.get(id);
  if (!removed) {
    if (verdict.status === 'applied') complain(`${id} does not exist, and an edit of it was applied`);
    return null;
  }
  const { row, deletion } = removed;
  const latest = deeds.reduce((one, other) => (other.at > one.at ? other : one));
  // What goes again after a restore is as old as its original, which may be older than the deletion.
  const isLatest = latest.isAgain ? 'either' : isLater(latest, deletion);
  const isBack = !(verdict.status === 'superseded' && verdict.reason === 'deleted');
  if (isBack && isLatest === 'no') complain(`${id} came back by an edit older than its deletion`);
  const isOwner = ownerOf(believed, accountOf(row)) === latest.person;
  if (!isBack && isLatest === 'yes' && isOwner && !isForgetful) complain(`${id} stays deleted after a later edit`);
  if (!isBack) return null;
  believed.removed.delete(id);
  believed.rows.set(id, row);
  renameSince(believed, row, deletion.index);
  // The budget may be gone, or about something else by now.
  followBudget(believed, row, standing(latest, {}, given.index, true));
  const isSure = deletion.by !== latest.person;
  owe(believed, deletion, { accountId: accountOf(row), rowId: id, kind: 'revived', isSure });
  return row;
}
