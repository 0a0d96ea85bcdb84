import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { withDatesRead } from '../dates/date-reading.ts';
import { NOTHING_CHOSEN, withType } from '../transactions/form/transaction-draft.ts';
import { checkScheduleDraft, type ScheduleDraft, type ScheduleErrors } from './schedule-draft.ts';

export interface DraftForm {
  draft: ScheduleDraft;
  errors: ScheduleErrors;
  /** Sets changed fields and clears their errors. Always the same function. */
  change: (fields: Partial<ScheduleDraft>) => void;
  submit: (event?: FormEvent) => Promise<void>;
  formRef: RefObject<HTMLFormElement | null>;
}

/** The errors that go when a field changes, besides its own. */
const CLEARED: Partial<Record<keyof ScheduleDraft, readonly (keyof ScheduleErrors)[]>> = {
  rhythm: ['interval', 'weekdays', 'day', 'form', 'endDate'],
  startDate: ['form', 'endDate'],
  ends: ['endDate', 'count', 'form'],
  endDate: ['form'],
  count: ['form'],
  accountId: ['toAccountId'],
  toAccountId: ['accountId'],
};

/**
 * The form of one schedule. Incomplete, it saves nothing, shows the errors at their fields, and focuses the first one.
 * `sidesKnown`: the accounts of a transfer stay as they are.
 */
export function useDraftForm(
  start: ScheduleDraft,
  sidesKnown: boolean,
  save: (fields: ScheduleFields, toAccountId: string | undefined) => Promise<void>,
): DraftForm {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<ScheduleErrors>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const saving = useRef(false);
  /** A key may choose and submit at once, and the form is drawn in between. */
  const latest = useRef(draft);
  latest.current = draft;

  const change = useCallback((fields: Partial<ScheduleDraft>) => {
    setDraft((current) => {
      const { type = current.type, ...others } = fields;
      // What is said of a category belongs to the name that came with it.
      return { ...withType(current, type), ...('category' in others && NOTHING_CHOSEN), ...others };
    });
    setErrors((current) => withoutErrors(current, fields));
  }, []);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (saving.current) return;
    const checked = checkScheduleDraft(latest.current, sidesKnown);
    if (!checked.ok) {
      setDraft((now) => withDatesRead(now, ['startDate', 'endDate']));
      setErrors(checked.errors);
      focusFirstError();
      return;
    }
    saving.current = true;
    try {
      await save(checked.fields, checked.toAccountId);
    } finally {
      saving.current = false;
    }
  };

  return { draft, errors, change, submit, formRef };
}

function withoutErrors(errors: ScheduleErrors, fields: Partial<ScheduleDraft>): ScheduleErrors {
  const gone = new Set<string>(Object.keys(fields));
  for (const [field, others] of Object.entries(CLEARED)) if (gone.has(field)) for (const one of others) gone.add(one);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !gone.has(field)));
}
