/**
 * The oracle. It goes through a chronicle, decides by the guarantees what had to happen, and complains where a verdict
 * says something else. It shares no code with the engine, the model server or the SQL. Rights are not its business: a
 * refusal is told to its author, and other tests say who may do what. Only an owner must never be refused for rights.
 */
import { mayHaveAnswered } from './answers.ts';
import { accountOf, type Believed, followBudget, nothingYet, ownerOf, rewrite } from './believed.ts';
import { type Case, type Deeds, idIn, type Past } from './case.ts';
import type { Chronicle, ChronicleEvent, Deed } from './chronicle.ts';
import { patchRow } from './patches.ts';
import { deleteAgain, deleteTransaction, revive } from './removals.ts';
import { meant, oneOf, renameAll } from './renames.ts';
import { fieldOf, grouped, type Row, type Standing, same, standing, type Values } from './rows.ts';

export interface Judgement {
  believed: Believed;
  complaints: string[];
}

export function judge({ events }: Chronicle): Judgement {
  const complaints: string[] = [];
  const past: Past = new Map();
  const backups = new Map<number, Believed>();
  let believed = nothingYet();
  let isForgetful = false;
  for (const [index, event] of events.entries()) {
    if (event.kind === 'forgot') {
      isForgetful = true;
      // A notice is kept for a year, and that is over now.
      for (const duty of believed.duties) duty.isSure = false;
    }
    if (event.kind === 'backed up') backups.set(index, structuredClone(believed));
    if (event.kind === 'restored') believed = structuredClone(backups.get(event.to) ?? nothingYet());
    if (event.kind !== 'decided') continue;
    const complain = (text: string) => complaints.push(`event ${index}: ${text} (${JSON.stringify(event.verdict)})`);
    const { verdict, numbers } = event;
    if (verdict.status === 'rejected') {
      expectRefusable(believed, event, complain);
      continue;
    }
    decide(event, { believed, index, verdict, numbers, past, isForgetful, complain });
    remember(past, believed, event, index);
  }
  return { believed, complaints };
}

function remember(past: Past, { rows }: Believed, { deeds }: { deeds: readonly Deed[] }, index: number): void {
  const isWide = deeds.some(({ operation }) => operation.kind === 'call');
  for (const [id, row] of rows) {
    if (!isWide && !deeds.some(({ operation }) => idIn(operation) === id)) continue;
    past.set(id, [...(past.get(id) ?? []), { index, row: structuredClone(row) }]);
  }
}

/** Nobody is refused in their own account for want of a right. */
function expectRefusable(
  believed: Believed,
  { deeds, verdict }: Extract<ChronicleEvent, { kind: 'decided' }>,
  complain: Case['complain'],
): void {
  if (verdict.status !== 'rejected' || verdict.reason !== 'forbidden' || deeds.length !== 1) return;
  for (const { operation, person } of deeds) {
    const row = believed.rows.get(idIn(operation) ?? '');
    const isMove = operation.kind === 'patch' && 'accountId' in operation.after;
    if (row && !isMove && ownerOf(believed, accountOf(row)) === person) complain('the owner was refused');
  }
}

/** Deeds that were folded together count as one, each field with the time of its last deed. */
function decide({ deeds }: { deeds: readonly Deed[] }, given: Case): void {
  const byRow = Map.groupBy(deeds, (deed) => idIn(deed.operation) ?? deed);
  for (const [first, ...others] of byRow.values()) {
    if (!first) continue;
    mayHaveAnswered(given.believed, first);
    const { operation } = first;
    if (operation.kind === 'call') renameAll(given.believed, first, given.index);
    else if (operation.kind === 'delete') removeOne(first, given);
    else if (operation.kind === 'patch') patchOne([first, ...others], given);
    else makeOne([first, ...others], given);
  }
}

function patchOne(deeds: Deeds, given: Case): void {
  const id = idIn(deeds[0].operation) ?? '';
  const row = given.believed.rows.get(id) ?? revive(id, deeds, given);
  if (row) patchRow(row, deeds, given);
}

function removeOne(deed: Deed, given: Case): void {
  const { believed, numbers, verdict } = given;
  const row = believed.rows.get(idIn(deed.operation) ?? '');
  if (!row && verdict.status === 'applied') deleteAgain(deed, given);
  // Who cannot see the row any more deletes nothing.
  if (!row || (verdict.status === 'applied' && numbers[accountOf(row)] === undefined)) return;
  if (row.table === 'transactions') deleteTransaction(row, deed, given);
  else if (verdict.status !== 'applied') given.complain(`a ${row.table} row was to be deleted`);
  else removeWhole(believed, row);
}

function removeWhole(believed: Believed, row: Row): void {
  believed.rows.delete(row.id);
  if (row.table !== 'accounts') return;
  for (const other of believed.rows.values()) if (accountOf(other) === row.id) believed.rows.delete(other.id);
  believed.areCategoriesSure = false;
}

/** Enters a row, or brings it back. Who brings a row back does not become the author of what others wrote in it. */
function makeOne([first, ...edits]: Deeds, given: Case): void {
  const { believed, index, verdict, past } = given;
  const { operation } = first;
  if (operation.kind !== 'insert' && operation.kind !== 'restore') return;
  const { table, row: content } = operation;
  if (believed.rows.has(content.id) || verdict.status !== 'applied') return;
  const removed = believed.removed.get(content.id)?.row;
  const lost = past.get(content.id)?.findLast((one) => one.index <= first.screen.row.maybe)?.row;
  const before = operation.kind === 'restore' ? removed : first.isAgain ? lost : undefined;
  const row: Row = {
    table,
    id: content.id,
    author: removed?.author ?? first.person,
    groups: new Map(),
    enteredAt: stamped(first),
  };
  for (const [group, values] of grouped(table, content)) {
    row.groups.set(group, enteredAs(values, before?.groups.get(group), first, index));
  }
  for (const deed of edits) editUnsent(row, deed, index);
  believed.rows.set(row.id, row);
  believed.removed.delete(row.id);
  if (table === 'transactions') settleNames(row, first, given);
}

/** What the row held when it was deleted is nobody's new edit. What it did not hold then is one. */
function enteredAs(values: Values, before: Standing | undefined, deed: Deed, index: number): Standing {
  if (!before) return standing(deed, values, index, false);
  // Nobody has seen yet what goes again to a restored server.
  if (deed.operation.kind !== 'restore') return { ...before, values, index };
  if (same(values, before.values)) return before;
  return { ...standing(deed, values, index, true), isTimed: deed.isTimed && !deed.isAgain };
}

/** When the row was entered, unless its time is not one that the device's clock showed then. */
function stamped({ at, blurMs, clock, isTimed, operation }: Deed): Row['enteredAt'] {
  const createdAt = operation.kind === 'insert' ? Date.parse(operation.row.createdAt) : null;
  return createdAt === clock && isTimed ? { at, blurMs } : null;
}

/** An edit that was folded into what enters the row. */
function editUnsent(row: Row, deed: Deed, index: number): void {
  if (deed.operation.kind !== 'patch') return;
  for (const [group, values] of grouped(row.table, deed.operation.after)) {
    const before = row.groups.get(group)?.values;
    row.groups.set(group, standing(deed, { ...before, ...values }, index, false));
  }
}

function settleNames(row: Row, deed: Deed, { believed, index }: Case): void {
  const names = meant(believed, accountOf(row), fieldOf(row, 'type'), fieldOf(row, 'category'), deed);
  rewrite(row, 'category', { category: oneOf(names) });
  followBudget(believed, row, standing(deed, {}, index, false));
}
