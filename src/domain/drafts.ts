/**
 * What the forms keep of what is typed, as another version of the app may have stored it. Each reader returns null for
 * what it cannot read. Passwords are in none of them.
 */
import * as v from 'valibot';
import { AccountType, InvitedRole, Target, TransactionRow, TransactionType } from './rows.ts';

const Transaction = v.object({
  type: TransactionType,
  date: v.string(),
  amount: v.string(),
  category: v.string(),
  description: v.string(),
  accountId: v.string(),
});

const Contribution = v.object({ type: TransactionType, amount: v.string(), description: v.string() });

const Account = v.object({ name: v.string(), type: AccountType, description: v.string() });

const Budget = v.object({
  name: v.string(),
  amount: v.string(),
  description: v.string(),
  accountId: v.string(),
  categoryId: v.string(),
});

const Invitation = v.object({
  email: v.string(),
  name: v.string(),
  role: InvitedRole,
  target: Target,
  chosen: v.object({ account: v.string(), budget: v.string() }),
});

export const readTransactionDraft = readerOf(Transaction);
export const readContributionDraft = readerOf(Contribution);
export const readAccountDraft = readerOf(Account);
export const readBudgetDraft = readerOf(Budget);
export const readInvitationDraft = readerOf(Invitation);
/** The row that an edit began with. */
export const readEditedRow = readerOf(TransactionRow);
function readerOf<Schema extends v.GenericSchema>(schema: Schema): (stored: unknown) => v.InferOutput<Schema> | null {
  return (stored) => {
    const parsed = v.safeParse(schema, stored);
    return parsed.success ? parsed.output : null;
  };
}
