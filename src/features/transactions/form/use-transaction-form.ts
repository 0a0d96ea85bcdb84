import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { farAway, today } from '#domain/dates/dates';
import type { TransactionFields } from '#domain/transactions/transactions';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { isPlainDate, loadDateReading } from '../../dates/use-date-reading.ts';
import { checkNewEntry, type NewEntry, type NewEntryDraft } from './new-entry-draft.ts';
import {
  afterAdding,
  type Checked,
  checkDraft,
  type DraftErrors,
  type Emptied,
  type TransactionDraft,
  withType,
} from './transaction-draft.ts';

/** Sets changed fields and clears their errors. Always the same function, so fields can be memoized. */
export type Change<Draft = TransactionDraft> = (fields: Partial<Draft>) => void;

export type TransactionForm<Draft = TransactionDraft> = {
  draft: Draft;
  errors: DraftErrors;
  change: Change<Draft>;
  /** Clears these fields after this draft was added, unless the user has typed in them since. */
  clear: (added: Draft, fields: Emptied) => void;
  submit: (event?: FormEvent) => Promise<void>;
  formRef: RefObject<HTMLFormElement | null>;
};

interface Options<Draft> {
  /** Fills in what the form shows and the user did not choose. */
  complete?: (draft: Draft) => Draft;
  /** The form changes what is there. */
  edits?: boolean;
}

/** The form of one transaction. */
export function useTransactionForm(
  start: TransactionDraft,
  save: (draft: TransactionDraft, fields: TransactionFields) => Promise<void>,
  options: Options<TransactionDraft> = {},
): TransactionForm {
  return useForm(start, checkDraft, (draft, { fields }) => save(draft, fields), options);
}

/** The form of what is added: a transaction, or a transfer. */
export function useNewEntryForm(
  start: NewEntryDraft,
  save: (draft: NewEntryDraft, entry: NewEntry) => Promise<void>,
  options: Options<NewEntryDraft> = {},
): TransactionForm<NewEntryDraft> {
  return useForm(start, checkNewEntry, (draft, { entry }) => save(draft, entry), options);
}

/** What every draft has. `toDate` is the second date of a transfer, which may be empty. */
type AnyDraft = Pick<TransactionDraft, 'date' | 'amount' | 'description' | 'category' | 'categoryId' | 'lines'> & {
  type: string;
  toDate?: string;
};

type Result<Found> = Found | Extract<Checked<never>, { ok: false }>;

/**
 * Incomplete, the form saves nothing, shows the errors at the fields, and focuses the first of them. A new date far
 * from today is asked about once, at its field; saving again confirms it. `save` gets only complete drafts, with dates
 * as YYYY-MM-DD.
 */
export function useForm<Draft extends AnyDraft, Found extends { ok: true }>(
  start: Draft,
  check: (draft: Draft) => Result<Found> | Promise<Result<Found>>,
  save: (draft: Draft, found: Found) => Promise<void>,
  options: Options<Draft>,
): TransactionForm<Draft> {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors>(NO_ERRORS);
  const { formRef, focusFirstError } = useErrorFocus();
  const saving = useRef<Draft | null>(null);
  /** The dates that the form began with, or the last that the user was asked about. */
  const confirmed = useRef<Dates>(start);

  const change = useCallback((fields: Partial<Draft>) => {
    setDraft((current) => {
      const { type = current.type, ...others } = fields;
      // An id belongs to the name that came with it.
      return { ...withType(current, type), ...('category' in others && { categoryId: undefined }), ...others };
    });
    setErrors((current) => withoutFields(current, fields));
  }, []);

  const saveOnce = async (completed: Draft, found: Found) => {
    if (saving.current === draft) return;
    saving.current = draft;
    try {
      await save(completed, found);
    } finally {
      if (saving.current === draft) saving.current = null;
    }
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const filled = options.complete?.(draft) ?? draft;
    // No wait without need: what is added twice in a moment must be seen below.
    const completed = hasPlainDates(filled) ? filled : await withDatesRead(filled);
    const found = check(completed);
    const checked = found instanceof Promise ? await found : found;
    if (!checked.ok) {
      setErrors(checked.errors);
      focusFirstError();
      return;
    }
    const far = farDates(completed, confirmed.current);
    const questions = far.length > 0 ? await dateQuestions(completed, far, options.edits ?? false) : null;
    confirmed.current = completed;
    if (questions) {
      setErrors(questions);
      focusFirstError();
      return;
    }
    await saveOnce(completed, checked);
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

type Dates = Pick<AnyDraft, 'date' | 'toDate'>;

function hasPlainDates({ date, toDate = '' }: Dates): boolean {
  return isPlainDate(date) && isPlainDate(toDate);
}

/** What cannot be read stays as it was typed, and is refused. */
async function withDatesRead<Draft extends Dates>(draft: Draft): Promise<Draft> {
  const reading = await loadDateReading();
  const read = (text: string) => reading?.dateTyped(text) ?? text;
  return { ...draft, date: read(draft.date), ...(draft.toDate && { toDate: read(draft.toDate) }) };
}

type DateName = keyof Dates;

/** The dates that are new and far from today. */
function farDates(dates: Dates, confirmed: Dates): DateName[] {
  const isFar = (date: string) => date !== '' && farAway(date, today(new Date())) !== null;
  const names: DateName[] = ['date', 'toDate'];
  return names.filter((name) => dates[name] !== confirmed[name] && isFar(dates[name] ?? ''));
}

/** What the user is asked about these dates; null when there is nothing to ask. */
async function dateQuestions(dates: Dates, far: readonly DateName[], edits: boolean): Promise<DraftErrors | null> {
  const reading = await loadDateReading();
  const errors: DraftErrors = {};
  for (const name of far) {
    const question = reading?.dateQuestion(dates[name] ?? '', edits);
    if (question) errors[name] = question;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

function withoutFields(errors: DraftErrors, fields: object): DraftErrors {
  const left = Object.entries(errors).filter(([field]) => !(field in fields));
  return left.length === 0 ? NO_ERRORS : Object.fromEntries(left);
}
