/** The answers to the calls of the specification's point 7: exactly the requested columns, each with its type. */
import * as v from 'valibot';

const Id = v.pipe(v.string(), v.uuid());
const Timestamp = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);
const LocalDate = v.pipe(v.string(), v.isoDate());
const Text = v.nullable(v.string());

/** Columns of every GET of `accounts`, in the order of the specification. */
export const accountColumns =
  'account_id, account_name, account_type, balance, created_at, description, account_number';
export const AccountRow = v.strictObject({
  account_id: Id,
  account_name: v.string(),
  account_type: v.picklist(['personal', 'business']),
  balance: v.number(),
  created_at: Timestamp,
  description: Text,
  account_number: Text,
});

export const transactionColumns = 'transaction_id, account_id, type, amount, transaction_date, description, metadata';
export const TransactionRow = v.strictObject({
  transaction_id: Id,
  account_id: Id,
  type: v.picklist(['credit', 'debit']),
  amount: v.number(),
  transaction_date: LocalDate,
  description: v.string(),
  metadata: v.looseObject({ category_name: v.string() }),
});

/** For `select all`: the server may add further columns. */
export const BudgetRow = v.looseObject({
  budget_id: Id,
  name: v.string(),
  amount: v.number(),
  category_id: v.nullable(Id),
  account_id: Id,
  short_id: v.string(),
  created_at: Timestamp,
  description: Text,
  currency_code: v.literal('USD'),
  period_type: v.literal('monthly'),
  start_date: LocalDate,
});

export const CategoryRow = v.looseObject({
  category_id: Id,
  name: v.string(),
  type: v.picklist(['income', 'expense']),
});

export const invitationColumns = 'invitation_id, email, role, account_id, target, budget_id, created_at';
export const InvitationRow = v.strictObject({
  invitation_id: Id,
  email: v.string(),
  role: v.picklist(['viewer', 'member', 'admin']),
  account_id: v.nullable(Id),
  target: v.picklist(['account', 'budget']),
  budget_id: v.nullable(Id),
  created_at: Timestamp,
});

/** `create_account` answers with a row, or a list of one. */
export const CreatedAccount = v.pipe(
  v.union([v.looseObject({ account_id: Id }), v.tuple([v.looseObject({ account_id: Id })])]),
  v.transform((answer) => (Array.isArray(answer) ? answer[0].account_id : answer.account_id)),
);
