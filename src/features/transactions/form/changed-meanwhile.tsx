import { chakra } from '@chakra-ui/react';
import { formatDate } from '#domain/dates/dates';
import { linesInWords } from '#domain/money/lines';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import * as failures from '#texts/failures';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/changed-meanwhile';
import * as lineTexts from '#texts/transactions/lines';
import * as refunds from '#texts/transactions/refunds';
import { Alert } from '#ui/alert';
import type { DraftField } from './transaction-draft.ts';
import type { CurrentRow } from './use-changed-meanwhile.ts';

/**
 * Tells in the form which fields others have changed since it was opened, or that the row is gone. `isAddedAnew`: the
 * form then adds what stands in it.
 */
export function ChangedMeanwhile({
  row,
  changed,
  isGone,
  isAddedAnew = false,
}: CurrentRow & { isAddedAnew?: boolean }) {
  if (isGone) return <Alert tone="warning">{isAddedAnew ? texts.GONE_WITH_TEXT : failures.GONE}</Alert>;
  if (!row || changed.length === 0) return null;
  return (
    <Alert tone="warning" title={texts.CHANGED_MEANWHILE}>
      {changed.map((field) => (
        <chakra.p key={field} overflowWrap="anywhere">
          {SENTENCES[field](row)}
        </chakra.p>
      ))}
    </Alert>
  );
}

const SENTENCES: Record<DraftField, (row: TransactionRow) => string> = {
  accountId: () => texts.MOVED_MEANWHILE,
  type: ({ type }) => texts.isNow(terms.TYPE, type === 'income' ? terms.INCOME : terms.EXPENSE),
  refund: ({ type, refund }) => refunds.meanwhile(type, refund),
  date: ({ date }) => texts.isNow(terms.DATE, formatDate(date)),
  amount: ({ amount }) => texts.isNow(terms.AMOUNT, formatMoney(amount)),
  category: ({ category }) => texts.isNow(terms.CATEGORY, category),
  lines: ({ lines }) => (lines ? lineTexts.splitMeanwhile(linesInWords(lines)) : lineTexts.WHOLE_MEANWHILE),
  description: ({ description }) => texts.isNow(terms.DESCRIPTION, description),
  notes: ({ notes }) => (notes ? texts.notesNow(notes) : texts.NOTES_GONE),
};
