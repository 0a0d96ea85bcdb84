import { ACCOUNT_KINDS, kindNamed } from '#domain/account-kinds';
import type { AccountType } from '#domain/rows';
import { KIND, KINDS } from '#texts/books/account-kinds';
import * as texts from '#texts/books/accounts';
import * as terms from '#texts/terms';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import type { AccountDraft, AccountErrors } from './account-draft.ts';

const TYPES: readonly { value: AccountType; label: string }[] = [
  { value: 'personal', label: texts.TYPE_NAMES.personal },
  { value: 'business', label: texts.TYPE_NAMES.business },
];

const KIND_OPTIONS = ACCOUNT_KINDS.map((kind) => ({ value: kind, label: KINDS[kind] }));

/** Name, type, kind and description of an account. */
export function AccountFields(props: {
  draft: AccountDraft;
  errors: AccountErrors;
  onChange: (fields: Partial<AccountDraft>) => void;
}) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <TextField
        label={texts.ACCOUNT_NAME}
        name="name"
        value={draft.name}
        error={errors.name}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SelectField
        label={terms.TYPE}
        name="type"
        value={draft.type}
        options={TYPES}
        onChange={(event) => {
          const chosen = TYPES.find((type) => type.value === event.currentTarget.value);
          if (chosen) onChange({ type: chosen.value });
        }}
      />
      <SelectField
        label={KIND}
        name="kind"
        value={draft.kind}
        options={KIND_OPTIONS}
        onChange={(event) => onChange({ kind: kindNamed(event.currentTarget.value) ?? 'other' })}
      />
      <TextField
        label={terms.DESCRIPTION}
        name="description"
        optional
        value={draft.description}
        error={errors.description}
        autoComplete="off"
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}
