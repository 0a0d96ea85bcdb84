/** How transactions are stored in their page. */
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { StoredRow } from './records.ts';

/** Stands in the place of a value that the row above has, too. No field that may be left out has it as its value. */
const AS_ABOVE = 0;
type OrAsAbove<Value> = Value | typeof AS_ABOVE;

/**
 * A row without the names of its fields, and without values that the row above has. What differs most comes first,
 * because the end is left out where all of it is as above.
 */
type PackedRow = [
  id: string,
  version: number,
  amount: number,
  description: OrAsAbove<string>,
  date?: OrAsAbove<string>,
  createdAt?: OrAsAbove<string>,
  category?: OrAsAbove<string>,
  type?: OrAsAbove<StoredRow['type']>,
  notes?: OrAsAbove<string>,
  accountId?: OrAsAbove<string>,
  budgetId?: OrAsAbove<string | null>,
  userId?: OrAsAbove<string | null>,
  userEmail?: OrAsAbove<string | null>,
  importedText?: OrAsAbove<string | null>,
  bankId?: OrAsAbove<string | null>,
  importId?: OrAsAbove<string | null>,
  nature?: OrAsAbove<StoredRow['nature']>,
  transferId?: OrAsAbove<string | null>,
  lines?: OrAsAbove<StoredRow['lines']>,
  status?: OrAsAbove<StoredRow['status']>,
  reconciliationId?: OrAsAbove<string | null>,
  /** Fields that not every row has, as those of a newer version of the app. */
  others?: OrAsAbove<object>,
  /** Rows of 0.2.0 end before it. */
  refund?: OrAsAbove<boolean>,
];

/** Stands above the first row. */
const FIRST: StoredRow = {
  id: '',
  version: 0,
  createdAt: '',
  accountId: '',
  type: 'expense',
  amount: 0,
  date: '',
  description: '',
  category: '',
  notes: '',
  budgetId: null,
  userId: null,
  userEmail: null,
  ...TRANSACTION_DEFAULTS,
};
const FIELDS = new Set(Object.keys(FIRST));

/** Rows that stand below each other have much in common, so a page has a third of the length (decision 0008). */
export const ROWS_LIKE_THE_ONE_ABOVE = {
  pack: (rows: readonly StoredRow[]): unknown[][] => rows.map((row, at) => packed(row, rows[at - 1] ?? FIRST)),
  unpack: (stored: readonly (PackedRow | StoredRow)[]): StoredRow[] => {
    let above = FIRST;
    return stored.map((one) => {
      // v0.1.0 stored its rows as they are, and had none of the fields that have defaults.
      above = Array.isArray(one) ? unpacked(one, above) : { ...TRANSACTION_DEFAULTS, ...one };
      return above;
    });
  },
};

// Field by field: a loop over the names takes three times as long, for each row that is written or read.

/** Returns a `PackedRow`. */
function packed(row: StoredRow, above: StoredRow): unknown[] {
  const values: PackedRow = [
    row.id,
    row.version,
    row.amount,
    unlike(row.description, above.description),
    unlike(row.date, above.date),
    unlike(row.createdAt, above.createdAt),
    unlike(row.category, above.category),
    unlike(row.type, above.type),
    unlike(row.notes, above.notes),
    unlike(row.accountId, above.accountId),
    unlike(row.budgetId, above.budgetId),
    unlike(row.userId, above.userId),
    unlike(row.userEmail, above.userEmail),
    unlike(row.importedText, above.importedText),
    unlike(row.bankId, above.bankId),
    unlike(row.importId, above.importId),
    unlike(row.nature, above.nature),
    unlike(row.transferId, above.transferId),
    unlike(row.lines, above.lines),
    unlike(row.status, above.status),
    unlike(row.reconciliationId, above.reconciliationId),
    othersOf(row),
    unlike(row.refund, above.refund),
  ];
  // A copy: taking the end off value by value takes three times as long.
  return values.slice(0, 1 + values.findLastIndex((value) => value !== AS_ABOVE));
}

function unlike<Value>(value: Value, above: Value): OrAsAbove<Value> {
  return value === above ? AS_ABOVE : value;
}

function unpacked(stored: PackedRow, above: StoredRow): StoredRow {
  const row: StoredRow = {
    id: stored[0],
    version: stored[1],
    createdAt: read(stored[5], above.createdAt),
    accountId: read(stored[9], above.accountId),
    type: read(stored[7], above.type),
    amount: stored[2],
    date: read(stored[4], above.date),
    description: read(stored[3], above.description),
    category: read(stored[6], above.category),
    notes: read(stored[8], above.notes),
    budgetId: read(stored[10], above.budgetId),
    userId: read(stored[11], above.userId),
    userEmail: read(stored[12], above.userEmail),
    importedText: read(stored[13], above.importedText),
    bankId: read(stored[14], above.bankId),
    importId: read(stored[15], above.importId),
    nature: read(stored[16], above.nature),
    transferId: read(stored[17], above.transferId),
    lines: read(stored[18], above.lines),
    status: read(stored[19], above.status),
    reconciliationId: read(stored[20], above.reconciliationId),
    refund: read(stored[22], above.refund),
  };
  return stored[21] ? { ...row, ...stored[21] } : row;
}

function read<Value>(stored: OrAsAbove<Value> | undefined, above: Value): Value {
  return stored === AS_ABOVE || stored === undefined ? above : stored;
}

/** Every row has all of `FIELDS`, so one with as many has no others. */
function othersOf(row: StoredRow): OrAsAbove<object> {
  const names = Object.keys(row);
  if (names.length === FIELDS.size) return AS_ABOVE;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !FIELDS.has(name)));
}
