import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { type AccountDraft, type AccountErrors, accountErrors } from './account-draft.ts';

type AccountForm = {
  draft: AccountDraft;
  errors: AccountErrors;
  change: (fields: Partial<AccountDraft>) => void;
  submit: (event: FormEvent) => Promise<void>;
  formRef: RefObject<HTMLFormElement | null>;
};

/** The form of one account. Incomplete, it saves nothing, shows what is wrong at the field, and focuses it. */
export function useAccountForm(start: AccountDraft, save: (draft: AccountDraft) => Promise<void>): AccountForm {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<AccountErrors>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const saving = useRef(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = accountErrors(draft);
    setErrors(found ?? {});
    if (found) focusFirstError();
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
