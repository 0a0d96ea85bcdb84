/**
 * Compares an entry's values with those in their place, field by field, in the words of the screens. It shows no ids.
 */

import { kindNamed } from '#domain/account-kinds';
import { formatDate } from '#domain/dates/dates';
import { linesInWords } from '#domain/money/lines';
import { formatMoney, formatSignedAmount } from '#domain/money/money';
import { plainFields } from '#domain/mutations/changed-fields';
import { mainOperation } from '#domain/mutations/main-operation';
import type { Operation, Patch } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { withFittingLines } from '#domain/transactions/fitting-lines';
import type { OutboxEntry } from '#store/database/records';
import { type EntryFields, type EntrySubject, rowOf } from '#store/queries/rows/entry-subject';
import { KIND, KINDS } from '#texts/books/account-kinds';
import * as texts from '#texts/sync/entries';
import * as entryActions from '#texts/sync/entry-actions';
import * as terms from '#texts/terms';
import { REFUND, YES } from '#texts/transactions/refunds';

/** Account, budget and category ids to their names. */
export type Names = ReadonlyMap<string, string>;

export interface Fact {
  field: string;
  label: string;
  value: string;
}

export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

const STATUS_TEXTS: Readonly<Record<string, string>> = terms.STATUSES;

const LABELS: Readonly<Record<string, string>> = {
  amount: terms.AMOUNT,
  type: terms.TYPE,
  refund: REFUND,
  date: terms.DATE,
  description: terms.DESCRIPTION,
  category: terms.CATEGORY,
  lines: terms.LINES,
  notes: terms.NOTES,
  name: terms.NAME,
  email: terms.EMAIL,
  role: texts.ACCESS,
  kind: KIND,
  group: texts.GROUP,
  archived: texts.ARCHIVED,
  accountId: terms.ACCOUNT,
  budgetId: terms.BUDGET,
  categoryId: terms.CATEGORY,
  status: terms.STATUS,
};

/** What is so of every row that nobody has changed. */
const UNCHANGED: Readonly<EntryFields> = { archived: false, kind: 'other', status: 'open', refund: false };

/**
 * The fields of a row as people know them. Amount and type are one signed sum. Empty and unchanged fields are
 * left out.
 */
export function factsOf(fields: EntryFields, names: Names): Fact[] {
  return Object.keys(LABELS).flatMap((field) => {
    const value = fields[field] === UNCHANGED[field] ? '' : textOf(field, fields, names);
    return value ? [{ field, label: labelOf(field), value }] : [];
  });
}

/**
 * The fields in which somebody's newer value stands instead of the entry's. Empty for an entry that was not superseded.
 */
export function differencesOf(entry: OutboxEntry, names: Names): Difference[] {
  const { operations, verdict } = entry;
  const main = mainOperation(operations);
  if (verdict?.status !== 'superseded' || verdict.reason !== 'newer' || !main || main.kind === 'delete') return [];
  const mine = main.kind === 'patch' ? main.after : main.kind === 'call' ? main.arguments : main.row;
  const plain = plainFields(mine);
  const said: EntryFields = {};
  for (const field of Object.keys(verdict.kept)) said[field] = plain[field] ?? null;
  return compare(said, verdict.kept, names, main.kind === 'patch' ? rowOf(entry, main) : null);
}

/** What somebody changed in a row that the entry had deleted, and that is back. Empty for every other entry. */
export function changesOfRevived(entry: OutboxEntry, { operation, current }: EntrySubject, names: Names): Difference[] {
  if (entry.verdict?.status !== 'superseded' || operation.kind !== 'delete' || !current) return [];
  const deleted = rowOf(entry, operation);
  return deleted ? compare(plainFields(deleted), current, names, null) : [];
}

/** The split that stands, where the user's own value would end it: its lines would not add up any more. */
export function splitEnded({ current, meant }: EntrySubject): Difference | null {
  const lines = current?.lines;
  if (!Array.isArray(lines) || withFittingLines(meant).lines !== null) return null;
  return { label: terms.LINES, mine: texts.NO_SPLIT, theirs: linesInWords(lines) };
}

/** The fields of `theirs` that have another value in `mine`, as people read them. An amount has the sign of the row. */
export function compare(mine: EntryFields, theirs: EntryFields, names: Names, row: object | null): Difference[] {
  const { type = null } = row === null ? {} : plainFields(row);
  return Object.keys(LABELS).flatMap((field) => {
    if (!(field in theirs)) return [];
    const [ours, others] = [textOf(field, { type, ...mine }, names), textOf(field, { type, ...theirs }, names)];
    return ours === others ? [] : [{ label: labelOf(field), mine: ours || texts.EMPTY, theirs: others || texts.EMPTY }];
  });
}

/**
 * What patches of many rows were to change: each field with the value that all of them give it. The value is empty
 * where they give different ones. A patch names the whole group of a field, also the fields that it leaves as they are.
 */
export function wantedOf(operations: readonly Operation[], names: Names): Fact[] {
  const patches = operations.filter((one) => one.kind === 'patch');
  const changes = ({ before, after }: Patch, field: string) => !sameValue(before[field], after[field]);
  return Object.keys(LABELS).flatMap((field) => {
    // The type is the sign of the amount.
    if (field === 'type') return [];
    const changing = patches.filter((one) => changes(one, field) || (field === 'amount' && changes(one, 'type')));
    if (changing.length === 0) return [];
    const values = new Set(changing.map(({ after }) => textOf(field, after, names) || texts.EMPTY));
    const [value = '', ...others] = values;
    return [{ field, label: labelOf(field), value: others.length > 0 ? '' : value }];
  });
}

/** "Category: Food", or the field alone where each row was to have another value. */
export function factInWords({ label, value }: Fact): string {
  return value ? entryActions.fact(label, value) : label;
}

/** The name that `names` has for the account that an entry is about; null when it has none, or the entry no account. */
export function accountNameOf({ operation, meant }: EntrySubject, names: Names): string | null {
  const ofAccount = operation.kind !== 'call' && operation.table === 'accounts';
  return names.get(String(ofAccount ? meant.id : meant.accountId)) ?? null;
}

const labelOf = (field: string): string => LABELS[field] ?? field;

/** Empty for a field that is missing, has no value, or is shown by another field. */
function textOf(field: string, fields: EntryFields, names: Names): string {
  const value = fields[field];
  if (value === undefined || value === null) return '';
  if (field === 'amount' && typeof value === 'number') return sumOf(value, fields.type);
  if (field === 'type') return 'amount' in fields ? '' : String(value);
  if (field.endsWith('Id')) return names.get(String(value)) ?? texts.noLongerHere(labelOf(field));
  return wordsOf(field, value);
}

/** A value as screens say it. Empty for one that people see in another way, as the place of an account in lists. */
function wordsOf(field: string, value: EntryFields[string] | undefined): string {
  if (field === 'position') return '';
  if (field === 'refund') return value ? YES : '';
  if (field === 'status') return STATUS_TEXTS[String(value)] ?? '';
  if (field === 'date' && typeof value === 'string') return formatDate(value);
  if (Array.isArray(value)) return linesInWords(value);
  const kind = kindNamed(value);
  if (field === 'kind' && kind) return KINDS[kind];
  if (field === 'archived') return value ? texts.ARCHIVED : texts.NOT_ARCHIVED;
  return String(value ?? '');
}

/** Fields as the user knows them, without ids; amount and type are one signed sum. */
export function fieldsInWords(fields: EntryFields): string {
  const { type, amount, ...others } = fields;
  const values = Object.entries(others)
    .filter(([name]) => !name.endsWith('Id'))
    .map(([name, value]) => wordsOf(name, value));
  if (typeof amount === 'number') values.unshift(sumOf(amount, type));
  else if (type) values.unshift(String(type));
  return values.filter((value) => value !== '').join(', ');
}

/** A budget's amount has no type, so it has no sign. */
function sumOf(amount: number, type: EntryFields[string] | undefined): string {
  return type === 'income' || type === 'expense' ? formatSignedAmount({ type, amount }) : formatMoney(amount);
}
