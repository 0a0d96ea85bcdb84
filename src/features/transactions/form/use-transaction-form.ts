import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import type { TransactionFields } from '#domain/transactions/transactions';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { dateQuestion, withDatesRead } from '../../dates/date-reading.ts';
import { checkNewEntry } from './check-new-entry.ts';
import type { NewEntry, NewEntryDraft } from './new-entry-draft.ts';
import {
  afterAdding,
  type Checked,
  checkDraft,
  type DraftErrors,
  type Emptied,
  NOTHING_CHOSEN,
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
type AnyDraft = Pick<
  TransactionDraft,
  'date' | 'amount' | 'description' | 'category' | 'categoryId' | 'lines' | 'notes'
> & {
  type: string;
  toDate?: string;
};

type Refused = Extract<Checked<never>, { ok: false }>;

/**
 * Incomplete, the form saves nothing, shows the errors at the fields, and focuses the first of them. A new date far
 * from today is asked about once, at its field; saving again confirms it. `save` gets only complete drafts, with dates
 * as YYYY-MM-DD.
 */
export function useForm<Draft extends AnyDraft, Found extends { ok: true }>(
  start: Draft,
  check: (draft: Draft) => Found | Refused,
  save: (draft: Draft, found: Found) => Promise<void>,
  options: Options<Draft>,
): TransactionForm<Draft> {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors>(NO_ERRORS);
  const { formRef, focusFirstError } = useErrorFocus();
  const saving = useRef<Draft | null>(null);
  /** A key may choose and submit at once, and the form is drawn in between. */
  const latest = useRef(draft);
  latest.current = draft;
  /** The dates that the form began with, or the last that the user was asked about. */
  const confirmed = useRef<Dates>(start);

  const change = useCallback((fields: Partial<Draft>) => {
    setDraft((current) => {
      const { type = current.type, ...others } = fields;
      // What is said of a category belongs to the name that came with it.
      return { ...withType(current, type), ...('category' in others && NOTHING_CHOSEN), ...others };
    });
    setErrors((current) => withoutFields(current, fields));
  }, []);

  const saveOnce = async (entered: Draft, completed: Draft, found: Found) => {
    if (saving.current === entered) return;
    saving.current = entered;
    try {
      await save(completed, found);
    } finally {
      if (saving.current === entered) saving.current = null;
    }
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const entered = latest.current;
    const filled = options.complete?.(entered) ?? entered;
    const completed = withDatesRead(filled, DATE_NAMES);
    const checked = check(completed);
    if (!checked.ok) {
      setDraft((now) => withDatesRead(now, DATE_NAMES));
      setErrors(checked.errors);
      focusFirstError();
      return;
    }
    const questions = dateQuestions(completed, confirmed.current, options.edits ?? false);
    confirmed.current = completed;
    if (questions) {
      setDraft((now) => withDatesRead(now, DATE_NAMES));
      setErrors(questions);
      focusFirstError();
      return;
    }
    await saveOnce(entered, completed, checked);
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

const DATE_NAMES = ['date', 'toDate'] as const;

/** What the user is asked about dates that are new and far from today; null when there is nothing to ask. */
function dateQuestions(dates: Dates, confirmed: Dates, edits: boolean): DraftErrors | null {
  const errors: DraftErrors = {};
  for (const name of DATE_NAMES) {
    const date = dates[name] ?? '';
    const question = date !== '' && date !== confirmed[name] ? dateQuestion(date, edits) : null;
    if (question) errors[name] = question;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

/** An error of two accounts is about both: it goes when either changes. */
const PLACES = ['accountId', 'toAccountId'];

function withoutFields(errors: DraftErrors, fields: object): DraftErrors {
  const gone = new Set(Object.keys(fields));
  if (PLACES.some((place) => gone.has(place))) for (const place of PLACES) gone.add(place);
  const left = Object.entries(errors).filter(([field]) => !gone.has(field));
  return left.length === 0 ? NO_ERRORS : Object.fromEntries(left);
}
