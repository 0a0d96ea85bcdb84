import { type FormEvent, useId, useState } from 'react';
import { formatWeekdayAndDate } from '#domain/dates/dates';
import { parseAmount, plainAmount, understoodAmount } from '#domain/money/money';
import type { OpenOccurrence } from '#store/queries/schedules/open-occurrences';
import * as actions from '#texts/actions';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/schedules/schedules';
import * as terms from '#texts/terms';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormStack } from '#ui/form-stack';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { dateTyped } from '../../features/dates/date-reading.ts';
import { WrittenDateField } from '../../features/dates/written-date-field.tsx';
import type { Rights } from '../../features/schedules/rights.ts';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import { useScheduleCommands } from '../../features/schedules/use-schedule-commands.ts';
import { fieldMessage } from '../../features/transactions/form/transaction-draft.ts';

/** Adds one occurrence with another date or amount, or leaves it out. The schedule stays as it is. */
export function OccurrenceDialog(props: { occurrence: OpenOccurrence; rights: Rights; onClose: () => void }) {
  const { occurrence, rights, onClose } = props;
  const { schedule } = occurrence;
  const { addNow, skip } = useScheduleCommands();
  const [date, setDate] = useState(occurrence.date);
  const [amount, setAmount] = useState(plainAmount(schedule.amount));
  const [errors, setErrors] = useState<{ date?: string; amount?: string }>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const formId = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const day = dateTyped(date);
    const cents = parseAmount(amount);
    if (day === null || !cents.ok) {
      setErrors({
        ...(day === null && { date: problems.DATE_NOT_A_DATE }),
        ...(!cents.ok && { amount: fieldMessage('amount', cents.reason) }),
      });
      return focusFirstError();
    }
    if (await addNow(occurrence, { date: day, amount: cents.cents })) onClose();
  };
  return (
    <Dialog
      open
      title={`${nameOf(schedule)}, ${formatWeekdayAndDate(occurrence.date)}`}
      onClose={onClose}
      footer={
        <>
          {rights.skips && (
            <Button
              variant="ghost"
              me={{ sm: 'auto' }}
              onClick={async () => {
                if (await skip(occurrence)) onClose();
              }}
            >
              {texts.SKIP_THIS}
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          {rights.addsNow && (
            <Button type="submit" form={formId}>
              {texts.ADD_NOW}
            </Button>
          )}
        </>
      }
    >
      {rights.addsNow && (
        <FormStack id={formId} ref={formRef} noValidate onSubmit={submit}>
          <AmountField
            label={terms.AMOUNT}
            name="amount"
            value={amount}
            error={errors.amount}
            hint={understoodAmount(amount)}
            onChange={(event) => {
              setAmount(event.currentTarget.value);
              setErrors(({ amount: _, ...others }) => others);
            }}
          />
          <WrittenDateField
            label={terms.DATE}
            name="date"
            value={date}
            error={errors.date}
            onText={(text) => {
              setDate(text);
              setErrors(({ date: _, ...others }) => others);
            }}
          />
        </FormStack>
      )}
    </Dialog>
  );
}
