import { ACCOUNT_KINDS, type AccountKind, kindNamed } from '#domain/account-kinds';
import type { AccountRow } from '#domain/rows';
import * as kinds from '#texts/books/account-kinds';
import * as texts from '#texts/import/import';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import type { Target } from './target.ts';

const NEW = 'new';

const KINDS = ACCOUNT_KINDS.map((value) => ({ value, label: kinds.KINDS[value] }));

const WHY = { number: texts.BY_NUMBER, shape: texts.BY_SHAPE, kind: texts.BY_KIND, name: texts.BY_NAME };

/** The account that the rows go into, and why it is chosen. */
export function TargetFields(props: {
  accounts: readonly AccountRow[];
  target: Target;
  newName: string;
  nameError: string | null;
  onTarget: (target: Target) => void;
  onName: (name: string) => void;
  newKind: AccountKind;
  onKind: (kind: AccountKind) => void;
}) {
  const { accounts, target, newName, nameError, onTarget, onName, newKind, onKind } = props;
  const options = accounts.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <SelectField
        label={texts.INTO}
        value={target.accountId ?? NEW}
        options={[...options, { value: NEW, label: texts.NEW_ACCOUNT }]}
        hint={target.why && WHY[target.why]}
        onChange={({ currentTarget: { value } }) => onTarget({ accountId: value === NEW ? null : value, why: null })}
      />
      {target.accountId === null && (
        <>
          <TextField
            label={texts.NEW_NAME}
            value={newName}
            error={nameError}
            onChange={(event) => onName(event.currentTarget.value)}
          />
          <SelectField
            label={texts.NEW_KIND}
            value={newKind}
            options={KINDS}
            onChange={({ currentTarget: { value } }) => onKind(kindNamed(value) ?? 'other')}
          />
        </>
      )}
    </>
  );
}
