import { chakra } from '@chakra-ui/react';
import { formatDate } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { BothSides } from '#store/queries/transfers/transfer';
import * as terms from '#texts/terms';
import * as meanwhile from '#texts/transactions/changed-meanwhile';
import * as sentences from '#texts/transactions/transfer-forms';
import * as texts from '#texts/transactions/transfers';
import { Alert } from '#ui/alert';
import type { TRANSFER_FIELDS } from '../form/transfer-draft.ts';

type Field = (typeof TRANSFER_FIELDS)[number];

/** Tells in the form what others have changed of either side since it was opened. `opened`: the side that it shows. */
export function TransferMeanwhile(props: { sides: BothSides; opened: TransactionRow; changed: readonly Field[] }) {
  const { sides, opened, changed } = props;
  if (changed.length === 0) return null;
  return (
    <Alert tone="warning" title={meanwhile.CHANGED_MEANWHILE}>
      {changed.map((field) => (
        <chakra.p key={field} overflowWrap="anywhere">
          {meanwhile.isNow(...SENTENCES[field](sides, opened.id === sides.from.id ? sides.from : sides.to))}
        </chakra.p>
      ))}
    </Alert>
  );
}

type Sentence = (sides: BothSides, shown: TransactionRow) => [label: string, value: string];

const SENTENCES: Record<Field, Sentence> = {
  amount: (_, { amount }) => [terms.AMOUNT, formatMoney(amount)],
  description: (_, { description }) => [terms.DESCRIPTION, description],
  date: ({ from, fromName }) => [sentences.ofSide(terms.DATE, fromName), formatDate(from.date)],
  notes: ({ from, fromName }) => [sentences.ofSide(terms.NOTES, fromName), from.notes || texts.NOTHING],
  toDate: ({ to, toName }) => [sentences.ofSide(terms.DATE, toName), formatDate(to.date)],
  toNotes: ({ to, toName }) => [sentences.ofSide(terms.NOTES, toName), to.notes || texts.NOTHING],
};
