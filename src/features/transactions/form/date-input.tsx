import { memo } from 'react';
import * as terms from '#texts/terms';
import { WrittenDateField } from '../../dates/written-date-field.tsx';
import type { Change } from './use-transaction-form.ts';

/** The day of a transaction, as typed. */
export const DateInput = memo(function DateInput(props: { value: string; change: Change; error: string | undefined }) {
  const { value, change, error } = props;
  return (
    <WrittenDateField label={terms.DATE} name="date" value={value} error={error} onText={(date) => change({ date })} />
  );
});
