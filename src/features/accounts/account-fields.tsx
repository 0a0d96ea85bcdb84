import type { AccountType } from '#domain/rows';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import type { AccountDraft, AccountErrors } from './account-draft.ts';
import { ACCOUNT_TYPE_NAMES } from './account-type-names.ts';

const TYPES: readonly { value: AccountType; label: string }[] = [
  { value: 'personal', label: ACCOUNT_TYPE_NAMES.personal },
  { value: 'business', label: ACCOUNT_TYPE_NAMES.business },
];

/** Name, type and description of an account. */
export function AccountFields(props: {
  draft: AccountDraft;
  errors: AccountErrors;
  onChange: (fields: Partial<AccountDraft>) => void;
}) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <TextField
        label="Account Name"
        name="name"
        value={draft.name}
        error={errors.name}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SelectField
        label="Account Type"
        name="type"
        value={draft.type}
        options={TYPES}
        onChange={(event) => {
          const chosen = TYPES.find((type) => type.value === event.currentTarget.value);
          if (chosen) onChange({ type: chosen.value });
        }}
      />
      <TextField
        label="Description"
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
