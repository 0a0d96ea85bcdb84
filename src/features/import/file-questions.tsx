import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/import';
import { ChoiceField } from '#ui/choice-field';
import type { Mapping } from '../../import/csv/mapping.ts';
import type { Question } from '../../import/statement.ts';

export type FileAnswers = Pick<Mapping, 'dateOrder' | 'decimalSign' | 'flipped'>;

const DATE_ORDERS = ['day-first', 'month-first', 'year-first'] as const;
const DECIMAL_SIGNS = [',', '.'] as const;
const SIGNS = ['in', 'out'] as const;

/** What only the user can tell, because every row of the file leaves it open. */
export function FileQuestions(props: {
  questions: readonly Question[];
  answers: FileAnswers;
  onAnswer: (answers: FileAnswers) => void;
}) {
  const { questions, answers, onAnswer } = props;
  if (questions.length === 0) return null;
  const sign = answers.flipped === undefined ? null : answers.flipped ? 'out' : 'in';
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      {questions.includes('date_order') && (
        <ChoiceField<(typeof DATE_ORDERS)[number] | ''>
          label={texts.DATE_ORDER}
          value={answers.dateOrder ?? ''}
          options={DATE_ORDERS.map((value) => ({ value, label: texts.DATE_ORDERS[value] }))}
          onChange={(dateOrder) => dateOrder && onAnswer({ dateOrder })}
        />
      )}
      {questions.includes('decimal_sign') && (
        <ChoiceField<(typeof DECIMAL_SIGNS)[number] | ''>
          label={texts.DECIMAL_SIGN}
          value={answers.decimalSign ?? ''}
          options={DECIMAL_SIGNS.map((value) => ({ value, label: texts.DECIMAL_SIGNS[value] }))}
          onChange={(decimalSign) => decimalSign && onAnswer({ decimalSign })}
        />
      )}
      {questions.includes('sign') && (
        <ChoiceField<(typeof SIGNS)[number] | ''>
          label={texts.SIGN}
          value={sign ?? ''}
          options={SIGNS.map((value) => ({ value, label: texts.SIGNS[value] }))}
          onChange={(value) => value && onAnswer({ flipped: value === 'out' })}
        />
      )}
    </chakra.div>
  );
}
