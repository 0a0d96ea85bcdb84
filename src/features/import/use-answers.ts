import { useState } from 'react';
import type { Answered } from '../../import/csv/mapping.ts';
import type { Question } from '../../import/statement/statement.ts';

export type FileAnswers = Answered;

/** What the user says of what a file leaves open. */
export interface AnswersState {
  /** What the file left open at first or leaves open now, so that an answer can be changed. */
  questions: readonly Question[];
  /** How many of them wait for an answer. Nothing is imported meanwhile. */
  open: number;
  answers: FileAnswers;
  left: ReadonlySet<Question>;
  answer: (some: FileAnswers) => void;
  leave: (question: Question) => void;
}

/**
 * `questions`: what the file leaves open now. `onAnswers` reads it again with all answers; `undone` is the question
 * whose answer was taken back.
 */
export function useAnswers(
  questions: readonly Question[],
  onAnswers: (answers: FileAnswers, undone?: Question) => void,
): AnswersState {
  const [asked] = useState(questions);
  const [answers, setAnswers] = useState<FileAnswers>({});
  const [left, setLeft] = useState<ReadonlySet<Question>>(new Set());
  return {
    questions: [...new Set([...asked, ...questions])],
    open: questions.filter((question) => !left.has(question)).length,
    answers,
    left,
    answer: (some) => {
      const all = { ...answers, ...some };
      setAnswers(all);
      setLeft((now) => new Set([...now].filter((question) => !answersTo(some).includes(question))));
      onAnswers(all);
    },
    leave: (question) => {
      setLeft((now) => new Set([...now, question]));
      if (questions.includes(question)) return;
      const others = withoutAnswer(answers, question);
      setAnswers(others);
      onAnswers(others, question);
    },
  };
}

/** The same without the answer to this question. */
export function withoutAnswer<T extends FileAnswers>(answers: T, question?: Question): T {
  const rest = { ...answers };
  if (question === 'date_order') delete rest.dateOrder;
  if (question === 'decimal_sign') delete rest.decimalSign;
  if (question === 'sign') delete rest.flipped;
  if (question === 'amount_column') delete rest.amountColumn;
  return rest;
}

function answersTo({ dateOrder, decimalSign, flipped, amountColumn }: FileAnswers): Question[] {
  return [
    ...(dateOrder ? (['date_order'] as const) : []),
    ...(decimalSign ? (['decimal_sign'] as const) : []),
    ...(flipped !== undefined ? (['sign'] as const) : []),
    ...(amountColumn !== undefined ? (['amount_column'] as const) : []),
  ];
}
