/**
 * The file of a copy, version 2: everything of a user in one JSON document (docs/copy-format.md). A file of
 * version 1 must stay readable for ever, so later fields are optional here. An app that knows only version 1 would take
 * a refund for income. Amounts are integer cents.
 */
import * as v from 'valibot';
import { isDate } from '#domain/dates/dates';
import { leftToAssign } from '#domain/money/lines';
import { takesRefund } from '#domain/refunds';
import {
  AccountRow,
  BudgetRow,
  CategoryRow,
  Id,
  LocalDate,
  ReconciliationRow,
  ScheduleRow,
  Timestamp,
  TransactionRow,
} from '#domain/rows';

export const FORMAT = 'carryover-copy';
export const VERSION = 2;

/** Who entered a row. Whoever restores the file into another login stands in their place. */
const Contributor = v.nullable(v.object({ userId: v.nullable(Id), email: v.nullable(v.string()) }));

/** `own`: whoever made the copy owned the account; others had shared it with them. */
export const CopyAccount = v.object({
  ...v.omit(AccountRow, ['version', 'ownerId', 'ownerEmail']).entries,
  own: v.boolean(),
});
export const CopyCategory = v.object(v.omit(CategoryRow, ['version']).entries);
export const CopyBudget = v.object(v.omit(BudgetRow, ['version']).entries);
export const CopyReconciliation = v.object({
  ...v.omit(ReconciliationRow, ['version', 'userId', 'userEmail', 'changes']).entries,
  contributor: Contributor,
});

/** `settledUntil`: the newest day of its rhythm that was added or skipped; null where none was. */
export const CopySchedule = v.pipe(
  v.object({
    ...v.omit(ScheduleRow, ['version', 'userId', 'userEmail']).entries,
    contributor: Contributor,
    settledUntil: v.nullable(LocalDate),
  }),
  v.forward(
    v.partialCheck(
      [['lines'], ['amount']],
      ({ lines, amount }) => !lines || leftToAssign(amount, lines) === 0,
      'the lines do not add up to the amount',
    ),
    ['lines'],
  ),
  v.forward(
    v.partialCheck(
      [['startDate'], ['endDate']],
      ({ startDate, endDate }) => isDate(startDate) && (endDate === null || (isDate(endDate) && startDate <= endDate)),
      'it ends before it starts',
    ),
    ['endDate'],
  ),
);

/** The import that brought a row is left out: it stays with the login. What the bank says of the row is kept. */
export const CopyTransaction = v.pipe(
  v.object({
    ...v.omit(TransactionRow, ['version', 'userId', 'userEmail', 'importId']).entries,
    contributor: Contributor,
  }),
  v.forward(
    v.partialCheck(
      [['refund'], ['nature'], ['lines'], ['budgetId']],
      (row) => !row.refund || takesRefund(row),
      'no such row is a refund',
    ),
    ['refund'],
  ),
  v.forward(
    v.partialCheck([['date']], ({ date }) => isDate(date), 'not a day of the calendar'),
    ['date'],
  ),
  v.forward(
    v.partialCheck(
      [['lines'], ['amount']],
      ({ lines, amount }) => !lines || leftToAssign(amount, lines) === 0,
      'the lines do not add up to the amount',
    ),
    ['lines'],
  ),
);

/** Everything but the transactions, which may be a hundred thousand. */
export const CopyHead = v.object({
  format: v.literal(FORMAT),
  version: v.picklist([1, VERSION]),
  exportedAt: Timestamp,
  /** False when older months had not reached the device yet. */
  complete: v.boolean(),
  accounts: v.array(CopyAccount),
  categories: v.array(CopyCategory),
  budgets: v.array(CopyBudget),
  reconciliations: v.array(CopyReconciliation),
  schedules: v.optional(v.array(CopySchedule), []),
});

export type CopyAccount = v.InferOutput<typeof CopyAccount>;
export type CopyCategory = v.InferOutput<typeof CopyCategory>;
export type CopyBudget = v.InferOutput<typeof CopyBudget>;
export type CopyReconciliation = v.InferOutput<typeof CopyReconciliation>;
export type CopySchedule = v.InferOutput<typeof CopySchedule>;
export type CopyTransaction = v.InferOutput<typeof CopyTransaction>;
export type CopyHead = v.InferOutput<typeof CopyHead>;
export type Copy = CopyHead & { transactions: CopyTransaction[] };
