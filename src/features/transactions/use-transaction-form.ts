import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TransactionFields } from '#domain/transactions';
import {
  afterAdding,
  checkDraft,
  type DraftErrors,
  type Emptied,
  type TransactionDraft,
  withType,
} from './transaction-draft.ts';

/** Takes over changed fields and forgets what was wrong with them. Always the same function, so fields can be memoized. */
export type Change = (fields: Partial<TransactionDraft>) => void;

export type TransactionForm = {
  draft: TransactionDraft;
  errors: DraftErrors;
  change: Change;
  /** After this draft was added: empties these fields, where nothing has been typed for the next one since. */
  clear: (added: TransactionDraft, fields: Emptied) => void;
  submit: (event?: FormEvent) => Promise<void>;
  formRef: RefObject<HTMLFormElement | null>;
};

/**
 * A form for one transaction. Incomplete, it saves nothing, says so at the fields and focuses the first of them.
 * `save` gets only
 * complete entries.
 */
export function useTransactionForm(
  start: TransactionDraft,
  save: (draft: TransactionDraft, fields: TransactionFields) => Promise<void>,
): TransactionForm {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors>(NO_ERRORS);
  const [refusals, setRefusals] = useState(0);
  const formRef = useRef<HTMLFormElement | null>(null);
  const saving = useRef<TransactionDraft | null>(null);

  // Once a refused attempt: correcting one field must not pull the focus to the next.
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const change = useCallback((fields: Partial<TransactionDraft>) => {
    setDraft((current) => {
      const { type = current.type, ...others } = fields;
      return { ...withType(current, type), ...others };
    });
    setErrors((current) => withoutFields(current, fields));
  }, []);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const checked = checkDraft(draft);
    if (!checked.ok) {
      setErrors(checked.errors);
      setRefusals((count) => count + 1);
    }
    if (!checked.ok || saving.current === draft) return;
    saving.current = draft;
    try {
      await save(draft, checked.fields);
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

function withoutFields(errors: DraftErrors, fields: Partial<TransactionDraft>): DraftErrors {
  const left = Object.entries(errors).filter(([field]) => !(field in fields));
  return left.length === 0 ? NO_ERRORS : Object.fromEntries(left);
}
