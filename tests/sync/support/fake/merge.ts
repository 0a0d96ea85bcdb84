/** The merge rule of a patch (S36, S37), for each field group: what the author saw, wrote, and who wrote last. */
import { plainFields, SPLIT_FIELDS } from '#domain/mutations/changed-fields';
import { FIELD_GROUPS, type Patch } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { type Fields, OPEN } from '#domain/rows';
import { roleInAccount } from './access.ts';
import { authorsIn, type Clocks, isLater, isOutdated, isRaisedSince, knows, latestOf, turnsType } from './clocks.ts';
import { Refused } from './refused.ts';
import { readableClocks } from './status.ts';
import type { Work } from './work.ts';

export type Values = Fields;

const GROUPS: Record<Patch['table'], readonly (readonly string[])[]> = FIELD_GROUPS;

/** Returns the group that a field is merged with; null for a field that no device may patch. */
export function groupOf(table: Patch['table'], field: string): string | null {
  return GROUPS[table].find((group) => group.includes(field))?.[0] ?? null;
}

/** The clock of a field, which stands under the name of its group. */
export function clockOf(table: Patch['table'], field: string): string {
  return table === 'transactions' && ['type', 'refund'].includes(field) ? 'type' : (groupOf(table, field) ?? '');
}

/** Returns the groups in which two versions of a row differ, and the clock `type` when the type or refund does. */
export function changedGroups(table: Patch['table'], before: object, after: object): string[] {
  const [old, now] = [plainFields(before), plainFields(after)];
  const differs = (field: string) => !sameValue(old[field], now[field]);
  const groups = GROUPS[table].flatMap((group) => (group.some(differs) ? [group[0] ?? ''] : []));
  return table === 'transactions' && (differs('type') || differs('refund')) ? [...groups, 'type'] : groups;
}

/** What stands in a row where it is otherwise than somebody wants it. When and by whom it was made is no difference. */
export function differences(row: object, standing: object): Fields {
  const ignored = ['createdAt', 'ownerId'];
  const [wanted, there] = [plainFields(row), plainFields(standing)];
  const names = Object.keys(wanted).filter((name) => name in there && !ignored.includes(name));
  const different = names.filter((name) => !sameValue(wanted[name], there[name]));
  return Object.fromEntries(different.map((name) => [name, there[name] ?? null]));
}

/** Returns the fields of these groups. */
export function fieldsOf(table: Patch['table'], row: object, groups: readonly string[]): Values {
  const fields = Object.keys(row).filter((field) => groups.includes(groupOf(table, field) ?? ''));
  return valuesOf(row, fields);
}

export interface Merged {
  /** Fields to write. */
  taken: Values;
  /** Fields that keep somebody's edit. */
  kept: Values;
  keptBy: string | null;
  /** Groups that have this value already and get the later time. */
  raised: string[];
  /** By user: those whose values are overwritten unseen. */
  told: Map<string, Told>;
}

export interface Told {
  lost: Values;
  stands: Values;
}

type Row = object & { id: string; createdAt: string };

/** What is written: releases before 0.3.0 name both texts when one of them changed. */
function withoutOtherText({ table, before, after }: Patch): Values {
  const texts = ['description', 'notes'].filter((text) => table === 'transactions' && text in after);
  const unchanged = texts.filter((text) => sameValue(before[text], after[text]));
  if (texts.length < 2 || unchanged.length !== 1) return after;
  return Object.fromEntries(Object.entries(after).filter(([field]) => !unchanged.includes(field)));
}

/** `clocks`: those of the row. */
export function merge(work: Work, row: Row, patch: Patch, clocks = readableClocks(work, row)): Merged {
  const merged: Merged = { taken: {}, kept: {}, keptBy: null, raised: [], told: new Map() };
  const splits = patch.table === 'transactions' && 'lines' in patch.after;
  const binds = turnsType(patch) || splits;
  // Only a change of the type, or of the lines, writes it (S37b).
  const fields = Object.keys(withoutOtherText(patch)).filter(
    (field) => !['type', 'refund'].includes(field) || binds || patch.table !== 'transactions',
  );
  const byGroup = Map.groupBy(fields, (field) => {
    const group = groupOf(patch.table, field);
    // A category's name belongs to a type. So a change of the type takes amount, type and category or none of them
    // (S37a), and so does one of lines (S66b).
    return binds && (group === 'category' || group === 'lines') ? 'amount' : group;
  });
  for (const [group, named] of byGroup) {
    if (group === null) throw new Refused('invalid');
    const groups = binds && group === 'amount' ? SPLIT_FIELDS : [group];
    const missesLines = !splits && SPLIT_FIELDS.includes(group) && plainFields(row).lines != null;
    const part = { groups, fields: named, clocks, missesLines };
    const meant = notOutdated(work, row, part, patch, merged);
    if (meant.length > 0) decide(work, row, { ...part, fields: meant }, patch, merged);
  }
  if (patch.table === 'transactions' && 'accountId' in merged.taken) {
    leaveStatus(work, row, patch, merged);
    leaveBudget(work, row, patch, merged);
  }
  return merged;
}

/**
 * A row that goes to another account is open there. Whose status the move had not seen is told (S68j). Who has only a
 * budget has seen none.
 */
function leaveStatus({ state, userId, device }: Work, { id }: Row, patch: Patch, { told }: Merged) {
  const row = state.tables.transactions.get(id);
  if (!row) return;
  const clocks = state.clocks.get(id) ?? {};
  const current = valuesOf(row, Object.keys(OPEN));
  const ended = Object.keys(OPEN).filter((field) => !sameValue(current[field], plainFields(OPEN)[field]));
  const seen = roleInAccount(state, userId, row.accountId) ? patch.seen : undefined;
  if (ended.length === 0 || knows(clocks, 'status', seen, { accountId: row.accountId, device })) return;
  tellAll(told, authorsOf(clocks, ['status']), pick(current, ended), pick(plainFields(OPEN), ended));
}

/** A contribution ends, whoever wrote it later. Who did that, and the move had not seen it, is told (S77). */
function leaveBudget({ state, device }: Work, { id }: Row, { seen, after }: Patch, { taken, kept, told }: Merged) {
  const { budgetId, accountId } = state.tables.transactions.get(id) ?? { budgetId: null, accountId: '' };
  if (!after.budgetId) delete kept.budgetId;
  const clocks = state.clocks.get(id) ?? {};
  if (budgetId === null || 'budgetId' in taken || knows(clocks, 'budgetId', seen, { accountId, device })) return;
  tellAll(told, authorsOf(clocks, ['budgetId']), { budgetId }, { budgetId: null });
}

interface Part {
  /** The clocks that decide. */
  groups: readonly string[];
  /** The fields that are written or kept together. */
  fields: string[];
  /** All clocks of the row. */
  clocks: Clocks;
  /** Whether the row has lines, which hold these fields, and the patch does not name them. */
  missesLines: boolean;
}

/** A name belongs to a type (S37c), a status to an account (S68j). Where the row has left that, neither is taken. */
const MEANT_FOR = new Map([
  ['category', 'type'],
  ['status', 'accountId'],
]);

/**
 * The fields that the same device has not written since, where its mutations come in another order (S36b). Lines add up
 * to an amount: where that is another one by now, they are kept out.
 */
function notOutdated(work: Work, row: Row, part: Part, { table, before, after }: Patch, merged: Merged): string[] {
  const { groups, fields, clocks } = part;
  const late = fields.filter((field) => isOutdated(clocks[clockOf(table, field)] ?? {}, work));
  if (late.length === 0) return fields;
  const left = fields.filter((field) => !late.includes(field));
  const isOver = groups.length === 1 || late.includes('type') || late.includes('lines');
  if (isOver || left.every((field) => sameValue(before[field], after[field]))) return [];
  if (!('lines' in after)) return left;
  Object.assign(merged.kept, valuesOf(row, fields));
  merged.keptBy = latestOf(clocks, groups, { at: row.createdAt, by: authorOf(row) }).by;
  return [];
}

function decide(work: Work, row: Row, part: Part, patch: Patch, merged: Merged) {
  const { after } = patch;
  const { groups, fields, clocks, missesLines } = part;
  const { editedAt, userId } = work;
  const current = valuesOf(row, fields);
  const author = { accountId: 'accountId' in row ? String(row.accountId) : row.id, device: work.device };
  const isKnown = (group: string) => knows(clocks, group, patch.seen, author);
  const isRaised = isRaisedSince(clocks, groups, { at: editedAt, by: userId, device: work.device });
  const bond = MEANT_FOR.get(groups[0] ?? '');
  const standing = latestOf(clocks, groups, { at: row.createdAt, by: authorOf(row) });
  if (equal(current, after, fields)) {
    const named = new Set(fields.map((field) => groupOf(patch.table, field) ?? ''));
    // Only its time counts (S36g).
    merged.raised.push(...named);
  } else if (missesLines) {
    // The lines hold these fields (S66c).
    Object.assign(merged.kept, current);
    merged.keptBy = latestOf(clocks, ['lines'], { at: row.createdAt, by: authorOf(row) }).by;
  } else if (bond !== undefined && !isKnown(bond)) {
    Object.assign(merged.kept, current);
    merged.keptBy = clocks[bond]?.written?.by ?? null;
  } else if ((groups.every(isKnown) && !isRaised) || isAsSeen(current, patch, fields, standing.at <= editedAt)) {
    Object.assign(merged.taken, pick(after, fields));
  } else if (saysMore(row, groups, after) ?? isLater({ at: editedAt, by: userId }, standing)) {
    Object.assign(merged.taken, pick(after, fields));
    const changed = fields.filter((field) => !sameValue(current[field], after[field]));
    const losers = authorsOf(
      clocks,
      groups.filter((group) => !isKnown(group)),
    );
    tellAll(merged.told, losers, pick(current, changed), pick(after, changed));
  } else {
    Object.assign(merged.kept, current);
    merged.keptBy = standing.by;
  }
}

/** Of a tick and a reconciliation whose authors did not know each other, the reconciliation stands (S68i). */
function saysMore(row: object, [group]: readonly string[], after: Values): boolean | null {
  if (group !== 'status') return null;
  const reconciles = after.status === 'reconciled';
  return reconciles === (plainFields(row).status === 'reconciled') ? null : reconciles;
}

/** A patch of v0.1.0 is also taken where the values are as its author saw them, and older than the patch. */
function isAsSeen(current: Values, { seen, before }: Patch, fields: string[], isOlder: boolean): boolean {
  return typeof seen === 'number' && isOlder && equal(current, before, fields);
}

function equal(one: Values, other: Values, fields: string[]): boolean {
  return fields.every((field) => sameValue(one[field], other[field]));
}

export function tellAll(told: Merged['told'], losers: Set<string>, lost: Values, stands: Values) {
  for (const loser of losers) {
    const before = told.get(loser);
    told.set(loser, { lost: { ...before?.lost, ...lost }, stands: { ...before?.stands, ...stands } });
  }
}

function authorsOf(clocks: Clocks, groups: readonly string[]): Set<string> {
  return new Set(groups.flatMap((group) => [...authorsIn(clocks[group])]));
}

function authorOf(row: object): string | null {
  const author: unknown = Reflect.get(row, 'userId') ?? Reflect.get(row, 'ownerId');
  return typeof author === 'string' ? author : null;
}

export function valuesOf(row: object, fields: string[]): Values {
  return pick(plainFields(row), fields);
}

export function pick(values: Values, fields: string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
