import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type AccountDraft, type AccountErrors, accountErrors } from './account-draft.ts';

type AccountForm = {
  draft: AccountDraft;
  errors: AccountErrors;
  change: (fields: Partial<AccountDraft>) => void;
  submit: (event: FormEvent) => Promise<void>;
  formRef: RefObject<HTMLFormElement | null>;
};

/** A form for one account. Incomplete, it saves nothing, says so at the field and focuses it. */
export function useAccountForm(start: AccountDraft, save: (draft: AccountDraft) => Promise<void>): AccountForm {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<AccountErrors>({});
  const [refusals, setRefusals] = useState(0);
  const formRef = useRef<HTMLFormElement | null>(null);
  const saving = useRef(false);

  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = accountErrors(draft);
    setErrors(found ?? {});
    if (found) setRefusals((count) => count + 1);
    if (found || saving.current) return;
    saving.current = true;
    try {
      await save(draft);
    } finally {
      saving.current = false;
    }
  };

  return {
    draft,
    errors,
    change: (fields) => {
      setDraft((current) => ({ ...current, ...fields }));
      setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in fields))));
    },
    submit,
    formRef,
  };
}
