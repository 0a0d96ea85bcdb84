import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/import/import';
import { ChoiceField } from '#ui/choice-field';
import type { AnswersState } from './use-answers.ts';

const DATE_ORDERS = ['day-first', 'month-first', 'year-first'] as const;
const DECIMAL_SIGNS = [',', '.'] as const;
const SIGNS = ['in', 'out'] as const;

/** Rows that hang on the answer stay out, and the import goes on without them. */
const LEAVE = { value: 'leave', label: texts.LEAVE_OUT } as const;

/** What only the user can tell, because every row of the file leaves it open. */
export function FileQuestions({ answering }: { answering: AnswersState }) {
  const { questions, open, answers, left, answer: onAnswer, leave: onLeave } = answering;
  if (questions.length === 0) return null;
  const sign = answers.flipped === undefined ? null : answers.flipped ? 'out' : 'in';
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
