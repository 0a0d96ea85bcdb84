import { today } from '#domain/dates/dates';
import * as texts from '#texts/books/accounts';
import { TextField } from '#ui/text-field';
import { WrittenDateField } from '../dates/written-date-field.tsx';
import type { AccountDraft, AccountErrors } from './account-draft.ts';

/** The balance that a new account starts with, and its day. The day is asked for when there is a balance. */
export function OpeningFields(props: {
  draft: AccountDraft;
  errors: AccountErrors;
  onChange: (fields: Partial<AccountDraft>) => void;
}) {
  const { draft, errors, onChange } = props;
  const { opening, openingDate } = draft;
  return (
    <>
      <TextField
        label={texts.OPENING_BALANCE}
        name="opening"
        optional
        autoComplete="off"
        hint={texts.OPENING_HINT}
        value={opening}
        error={errors.opening}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          onChange({ opening: typed, openingDate: openingDate || (typed === '' ? '' : today(new Date())) });
        }}
      />
      {opening !== '' && (
        <WrittenDateField
          label={texts.OPENING_DATE}
          name="openingDate"
          value={openingDate}
          error={errors.openingDate}
          onText={(date) => onChange({ openingDate: date })}
        />
      )}
    </>
  );
}
