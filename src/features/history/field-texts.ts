/** The fields of rows as people know them: what each is called, and how its values read. */
import { formatDate } from '#domain/dates/dates';
import { formatMoney, formatSignedAmount } from '#domain/money/money';
import { formatCount } from '#domain/money/numbers';
import * as kinds from '#texts/books/account-kinds';
import * as accounts from '#texts/books/accounts';
import * as imports from '#texts/import/import';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/history';
import * as refunds from '#texts/transactions/refunds';
import * as natures from '#texts/transactions/transaction-kinds';

export type Fields = Readonly<Record<string, unknown>>;
/** Account, budget, category and import ids to their names. */
export type Names = ReadonlyMap<string, string>;

interface Field {
  label: string;
  /** `row` is the row in which the value stands. */
  text?: (value: unknown, row: Fields, names: Names) => string;
}

const named: Field['text'] = (value, _, names) => names.get(String(value)) ?? texts.NO_LONGER_HERE;
const day: Field['text'] = (value) => formatDate(String(value));

/** In the order in which they are shown. Any other field is shown under its own name. */
const FIELDS: Readonly<Record<string, Field>> = {
  name: { label: terms.NAME },
  amount: { label: terms.AMOUNT, text: (value, row) => (typeof value === 'number' ? money(value, row.type) : '') },
  refund: { label: refunds.REFUND, text: (value) => (value ? refunds.YES : refunds.NO) },
  type: { label: terms.TYPE, text: (value) => TYPES.get(String(value)) ?? String(value) },
  date: { label: terms.DATE, text: day },
  category: { label: terms.CATEGORY },
  description: { label: terms.DESCRIPTION },
  notes: { label: terms.NOTES },
  accountId: { label: terms.ACCOUNT, text: named },
  budgetId: { label: terms.BUDGET, text: named },
  categoryId: { label: terms.CATEGORY, text: named },
  lines: { label: texts.LINES, text: (value) => (Array.isArray(value) ? texts.lines(value.length) : plain(value)) },
  nature: { label: natures.NATURE, text: (value) => NATURES.get(String(value)) ?? String(value) },
  status: { label: terms.STATUS, text: (value) => STATUSES.get(String(value)) ?? String(value) },
  kind: { label: kinds.KIND, text: (value) => KINDS.get(String(value)) ?? String(value) },
  accountNumber: { label: texts.NUMBER },
  ownerId: { label: texts.OWNER, text: () => texts.ANOTHER_PERSON },
  startDate: { label: texts.STARTS, text: day },
  group: { label: texts.GROUP },
  archived: { label: texts.ARCHIVED },
  position: { label: texts.POSITION },
  importId: { label: texts.IMPORT, text: (value, _, names) => names.get(String(value)) ?? texts.A_FILE },
  importedText: { label: texts.IMPORTED_TEXT },
  bankId: { label: imports.ROLES.bankId },
};

const TYPES = new Map([['income', terms.INCOME], ['expense', terms.EXPENSE], ...Object.entries(accounts.TYPE_NAMES)]);

const KINDS = new Map(Object.entries(kinds.KINDS));
const STATUSES = new Map(Object.entries(terms.STATUSES));
const NATURES = new Map(Object.entries(natures.NATURES));

export interface Fact {
  label: string;
  value: string;
}

export interface Difference {
  label: string;
  before: string;
  after: string;
}

/** What a change changed, as people read it. */
export function differencesOf({ before, row }: { before: Fields; row: Fields }, names: Names): Difference[] {
  const former = { ...row, ...before };
  return fieldsIn(before).map((field) => ({
    label: labelOf(field),
    before: textOf(field, former, names),
    after: textOf(field, row, names),
  }));
}

const FACTS = ['amount', 'date', 'category', 'description', 'notes', 'lines'];

/** What a version of a transaction says. Empty fields are left out. */
export function factsOf(row: Fields, names: Names): Fact[] {
  return FACTS.filter((field) => (row[field] ?? '') !== '').map((field) => ({
    label: labelOf(field),
    value: textOf(field, row, names),
  }));
}

function fieldsIn(fields: Fields): string[] {
  const known = Object.keys(FIELDS);
  const rank = (field: string) => (field in FIELDS ? known.indexOf(field) : known.length);
  return Object.keys(fields).toSorted((a, b) => rank(a) - rank(b));
}

const labelOf = (field: string): string => FIELDS[field]?.label ?? field;

function textOf(field: string, row: Fields, names: Names): string {
  const value = row[field] ?? '';
  if (value === '') return texts.NOTHING;
  return FIELDS[field]?.text?.(value, row, names) ?? plain(value);
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.YES : texts.NO;
  if (typeof value === 'number') return formatCount(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A budget's amount has no type, so it has no sign. */
function money(amount: number, type: unknown): string {
  return type === 'income' || type === 'expense' ? formatSignedAmount({ type, amount }) : formatMoney(amount);
}
