/**
 * The oracle. It goes through a chronicle, decides by the guarantees what had to happen, and complains where a verdict
 * says something else. It shares no code with the engine, the model server or the SQL. Rights are not its business: a
 * refusal is told to its author, and other tests say who may do what. Only an owner must never be refused for rights.
 */
import type { Insert, Restore } from '#domain/mutations/operations';
import { mayHaveAnswered } from './answers.ts';
import { type Part, partsOf } from './apart.ts';
import { makeToo, wantHere } from './asked.ts';
import {
  accountOf,
  type Believed,
  followBudget,
  handOver,
  nothingYet,
  removeTransaction,
  removeWhole,
  rewrite,
} from './believed.ts';
import { type Case, type Deeds, idIn, isOnOneRow, type Past, rowOrDeed } from './case.ts';
import type { Chronicle, Deed } from './chronicle.ts';
import { deleteImport, noteReturn } from './imports.ts';
import {
  changeOccurrence,
  gaveWay,
  giveKey,
  giveKeysBack,
  giveKeysOfOrigin,
  isHereAlready,
  isOfOthers,
  leaveKeyOpen,
  leaveUnmade,
  settleFates,
} from './keys.ts';
import { followMerges, unmergeCategories } from './merges.ts';
import { expectBothSides, expectKept, natureOf } from './natures.ts';
import { patchRow } from './patches.ts';
import { expectRefusable } from './refusals.ts';
import {
  backAsDeleted,
  bringBack,
  deleteAgain,
  deleteTransaction,
  oweOfOverwritten,
  oweOfReturn,
  oweOfUnseen,
  revive,
} from './removals.ts';
import { carried, forgetRenames, renameAll } from './renames.ts';
import { grouped, type Row, type Standing, same, sideOfRow, standing, type Values } from './rows.ts';
import { decidedTogether, withoutLostSides } from './sides.ts';
import { bringsBack, isUndo, undoOne } from './undo.ts';
import { doubt } from './wishes.ts';
import { say } from './words.ts';

export interface Judgement {
  believed: Believed;
  complaints: string[];
}

export function judge(chronicle: Chronicle): Judgement {
  const complaints: string[] = [];
  const past: Past = new Map();
  const backups = new Map<number, Believed>();
  let believed = nothingYet();
  let isForgetful = false;
  let hasRestored = false;
  for (const [index, event] of chronicle.events.entries()) {
    if (event.kind === 'forgot') {
      isForgetful = true;
      forgetNotices(believed);
      forgetRenames(believed);
    }
    if (event.kind === 'backed up') backups.set(index, structuredClone(believed));
    if (event.kind === 'restored') {
      // Which key made or linked a row is no matter of the server.
      const { makers, linkers, unmade } = believed;
      believed = { ...structuredClone(backups.get(event.to) ?? nothingYet()), makers, linkers, unmade };
      hasRestored = true;
    }
    if (event.kind === 'handed over') handOver(believed, event);
    if (event.kind !== 'decided') continue;
    const complain = (text: string) => complaints.push(`event ${index}: ${text} (${JSON.stringify(event.verdict)})`);
    const { numbers } = event;
    const known = { believed, index, numbers, past, isForgetful, hasRestored, complain };
    const all = chronicle.deedsOf(event.mutation);
    for (const part of partsOf(all, event.verdict, believed)) judgePart(part, known);
  }
  return { believed, complaints };
}

/** A notice is kept for a year, and that is over now. */
function forgetNotices({ duties }: Believed): void {
  for (const duty of duties) duty.isSure = false;
}

function judgePart(
  { deeds, verdict, named }: Part,
  known: Omit<Case, 'verdict' | 'named' | 'isAlone' | 'together'>,
): void {
  const { believed, past, index } = known;
  if (verdict.status === 'rejected') {
    expectRefusable(believed, { deeds, verdict }, known.complain);
    return;
  }
  const given = { ...known, verdict, named, isAlone: isOnOneRow(deeds), together: NOTHING };
  decide(deeds, given);
  settleFates(believed);
  expectBothSides(deeds, given);
  remember(past, believed, deeds, index);
}

function remember(past: Past, { rows }: Believed, deeds: readonly Deed[], index: number): void {
  const isWide = deeds.some(({ operation }) => operation.kind === 'call');
  for (const [id, row] of rows) {
    if (!isWide && !deeds.some(({ operation }) => idIn(operation) === id)) continue;
    past.set(id, [...(past.get(id) ?? []), { index, row: structuredClone(row) }]);
  }
}

const NOTHING: Case['together'] = new Map();

/** Deeds that were folded together count as one, each field with the time of its last deed. */
function decide(deeds: readonly Deed[], alone: Case): void {
  const byRow = [...Map.groupBy(deeds, rowOrDeed).values()];
  const all = byRow.flatMap(([first, ...others]): Deeds[] => (first ? [[first, ...others]] : []));
  const rows = alone.isAlone ? all : withoutLostSides(all, alone);
  const given = { ...alone, together: alone.isAlone ? NOTHING : decidedTogether(rows, alone) };
  for (const [first, ...others] of rows) {
    if (given.believed.open.has(idIn(first.operation) ?? '')) continue;
    if (isOfOthers(first, given)) continue;
    mayHaveAnswered(given.believed, first);
    if (isUndo(first)) takeBack(first, given);
    else doOne([first, ...others], given);
  }
}

function takeBack(deed: Deed, given: Case): void {
  if (deed.operation.kind !== 'restore') undoOne(deed, given);
  else if (given.believed.rows.has(deed.operation.row.id)) wantHere(deed, given);
  else if (bringsBack(deed, given)) {
    const id = idIn(deed.operation) ?? '';
    const removed = given.believed.removed.get(id);
    if (!removed) return;
    oweOfReturn(given.believed, removed);
    const row = backAsDeleted(id, removed, deed, given);
    doubtDetails(row, removed.row, deed, given);
    if (given.isForgetful) bringAnew(row, deed.operation, given.index);
  }
}

/** A server that has forgotten the deletion takes the row from who brings it back, and with it what that one knew. */
function bringAnew(row: Row, { table, row: brought }: Restore, index: number): void {
  for (const [group, one] of row.groups) row.groups.set(group, saidAnew(one, index));
  for (const [group, values] of grouped(table, brought))
    if (!same(values, row.groups.get(group)?.values ?? {})) doubt(row, group);
}

function doOne(deeds: Deeds, given: Case): void {
  const [first] = deeds;
  const { operation } = first;
  const other = gaveWay(first, given);
  if (other) removeForLink(other, first, given);
  const isHere = other ? 'no' : isHereAlready(first, given);
  if (isHere === 'either') leaveKeyOpen(first, given);
  if (isHere === 'yes') leaveUnmade(first, given);
  if (isHere !== 'no') return;
  const { rows } = given.believed;
  const before = rows.get(idIn(operation) ?? '')?.groups.get('bankId');
  doOrdinarily(deeds, given);
  giveKey(first, given);
  if (operation.kind === 'patch') giveKeysOfOrigin(given.believed, operation.id, before);
}

/** Who brought it may have chosen its category, and is told, also of another date (S69o). */
function removeForLink(row: Row, deed: Deed, { believed, index }: Case): void {
  const own = believed.rows.get(idIn(deed.operation) ?? '');
  const isOther = (group: string) => !same(row.groups.get(group)?.values ?? {}, own?.groups.get(group)?.values ?? {});
  // A device made the row of an occurrence by itself.
  if (own && !('scheduleId' in deed.operation) && row.author !== null && ['category', 'date'].some(isOther))
    believed.duties.push({
      person: row.author,
      accountId: accountOf(row),
      rowId: own.id,
      kind: 'edited',
      isSure: false,
    });
  removeTransaction(believed, row, standing(deed, {}, index, true));
}

function doOrdinarily(deeds: Deeds, given: Case): void {
  const [first] = deeds;
  const { operation } = first;
  if (operation.kind === 'call') call(first, given);
  else if (operation.kind === 'delete') removeOne(first, given);
  else if (operation.kind === 'patch') patchOne(deeds, given);
  else makeOne(deeds, given);
}

function call(deed: Deed, given: Case): void {
  changeOccurrence(deed, given);
  renameAll(given.believed, deed, given.index);
  unmergeCategories(given.believed, deed, given.index);
}

function patchOne(deeds: Deeds, given: Case): void {
  const [{ operation }] = deeds;
  const id = idIn(operation) ?? '';
  const { rows, areCategoriesSure } = given.believed;
  // It may have moved to another account, and serve there.
  if (operation.kind === 'patch' && operation.table === 'categories' && !areCategoriesSure) return;
  const row = rows.get(id) ?? ('scheduleId' in operation ? undefined : revive(id, deeds, given));
  if (!row) return;
  const before = natureOf(row);
  patchRow(row, deeds, given);
  if (row.table === 'budgets') followMerges(given.believed, row);
  if (row.table === 'transactions') expectKept(row, before, given);
}

function removeOne(deed: Deed, given: Case): void {
  const { believed, numbers, verdict } = given;
  const row = believed.rows.get(idIn(deed.operation) ?? '');
  if (!row && verdict.status === 'applied') deleteAgain(deed, given);
  // Who cannot see the row any more deletes nothing.
  if (!row || (verdict.status === 'applied' && numbers[accountOf(row)] === undefined)) return;
  if (row.table === 'transactions') deleteTransaction(row, deed, given);
  else if (row.table === 'imports') deleteImport(row, deed, given);
  else if (verdict.status !== 'applied' && given.isAlone) given.complain(`a ${row.table} row was to be deleted`);
  else {
    oweOfUnseen(row, deed, believed);
    removeWhole(believed, row, standing(deed, {}, given.index, true));
  }
}

/** Enters a row, or brings it back. */
function makeOne(deeds: Deeds, given: Case): void {
  const [{ operation }] = deeds;
  if (operation.kind !== 'insert' && operation.kind !== 'restore') return;
  if (operation.kind === 'restore') wantHere(deeds[0], given);
  makeToo(deeds[0], given);
  if (given.believed.rows.has(operation.row.id) || (given.verdict.status !== 'applied' && given.isAlone)) return;
  makeRow(deeds, operation, given);
}

/** Who brings a row back by hand does not become the author of what others wrote in it; who brings its line does. */
function makeRow([first, ...edits]: Deeds, operation: Insert | Restore, given: Case): void {
  const { believed, index, past } = given;
  const { table, row: content } = operation;
  const gone = believed.removed.get(content.id);
  const removed = gone?.row;
  const lost = past.get(content.id)?.findLast((one) => one.index <= first.screen.row.maybe)?.row;
  const before = operation.kind === 'restore' ? removed : first.isAgain ? lost : undefined;
  const row: Row = {
    table,
    id: content.id,
    author: (operation.kind === 'restore' ? removed?.author : null) ?? first.person,
    groups: new Map(),
    word: removed ? say(standing(first, {}, index, true), removed.word) : null,
    enteredAt: stamped(first),
  };
  for (const [group, values] of grouped(table, content)) {
    row.groups.set(group, enteredAs(values, before?.groups.get(group), first, given));
  }
  for (const deed of edits) editUnsent(row, deed, index, isAddition(first));
  believed.rows.set(row.id, row);
  believed.removed.delete(row.id);
  if (table === 'imports') noteReturn(row, first, given);
  if (table === 'budgets') followMerges(believed, row);
  if (table !== 'transactions') return;
  settleNames(row, first, given);
  if (gone) oweOfOverwritten(believed, row, gone);
  if (operation.kind !== 'restore') return;
  bringBack(row, standing(first, {}, index, true), first.isAgain);
  doubtDetails(row, removed, first, given);
  if (gone) oweOfReturn(believed, gone);
  giveKeysBack(believed, row.id);
}

/**
 * Who may not write the status gets that of the removal, and its reconciliation may be gone (S68e). Neither may
 * everybody write where a row comes from (S69f). Only its history, which may be forgotten, tells the server of that.
 */
function doubtDetails(row: Row, removed: Row | undefined, { person }: Deed, { believed, isForgetful }: Case): void {
  doubt(row, 'status');
  const origin = row.groups.get('bankId')?.values ?? {};
  const isFromOwn = believed.rows.get(String(origin.importId))?.author === person;
  const isKnown = removed && same(origin, removed.groups.get('bankId')?.values ?? {});
  if (!isKnown || (isForgetful && !isFromOwn)) doubt(row, 'bankId');
}

/** What the row held when it was deleted is nobody's new edit. What it did not hold then is one (S39f). */
function enteredAs(values: Values, before: Standing | undefined, deed: Deed, given: Case): Standing {
  const { index, isForgetful } = given;
  if (!before) return { ...standing(deed, values, index, false), isAdded: isAddition(deed) };
  // Nobody has seen yet what goes again to a restored server.
  if (deed.operation.kind !== 'restore') return { ...before, values, index };
  // A server that has forgotten the deletion takes what is brought back for an edit.
  if (same(values, before.values)) return isForgetful ? saidAnew(before, index) : before;
  const edited = standing(deed, values, index, true);
  // The server notes that the row is back, and no change of its fields.
  return { ...edited, word: before.word, isTimed: deed.isTimed && !deed.isAgain };
}

/** It may be an edit of who brings the row back, from that time, and nobody else has seen it. */
function saidAnew(before: Standing, index: number): Standing {
  return { ...before, index, isShared: true, isTimed: false };
}

/** A copy of what a restored server lost is none: nobody but its author knows it (S29i). */
function isAddition({ operation, isAgain }: Deed): boolean {
  return operation.kind === 'insert' && !isAgain;
}

/** When the row was entered, unless its time is not one that the device's clock showed then. */
function stamped({ at, blurMs, clock, isTimed, operation }: Deed): Row['enteredAt'] {
  const createdAt = operation.kind === 'insert' ? Date.parse(operation.row.createdAt) : null;
  return createdAt === clock && isTimed ? { at, blurMs } : null;
}

/** An edit that was folded into what enters the row. */
function editUnsent(row: Row, deed: Deed, index: number, isAdded: boolean): void {
  if (deed.operation.kind !== 'patch') return;
  for (const [group, values] of grouped(row.table, deed.operation.after)) {
    const before = row.groups.get(group)?.values;
    row.groups.set(group, { ...standing(deed, { ...before, ...values }, index, false), isAdded });
  }
}

function settleNames(row: Row, deed: Deed, { believed, index }: Case): void {
  const place = { accountId: accountOf(row), type: sideOfRow(row) };
  const values = new Map([...row.groups].map(([group, one]) => [group, one.values]));
  const named = carried(believed, place, values, deed);
  for (const group of ['category', 'lines']) rewrite(row, group, named.get(group) ?? {});
  followBudget(believed, row, standing(deed, {}, index, false));
}
