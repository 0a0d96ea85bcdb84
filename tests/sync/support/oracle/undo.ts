/** Undos: only what the named action did is taken back, and only where it still stands (S67). */
import type { Patch } from '#domain/mutations/operations';
import { isAlsoOfAnother } from './asked.ts';
import { accountOf, leaveOpen, put, removeTransaction, removeWhole } from './believed.ts';
import type { Case } from './case.ts';
import type { Deed } from './chronicle.ts';
import { deleteImport } from './imports.ts';
import { giveKeysOfOrigin } from './keys.ts';
import { comeBack, tellOfStatus } from './moves.ts';
import { carriedAlong, standsAlready } from './patches.ts';
import { deleteAgain } from './removals.ts';
import { type Answer, BACK, fieldOf, hadSeen, plainValues, type Row, type Standing, standing } from './rows.ts';
import { doubt, isDoubted, isShared, missesLines, type Wish, wishesOf } from './wishes.ts';
import { indexOfStanding, speaksFor, type Word } from './words.ts';

/** The undo of an edit or of an addition. */
export function undoOne(deed: Deed, given: Case): void {
  const { believed } = given;
  const { operation } = deed;
  if (operation.kind !== 'patch' && operation.kind !== 'delete') return;
  const row = believed.rows.get(operation.id);
  // Of an addition that is gone already, it is a second deletion.
  if (!row && operation.kind === 'delete') deleteAgain(deed, given);
  if (row && operation.kind === 'patch') sayAgain(row, deed, given);
  // An undo leaves a deleted row deleted (S67d), and who does not see the row changes nothing.
  if (!row || (given.numbers[accountOf(row)] === undefined && !tellsWhatStands(given))) return;
  if (operation.kind === 'delete') {
    undoAddition(row, deed, given);
    return;
  }
  const before = row.groups.get('bankId');
  const from = accountOf(row);
  for (const wish of wishesOf(row, [deed])) if (!goesWithMove(operation, wish)) undoWish(row, wish, given);
  const by = standing(deed, {}, given.index, true);
  if (row.table === 'transactions' && accountOf(row) !== from) {
    const seen = (one: Standing) => hadSeen(one, deed.screen.hidden.get('status') ?? deed.screen.row, deed.device);
    tellOfStatus(row, { from, person: deed.person, seen }, believed);
    comeBack(believed, row, from, by);
  }
  giveKeysOfOrigin(believed, row.id, before);
}

/** That shall stand what stands already counts from now on (S36g). */
function sayAgain(row: Row, deed: Deed, given: Case): void {
  if (given.verdict.versions[accountOf(row)] === undefined) return;
  const by = standing(deed, {}, given.index, true);
  for (const { groups } of wishesOf(row, [deed])) {
    if (!standsAlready(row, groups)) continue;
    for (const [group, values] of groups) put(row, group, { ...by, values });
  }
}

/** Whether the verdict is about values that stand, and not about a row that is gone for its author. */
function tellsWhatStands({ verdict }: Case): boolean {
  return verdict.status === 'superseded' && verdict.reason === 'newer';
}

/** The server itself knows what a move took from the row. */
function goesWithMove({ table, after }: Patch, { groups }: Wish): boolean {
  return table === 'transactions' && 'accountId' in after && (groups.has('status') || groups.has('bankId'));
}

/** Anything else that was done to the row keeps it (S67b). */
function undoAddition(row: Row, deed: Deed, given: Case): void {
  if (row.table === 'imports') {
    // That it is back is nothing that was done to it since.
    const groups = new Map([...row.groups].filter(([group]) => group !== BACK));
    deleteImport(row, deed, given, mayGo({ ...row, groups }, deed, given));
    return;
  }
  const stays = mayGo(row, deed, given);
  const isGone = isDone(row, stays, given);
  if (isGone === null) leaveOpen(given.believed, row);
  if (given.isAlone && isGone && stays === 'no') given.complain(`${row.id} was taken back with the edit of another`);
  if (given.isAlone && !isGone && stays === 'yes') given.complain(`the addition of ${row.id} had to be taken back`);
  if (!isGone) return;
  if (row.table === 'transactions') {
    removeTransaction(given.believed, row, standing(deed, {}, given.index, true));
    return;
  }
  removeWhole(given.believed, row, standing(deed, {}, given.index, true));
}

/** Whether the row comes back: it does unless another action has deleted it since (S67c). */
export function bringsBack({ operation, device, undoes = null }: Deed, given: Case): boolean {
  const { believed, verdict, complain, isAlone } = given;
  const id = operation.kind === 'restore' ? operation.row.id : '';
  const removed = believed.removed.get(id);
  if (!removed || believed.rows.has(id)) return false;
  const { deletion, row } = removed;
  const isMine = undoes === null ? deletion.device === device : speaksFor(row.word, undoes);
  const isBack = isAlone ? verdict.status === 'applied' : given.numbers[accountOf(row)] !== undefined;
  const isSure = !deletion.isShared && !given.isForgetful && !given.hasRestored;
  // The verdict is on several rows, and something of the mutation was carried out.
  if (isBack && verdict.status !== 'applied' && !(isMine && isSure)) {
    leaveOpen(believed, row);
    return false;
  }
  if (isBack && !isMine && isSure) complain(`${id} came back that another deed had deleted`);
  if (!isBack && isMine && isSure && isAlone) complain(`${id} had to come back: this deed had deleted it`);
  return isBack;
}

function undoWish(row: Row, wish: Wish, given: Case): void {
  const { verdict, complain } = given;
  const { deed, groups } = wish;
  const kept = verdict.status === 'superseded' ? plainValues(verdict.kept) : {};
  const fields = [...groups.values()].flatMap((values) => Object.keys(values));
  if (standsAlready(row, groups)) return;
  const together = isShared(wish) ? given.together.get(row.id) : undefined;
  const expected = together ?? expectedOfUndo(row, wish, given);
  const isNamed = fields.some((field) => field in kept);
  const isSure = given.isAlone || together !== undefined || !isNamed;
  const taken = isSure ? !isNamed : isDone(row, expected, given);
  if (taken === null) {
    for (const group of groups.keys()) doubt(row, group);
    return;
  }
  const what = `${[...groups.keys()].join(', ')} of ${row.id}`;
  if (isSure && taken && expected === 'no') complain(`${what} was taken back, and another had written it`);
  if (isSure && !taken && expected === 'yes') complain(`${what} had to be taken back`);
  if (!taken) return;
  const by = standing(deed, {}, given.index, true);
  // A category comes back under the name that it has by now.
  for (const [group, values] of carriedAlong(given.believed, row, wish))
    put(row, group, { ...by, values }, groups.size > 1);
}

/** Whether the wish has to be taken back. */
export function expectedOfUndo(row: Row, wish: Wish, given: Case): Answer {
  const { operation } = wish.deed;
  if (operation.kind !== 'patch') return 'either';
  if (missesLines(row, wish)) return 'no';
  const before = plainValues(operation.before);
  const fields = [...wish.groups.values()].flatMap((values) => Object.keys(values));
  // Whether a renamed category is still the one that was written is another question.
  const isNamed = fields.some((field) => field === 'category' || field === 'lines');
  if (isDoubted(row, wish.against) || (isNamed && given.believed.renames.length > 0)) return 'either';
  if (fields.some((field) => fieldOf(row, field) !== before[field])) return 'no';
  const standings = wish.against.flatMap((group) => row.groups.get(group) ?? []);
  return mayBeAll(standings, wish.deed, given);
}

/** Whether the named action has the last word on it all; where nobody has, this device or whoever entered the row. */
function mayBeAll(all: readonly Standing[], { device, undoes = null }: Deed, { hasRestored }: Case): Answer {
  if (hasRestored || all.some((one) => one.isShared)) return 'either';
  const words = all.map(({ word }) => word);
  // What others took back since is a later deed of theirs, and the times decide.
  const isRevived = all.some((one) => one.word !== null && one.word.undid !== null && one.device !== device);
  if (isRevived && undoes !== null && words.some((word) => speaksFor(word, undoes))) return 'either';
  if (undoes !== null && words.some((word) => indexOfStanding(word) >= 0 || speaksFor(word, undoes))) {
    return isLast(words, undoes) ? 'yes' : 'no';
  }
  return all.every((one) => !one.isEdit || one.device === device) ? 'yes' : 'no';
}

/** Whether a row goes with the undo of its addition: nothing else has the last word on it. */
function mayGo(row: Row, deed: Deed, given: Case): Answer {
  const { undoes = null } = deed;
  if (isAlsoOfAnother(row, deed)) return given.hasRestored || given.isForgetful ? 'either' : 'no';
  const all = [...row.groups.values()].filter((one) => (one.isEdit || one.isShared) && !one.isAsked);
  if (undoes === null || given.hasRestored || all.some((one) => one.isShared)) return mayBeAll(all, deed, given);
  const words = [...row.groups.values()].map(({ word }) => word);
  const isAsAdded = [row.word, ...words].every((word) => indexOfStanding(word) < 0);
  // Two people may make the same category, or the same occurrence. It stays that of the first one.
  if (isAsAdded && isOfAnother(row, undoes, given)) return given.isForgetful ? 'either' : 'no';
  if (!isAsAdded && !isLast([row.word, ...words], undoes)) return 'no';
  // A server that has forgotten who did what goes by who wrote last, and a rename is written, too.
  return given.isForgetful ? 'either' : 'yes';
}

/** Whether another action than this one has added the row, as far as its groups tell. */
function isOfAnother(row: Row, named: string, { past }: Case): boolean {
  const addedIn = ({ groups }: Row) => [...groups.values()].filter(({ isAdded }) => isAdded);
  const isOf = ({ action, undoes }: Standing) => action === named || undoes === named;
  const added = addedIn(row);
  if (added.length === 0 || added.some(isOf)) return false;
  // What an undo has added anew, as an import whose revert it takes back, is again of who added it before (S67l).
  const before = added.some(({ undoes }) => undoes !== null) ? (past.get(row.id) ?? []) : [];
  return !before.some((one) => addedIn(one.row).some(isOf));
}

/** Whether the action speaks, and no deed that came after it. */
function isLast(words: readonly (Word | null)[], action: string): boolean {
  const speaking = words.filter((word) => speaksFor(word, action));
  const last = Math.max(-1, ...speaking.map((word) => word?.index ?? -1));
  return speaking.length > 0 && words.every((word) => speaksFor(word, action) || indexOfStanding(word) < last);
}

/** Whether it was carried out, where the verdict is on several rows; null where nobody can tell. */
function isDone(row: Row, expected: Answer, { verdict, numbers, isAlone }: Case): boolean | null {
  if (verdict.status === 'applied') return true;
  if (isAlone) return false;
  if (numbers[accountOf(row)] === undefined) return false;
  return expected === 'either' ? null : expected === 'yes';
}

/** Whether the operation is an undo. */
export function isUndo({ operation }: Deed): boolean {
  return operation.kind !== 'call' && operation.kind !== 'insert' && operation.undo === true;
}
