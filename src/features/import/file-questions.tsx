import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/import/import';
import * as sums from '#texts/import/import-sums';
import { ChoiceField } from '#ui/choice-field';
import type { FoundTable } from '../../import/worker/messages.ts';
import type { AnswersState } from './use-answers.ts';

const DATE_ORDERS = ['day-first', 'month-first', 'year-first'] as const;
const DECIMAL_SIGNS = [',', '.'] as const;
const SIGNS = ['in', 'out'] as const;

/** Rows that hang on the answer stay out, and the import goes on without them. */
const LEAVE = { value: 'leave', label: texts.LEAVE_OUT } as const;

/** What only the user can tell, because every row of the file leaves it open. */
export function FileQuestions({ answering, table }: { answering: AnswersState; table: FoundTable | null }) {
  const { questions, open, answers, left, answer: onAnswer, leave: onLeave } = answering;
  if (questions.length === 0) return null;
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <chakra.p role="status" fontSize="sm" color="fg.muted" srOnly={open === 0 || undefined}>
        {open > 0 && texts.waitsFor(open)}
      </chakra.p>
      {questions.includes('date_order') && (
        <ChoiceField<(typeof DATE_ORDERS)[number] | 'leave' | ''>
          label={texts.DATE_ORDER}
          value={left.has('date_order') ? 'leave' : (answers.dateOrder ?? '')}
          options={[...DATE_ORDERS.map((value) => ({ value, label: texts.DATE_ORDERS[value] })), LEAVE]}
          onChange={(value) => (value === 'leave' ? onLeave('date_order') : value && onAnswer({ dateOrder: value }))}
        />
      )}
      {questions.includes('decimal_sign') && (
        <ChoiceField<(typeof DECIMAL_SIGNS)[number] | 'leave' | ''>
          label={texts.DECIMAL_SIGN}
          value={left.has('decimal_sign') ? 'leave' : (answers.decimalSign ?? '')}
          options={[...DECIMAL_SIGNS.map((value) => ({ value, label: texts.DECIMAL_SIGNS[value] })), LEAVE]}
          onChange={(value) =>
            value === 'leave' ? onLeave('decimal_sign') : value && onAnswer({ decimalSign: value })
          }
        />
      )}
      {questions.includes('amount_column') && <AmountQuestion answering={answering} table={table} />}
      {questions.includes('sign') && <SignQuestion answering={answering} table={table} />}
    </chakra.div>
  );
}

interface OfTable {
  answering: AnswersState;
  table: FoundTable | null;
}

function nameIn(table: FoundTable | null, column: number): string {
  return texts.columnName(column, table?.header[column] ?? '');
}

function AmountQuestion({ answering: { answers, answer }, table }: OfTable) {
  const rivals = table?.mapping.rivals ?? [];
  const exampleOf = (at: number) => `${nameIn(table, at)}: ${table?.first[0]?.[at] ?? ''}`;
  return (
    <ChoiceField
      label={table?.mapping.areShares ? sums.OWN_COLUMN : sums.AMOUNT_COLUMN}
      value={answers.amountColumn === undefined ? '' : String(answers.amountColumn)}
      options={rivals.map((at) => ({ value: String(at), label: exampleOf(at) }))}
      onChange={(value) => answer({ amountColumn: Number(value) })}
    />
  );
}

function SignQuestion({ answering: { answers, answer }, table }: OfTable) {
  const debit = table?.mapping.columns.debit;
  // Of two columns, turned round means that the first one is money in.
  const [plain, turned] = debit === undefined ? (['in', 'out'] as const) : (['out', 'in'] as const);
  const sign = answers.flipped === undefined ? '' : answers.flipped ? turned : plain;
  return (
    <ChoiceField<(typeof SIGNS)[number] | ''>
      label={debit === undefined ? texts.SIGN : sums.whatIsIn(nameIn(table, debit))}
      value={sign}
      options={SIGNS.map((value) => ({ value, label: texts.SIGNS[value] }))}
      onChange={(value) => value && answer({ flipped: value === turned })}
    />
  );
}
