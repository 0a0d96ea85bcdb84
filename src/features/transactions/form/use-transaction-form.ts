import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { farAway, today } from '#domain/dates';
import type { TransactionFields } from '#domain/transactions';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import {
  afterAdding,
  checkDraft,
  type DraftErrors,
  type Emptied,
  type TransactionDraft,
  withType,
} from './transaction-draft.ts';
import { isPlainDate, loadDateReading } from './use-date-reading.ts';

/** Sets changed fields and clears their errors. Always the same function, so fields can be memoized. */
export type Change = (fields: Partial<TransactionDraft>) => void;

export type TransactionForm = {
  draft: TransactionDraft;
  errors: DraftErrors;
  change: Change;
  /** Clears these fields after this draft was added, unless the user has typed in them since. */
  clear: (added: TransactionDraft, fields: Emptied) => void;
  submit: (event?: FormEvent) => Promise<void>;
  formRef: RefObject<HTMLFormElement | null>;
};

/**
 * The form of one transaction. Incomplete, it saves nothing, shows the errors at the fields, and focuses the first of
 * them. A new date far from today is asked about once, at its field; saving again confirms it. `save` gets only
 * complete drafts, with the date as YYYY-MM-DD. `complete` fills in what the form shows and the user did not choose.
 * `edits` says that the form changes what is there.
 */
export function useTransactionForm(
  start: TransactionDraft,
  save: (draft: TransactionDraft, fields: TransactionFields) => Promise<void>,
  options: { complete?: (draft: TransactionDraft) => TransactionDraft; edits?: boolean } = {},
): TransactionForm {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors>(NO_ERRORS);
  const { formRef, focusFirstError } = useErrorFocus();
  const saving = useRef<TransactionDraft | null>(null);
  /** The date that the form began with, or the last that the user was asked about. */
  const confirmed = useRef(start.date);

  const change = useCallback((fields: Partial<TransactionDraft>) => {
    setDraft((current) => {
      const { type = current.type, ...others } = fields;
      return { ...withType(current, type), ...others };
    });
    setErrors((current) => withoutFields(current, fields));
  }, []);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const filled = options.complete?.(draft) ?? draft;
    // No wait without need: what is added twice in a moment must be seen below.
    const completed = isPlainDate(filled.date) ? filled : await withDateRead(filled);
    const checked = checkDraft(completed);
    if (!checked.ok) {
      setErrors(checked.errors);
      focusFirstError();
      return;
    }
    const { date } = checked.fields;
    const isNew = date !== confirmed.current && farAway(date, today(new Date())) !== null;
    const question = isNew && (await loadDateReading())?.dateQuestion(date, options.edits ?? false);
    confirmed.current = date;
    if (question) {
      setErrors({ date: question });
      focusFirstError();
      return;
    }
    if (saving.current === draft) return;
    saving.current = draft;
    try {
      await save(completed, checked.fields);
    } finally {
      if (saving.current === draft) saving.current = null;
    }
  };

  return {
    draft,
    errors,
    change,
    clear: (added, fields) => {
      setDraft((now) => afterAdding(now, added, fields));
      setErrors(NO_ERRORS);
    },
    submit,
    formRef,
  };
}

const NO_ERRORS: DraftErrors = {};

/** What cannot be read stays as it was typed, and is refused. */
async function withDateRead(draft: TransactionDraft): Promise<TransactionDraft> {
  const reading = await loadDateReading();
  return { ...draft, date: reading?.dateTyped(draft.date) ?? draft.date };
}

function withoutFields(errors: DraftErrors, fields: Partial<TransactionDraft>): DraftErrors {
  const left = Object.entries(errors).filter(([field]) => !(field in fields));
  return left.length === 0 ? NO_ERRORS : Object.fromEntries(left);
}
