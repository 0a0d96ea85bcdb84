/**
 * What the forms keep of what is typed, as another version of the app may have stored it. Each reader returns null for
 * what it cannot read. Passwords are in none of them.
 */
import * as v from 'valibot';
import { ACCOUNT_KINDS } from './account-kinds.ts';
import { AccountType, InvitedRole, ScheduleRow, Target, TransactionRow, TransactionType } from './rows.ts';

/** Drafts of v0.2.0 and before have only the name. */
const Category = {
  category: v.string(),
  categoryId: v.optional(v.nullable(v.string())),
  makes: v.optional(v.literal(true)),
  typedCategory: v.optional(v.string()),
};

const Transaction = v.object({
  type: TransactionType,
  date: v.string(),
  amount: v.string(),
  ...Category,
  description: v.string(),
  accountId: v.string(),
  lines: v.optional(
    v.nullable(v.array(v.object({ id: v.string(), ...Category, amount: v.string(), note: v.string() }))),
    null,
  ),
  notes: v.optional(v.string()),
  refund: v.optional(v.boolean(), false),
});

/** Drafts of v0.1.0 have no second account and no second date. */
const NewEntry = v.object({
  ...Transaction.entries,
  type: v.picklist(['income', 'expense', 'transfer']),
  toAccountId: v.optional(v.string(), ''),
  toDate: v.optional(v.string(), ''),
  notes: v.optional(v.string(), ''),
});

/** The edit of a transfer, with both sides as they were when it began. */
const Transfer = v.object({
  ...NewEntry.entries,
  notes: v.string(),
  toNotes: v.string(),
  begun: v.object({ from: TransactionRow, to: TransactionRow }),
});

/** What stands in fields that the chosen kind does not show is kept, too. */
const Rhythm = v.object({
  every: v.picklist(['day', 'week', 'month', 'year']),
  interval: v.string(),
  weekdays: v.array(v.number()),
  monthly: v.picklist(['day', 'nth', 'workday']),
  day: v.string(),
  nth: v.picklist([1, 2, 3, 4, 'last']),
  weekday: v.number(),
  workday: v.picklist(['first', 'last']),
  month: v.number(),
});

const Schedule = v.object({
  ...v.omit(NewEntry, ['date', 'toDate']).entries,
  rhythm: Rhythm,
  startDate: v.string(),
  ends: v.picklist(['never', 'date', 'count']),
  endDate: v.string(),
  count: v.string(),
  weekend: ScheduleRow.entries.weekend,
  mode: ScheduleRow.entries.mode,
  amountMatch: ScheduleRow.entries.amountMatch,
});

const Statement = v.object({ date: v.string(), balance: v.string() });

const Contribution = v.object({ type: TransactionType, amount: v.string(), description: v.string() });

const Account = v.object({
  name: v.string(),
  type: AccountType,
  kind: v.optional(v.picklist(ACCOUNT_KINDS), 'other'),
  description: v.string(),
  opening: v.optional(v.string(), ''),
  openingDate: v.optional(v.string(), ''),
});

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

const Import = v.object({
  pasted: v.string(),
  changes: v.array(
    v.tuple([
      v.string(),
      v.object({
        choice: v.optional(v.picklist(['new', 'link', 'leave', 'transfer', 'correct'])),
        type: v.optional(TransactionType),
        category: v.optional(v.string()),
        categoryId: Category.categoryId,
        makes: v.optional(v.literal(true)),
        refund: v.optional(v.literal(true)),
      }),
    ]),
  ),
});

const readTransaction = readerOf(Transaction);

/** The edit of a row. Drafts of v0.2.0 and before have no notes, so those of the row stay. */
export function readTransactionDraft(stored: unknown, { notes }: Pick<TransactionRow, 'notes'>) {
  const draft = readTransaction(stored);
  return draft && { ...draft, notes: draft.notes ?? notes };
}

export const readNewEntryDraft = readerOf(NewEntry);
export const readTransferDraft = readerOf(Transfer);
/** What somebody has typed of the statement that they compare an account with. */
export const readStatementDraft = readerOf(Statement);
export const readContributionDraft = readerOf(Contribution);
export const readAccountDraft = readerOf(Account);
/** What somebody has changed of the rows of files, by their import keys, and rows that they pasted. */
export const readImportDraft = readerOf(Import);
export const readBudgetDraft = readerOf(Budget);
export const readInvitationDraft = readerOf(Invitation);
export const readScheduleDraft = readerOf(Schedule);
/** The row that an edit began with. */
export const readEditedRow = readerOf(TransactionRow);
export const readEditedSchedule = readerOf(ScheduleRow);

function readerOf<Schema extends v.GenericSchema>(schema: Schema): (stored: unknown) => v.InferOutput<Schema> | null {
  return (stored) => {
    const parsed = v.safeParse(schema, stored);
    return parsed.success ? parsed.output : null;
  };
}
