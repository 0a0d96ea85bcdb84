/**
 * The rows that devices keep and that travel between device and server, in the client shape of the specification's
 * point 3. The SQL functions `sync_push` and `sync_pull` speak exactly this shape; a test holds the two equal.
 * Amounts are integer cents. Dates are local calendar dates without a zone. Unknown fields are kept, so that a row
 * written by a newer client survives an older one.
 */
import * as v from 'valibot';

export const MAX_AMOUNT = 99_999_999_999;

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
export const TransactionType = v.picklist(['income', 'expense']);
/** `manager` on a budget is an alias of `admin` and never stands in a row. */
export const Role = v.picklist(['viewer', 'member', 'admin', 'owner']);
export const InvitedRole = v.picklist(['viewer', 'member', 'admin']);
export const Target = v.picklist(['account', 'budget']);
const InvitationStatus = v.picklist(['pending', 'accepted', 'declined', 'revoked', 'expired']);

const synced = { id: Id, version: Version, createdAt: Timestamp };

export const AccountRow = v.looseObject({
  ...synced,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  type: AccountType,
  description: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
  accountNumber: v.nullable(v.string()),
  ownerId: Id,
});

export const TransactionRow = v.looseObject({
  ...synced,
  accountId: Id,
  type: TransactionType,
  amount: Amount,
  date: LocalDate,
  description: v.pipe(v.string(), v.maxLength(2000)),
  category: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  notes: v.pipe(v.string(), v.maxLength(10_000)),
  /** The budget that this is a contribution to. */
  budgetId: v.nullable(Id),
  /** Who entered it, set by the server from the session; the device shows its own user meanwhile. */
  userId: v.nullable(Id),
  userEmail: v.nullable(v.string()),
});

export const CategoryRow = v.looseObject({
  ...synced,
  accountId: Id,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  type: TransactionType,
});

export const BudgetRow = v.looseObject({
  ...synced,
  accountId: Id,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  amount: Amount,
  /** The category whose name the budget covers; null covers the whole account. */
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

export type AccountRow = v.InferOutput<typeof AccountRow>;
export type TransactionRow = v.InferOutput<typeof TransactionRow>;
export type CategoryRow = v.InferOutput<typeof CategoryRow>;
export type BudgetRow = v.InferOutput<typeof BudgetRow>;
export type MembershipRow = v.InferOutput<typeof MembershipRow>;
export type InvitationRow = v.InferOutput<typeof InvitationRow>;
export type AccountType = v.InferOutput<typeof AccountType>;
export type TransactionType = v.InferOutput<typeof TransactionType>;
export type Role = v.InferOutput<typeof Role>;
export type InvitedRole = v.InferOutput<typeof InvitedRole>;
export type Target = v.InferOutput<typeof Target>;
