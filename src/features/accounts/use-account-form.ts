import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { Actor } from '#store/commands/commit/commit';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { type FormDraft, type Kept, useKeepDraft } from '../../session/drafts/with-draft.tsx';
import { withDatesRead } from '../dates/date-reading.ts';
import { type AccountDraft, type AccountErrors, accountErrors, NEW_ACCOUNT } from './account-draft.ts';

type AccountForm = {
  draft: AccountDraft;
  errors: AccountErrors;
  change: (fields: Partial<AccountDraft>) => void;
  submit: (event: FormEvent) => Promise<void>;
  formRef: RefObject<HTMLFormElement | null>;
  /** It has something that an empty form, or the account, has not. */
  worth: boolean;
};

/**
 * The form of one account, which begins with the kept draft or with `start`. Incomplete, it saves nothing, shows what
 * is wrong at the field, and focuses it. `save` gets the day of the opening balance as YYYY-MM-DD, and returns whether
 * it was saved.
 */
export function useAccountForm(
  start: AccountDraft,
  kept: FormDraft<AccountDraft, AccountDraft>,
  save: (draft: AccountDraft, saved: Actor['draft']) => Promise<boolean>,
): AccountForm {
  const [draft, setDraft] = useState(() => startOf(start, kept.kept));
  const [errors, setErrors] = useState<AccountErrors>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const saving = useRef(false);
  const worth =
    FIELDS.some((field) => draft[field] !== start[field]) && draft.name + draft.description + draft.opening !== '';
  useKeepDraft(kept, { values: draft, worth, from: start });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const entered = withDatesRead(draft, ['openingDate']);
    const found = accountErrors(entered);
    setErrors(found ?? {});
    if (found) focusFirstError();
    if (found || saving.current) return;
    saving.current = true;
    try {
      if (await save(entered, kept.keeper.saved())) void kept.keeper.drop();
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
    worth,
  };
}

const FIELDS = ['name', 'type', 'kind', 'description', 'opening', 'openingDate'] as const;

/** The kept draft over what stands now: a field that was not typed shows what others have changed meanwhile. */
function startOf(now: AccountDraft, kept: Kept<AccountDraft, AccountDraft> | null | undefined): AccountDraft {
  if (!kept) return now;
  const { values, from } = kept;
  const typed = FIELDS.filter((field) => values[field] !== (from ?? NEW_ACCOUNT)[field]);
  return { ...now, ...Object.fromEntries(typed.map((field) => [field, values[field]])) };
}
