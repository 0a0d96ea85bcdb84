/**
 * The rows that devices keep and that travel between device and server, in the client shape of the specification's
 * point 3. The SQL functions `sync_push` and `sync_pull` speak exactly this shape; a test holds the two equal.
 * Amounts are integer cents. Dates are local calendar dates without a zone. Unknown fields are kept, so that a row
 * written by a newer client survives an older one.
 */
import * as v from 'valibot';
import { ACCOUNT_KINDS } from './account-kinds.ts';

export const MAX_AMOUNT = 99_999_999_999;
export const MAX_POSITION = 1e15;

export const Id = v.pipe(v.string(), v.uuid());
/** A calendar date, YYYY-MM-DD. */
export const LocalDate = v.pipe(v.string(), v.isoDate());
/** A calendar month, YYYY-MM. */
export const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/));
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());
/** Any sum of money, integer cents. */
export const Cents = v.pipe(v.number(), v.safeInteger());
/** The amount of a transaction or budget, integer cents, above zero and at most 999,999,999.99 dollars. */
export const Amount = v.pipe(Cents, v.minValue(1), v.maxValue(MAX_AMOUNT));
/** A number of an account's log; 0 for a row that only this device has seen. */
export const Version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const AccountType = v.picklist(['personal', 'business']);
const AccountKind = v.picklist(ACCOUNT_KINDS);
export const TransactionType = v.picklist(['income', 'expense']);
/** Only regular transactions are income and expense. Every transaction counts in the balance (S64a). */
export const Nature = v.picklist(['regular', 'opening', 'transfer', 'adjustment']);
/** `manager` on a budget is an alias of `admin` and never stands in a row. */
export const Role = v.picklist(['viewer', 'member', 'admin', 'owner']);
/** How far a transaction is agreed with the bank: not yet seen there, seen there, or part of a reconciliation. */
export const Status = v.picklist(['open', 'cleared', 'reconciled']);
/** Formats of imported files. The last three are exports of other apps. */
export const ImportFormat = v.picklist(['csv', 'ofx', 'qif', 'camt', 'ynab', 'actual', 'firefly']);
export const InvitedRole = v.picklist(['viewer', 'member', 'admin']);
export const Target = v.picklist(['account', 'budget']);
const InvitationStatus = v.picklist(['pending', 'accepted', 'declined', 'revoked', 'expired']);

/** Where an account stands in lists. Smaller numbers come first; null comes after all of them. */
const Position = v.nullable(v.pipe(v.number(), v.minValue(-MAX_POSITION), v.maxValue(MAX_POSITION)));

const synced = { id: Id, version: Version, createdAt: Timestamp };

export const AccountRow = v.looseObject({
  ...synced,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  type: AccountType,
  description: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
  accountNumber: v.nullable(v.string()),
  ownerId: Id,
  /** Only pulls bring it. Rows that this device made, or got from an older server, lack it. */
  ownerEmail: v.optional(v.nullable(v.string())),
  kind: v.optional(AccountKind, 'other'),
  archived: v.optional(v.boolean(), false),
  position: v.optional(Position, null),
});

/** A part of a split transaction. */
export const TransactionLine = v.looseObject({
  id: Id,
  category: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  cents: Amount,
  note: v.pipe(v.string(), v.maxLength(500)),
});

/** The value of a field in patches, verdicts and notices. */
export const FieldValue = v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(TransactionLine)]);
/** The values of some fields of a row, by name. */
export const Fields = v.record(v.string(), FieldValue);

/** The status of a row that nobody has compared with the bank's statement. */
export const OPEN = { status: 'open', reconciliationId: null } as const;

/** The origin of a row that no import brought or was linked to. */
export const NO_ORIGIN = { bankId: null, importId: null, importedText: null } as const;

/** What only members of the account know of a row, where nothing is said. */
export const PLAIN = { ...OPEN, ...NO_ORIGIN } as const;

/** What the fields hold in rows that do not name them: those of a form, and those of older versions of the app. */
export const TRANSACTION_DEFAULTS = {
  nature: 'regular',
  refund: false,
  transferId: null,
  lines: null,
  ...PLAIN,
} as const;

export const TransactionRow = v.looseObject({
  ...synced,
  accountId: Id,
  type: TransactionType,
  amount: Amount,
  date: LocalDate,
  description: v.pipe(v.string(), v.maxLength(2000)),
  category: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  notes: v.pipe(v.string(), v.maxLength(10_000)),
  /** The budget that this is a contribution to; null in rows of another nature than `regular`. */
  budgetId: v.nullable(Id),
  nature: v.optional(Nature, TRANSACTION_DEFAULTS.nature),
  /** Its category is of the other type (refunds.ts); only in regular rows without lines that are no contribution. */
  refund: v.optional(v.boolean(), TRANSACTION_DEFAULTS.refund),
  /** Shared by the two sides of a transfer; null in rows of another nature. */
  transferId: v.optional(v.nullable(Id), TRANSACTION_DEFAULTS.transferId),
  /** Only members of the account know it. For others it is always `open` (S68a). */
  status: v.optional(Status, TRANSACTION_DEFAULTS.status),
  /** The reconciliation of a reconciled transaction; null in every other one. */
  reconciliationId: v.optional(v.nullable(Id), TRANSACTION_DEFAULTS.reconciliationId),
  /** What the bank calls it. It is not always unique. Like the status, only members know this and the next two. */
  bankId: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(300))), NO_ORIGIN.bankId),
  /** The last import that brought it or was linked to it. That import may have been reverted. */
  importId: v.optional(v.nullable(Id), NO_ORIGIN.importId),
  /** Its text as it stood in the file. */
  importedText: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000))), NO_ORIGIN.importedText),
  /**
   * The parts of a split transaction, which add up to its amount; null for every other one. In an account there are at
   * least two. The scope of a budget brings only the lines that the budget covers (decision 0022).
   */
  lines: v.optional(
    v.nullable(v.pipe(v.array(TransactionLine), v.minLength(1), v.maxLength(50))),
    TRANSACTION_DEFAULTS.lines,
  ),
  /** Who entered it, set by the server from the session; the device shows its own user meanwhile. */
  userId: v.nullable(Id),
  userEmail: v.nullable(v.string()),
});

/** How often a schedule occurs (src/domain/schedules/rhythm.ts). */
export const RhythmText = v.pipe(
  v.string(),
  v.regex(
    new RegExp(
      `^(${[
        'day [1-9]\\d{0,2}',
        'week [1-9]\\d? [1-7](,[1-7]){0,6}',
        'month [1-9]\\d? (on ([1-9]|[12]\\d|3[01])|nth ([1-4]|last) [1-7]|workday (first|last))',
        'year [1-9]\\d? on (0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])',
      ].join('|')})$`,
    ),
  ),
);
/** Where an occurrence goes that falls on a Saturday or Sunday: to the workday before or after, or nowhere. */
export const Weekend = v.picklist(['before', 'after', 'as_is']);
/** Whether devices add what is due, or only say so. */
export const ScheduleMode = v.picklist(['add', 'remind']);
/** Which amount another entry must have to take the place of an occurrence; `near` is a tenth more or less. */
export const AmountMatch = v.picklist(['exact', 'near', 'any']);
export const MAX_OCCURRENCES = 10_000;

/**
 * A transaction that comes again and again. Its first fields are those of the transactions that it adds. Its
 * occurrences are derived from the others. `pairId` is shared by the two schedules of a transfer.
 */
export const ScheduleRow = v.looseObject({
  ...synced,
  accountId: Id,
  type: TransactionType,
  amount: Amount,
  refund: v.boolean(),
  category: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  lines: v.nullable(v.pipe(v.array(TransactionLine), v.minLength(2), v.maxLength(50))),
  description: v.pipe(v.string(), v.maxLength(2000)),
  notes: v.pipe(v.string(), v.maxLength(10_000)),
  rhythm: RhythmText,
  weekend: Weekend,
  /** No occurrence is before it. Intervals of more than one count from its week, month or year. */
  startDate: LocalDate,
  /** No occurrence is after it. */
  endDate: v.nullable(LocalDate),
  /** How many occurrences there are from the start, skipped ones included; null for no such end. */
  count: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_OCCURRENCES))),
  mode: ScheduleMode,
  amountMatch: AmountMatch,
  pairId: v.nullable(Id),
  /** Who keeps it going. Null after that person left the account or may only look; then nothing is added. */
  userId: v.nullable(Id),
  userEmail: v.nullable(v.string()),
});

export const CategoryRow = v.looseObject({
  ...synced,
  accountId: Id,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  type: TransactionType,
  /** The heading under which lists and reports show it. */
  group: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), null),
  archived: v.optional(v.boolean(), false),
});

export const BudgetRow = v.looseObject({
  ...synced,
  accountId: Id,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  amount: Amount,
  /** The category whose name and type the budget covers; null covers the whole account. */
  categoryId: v.nullable(Id),
  description: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
  shortId: v.string(),
  currencyCode: v.literal('USD'),
  periodType: v.literal('monthly'),
  startDate: LocalDate,
});

export const MembershipRow = v.looseObject({
  ...synced,
  accountId: Id,
  target: Target,
  budgetId: v.nullable(Id),
  userId: Id,
  email: v.string(),
  name: v.string(),
  role: InvitedRole,
});

export const InvitationRow = v.looseObject({
  ...synced,
  accountId: Id,
  target: Target,
  budgetId: v.nullable(Id),
  targetName: v.string(),
  email: v.string(),
  name: v.string(),
  role: InvitedRole,
  invitedBy: Id,
  invitedByEmail: v.string(),
  status: InvitationStatus,
  expiresAt: Timestamp,
});

/** What happened to a transaction of a reconciliation since it was made. */
const ReconciliationChange = v.object({
  rowId: Id,
  at: Timestamp,
  /** E-mail of who did it, where known. */
  by: v.nullable(v.string()),
  /** `opened`: it is not reconciled any more, and stays in the account. */
  kind: v.picklist(['changed', 'deleted', 'moved', 'opened']),
  /** What it was before, where that is known. */
  description: v.nullable(v.string()),
  amount: v.nullable(Amount),
});

/** A bank's statement with which the account agreed. Its rows name it in `reconciliationId`. */
export const ReconciliationRow = v.looseObject({
  ...synced,
  accountId: Id,
  /** The date of the statement. */
  date: LocalDate,
  /** The balance on the statement. */
  balance: Cents,
  userId: v.nullable(Id),
  userEmail: v.nullable(v.string()),
  /** Newest first, at most 20. Set by the server. */
  changes: v.array(ReconciliationChange),
});

/** What was imported from one file into one account. Its rows are those of its keys (import-keys.ts). */
export const ImportRow = v.looseObject({
  ...synced,
  accountId: Id,
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  format: ImportFormat,
  userId: v.nullable(Id),
  userEmail: v.nullable(v.string()),
});

export function isReconciliation(row: unknown): row is ReconciliationRow {
  return v.is(ReconciliationRow, row);
}

export type AccountRow = v.InferOutput<typeof AccountRow>;
export type TransactionLine = v.InferOutput<typeof TransactionLine>;
export type TransactionRow = v.InferOutput<typeof TransactionRow>;
export type CategoryRow = v.InferOutput<typeof CategoryRow>;
export type BudgetRow = v.InferOutput<typeof BudgetRow>;
export type MembershipRow = v.InferOutput<typeof MembershipRow>;
export type InvitationRow = v.InferOutput<typeof InvitationRow>;
export type AccountType = v.InferOutput<typeof AccountType>;
export type TransactionType = v.InferOutput<typeof TransactionType>;
export type Nature = v.InferOutput<typeof Nature>;
export type Fields = v.InferOutput<typeof Fields>;
export type ReconciliationChange = v.InferOutput<typeof ReconciliationChange>;
export type ReconciliationRow = v.InferOutput<typeof ReconciliationRow>;
export type ScheduleRow = v.InferOutput<typeof ScheduleRow>;
export type ImportRow = v.InferOutput<typeof ImportRow>;
export type ImportFormat = v.InferOutput<typeof ImportFormat>;
export type Status = v.InferOutput<typeof Status>;
export type Role = v.InferOutput<typeof Role>;
export type InvitedRole = v.InferOutput<typeof InvitedRole>;
export type Target = v.InferOutput<typeof Target>;
