import { chakra } from '@chakra-ui/react';
import { ACCOUNT_KINDS, kindNamed } from '#domain/account-kinds';
import { checkAccount } from '#domain/books/accounts';
import { formatMoney } from '#domain/money/money';
import type { AccountRow } from '#domain/rows';
import * as kinds from '#texts/books/account-kinds';
import * as imports from '#texts/import/import';
import * as texts from '#texts/import/migration';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import type { AccountChoice, FoundAccount } from '../../import/worker/migration-messages.ts';
import { LEAVE, NEW } from '../../import/worker/migration-plan.ts';

const KINDS = ACCOUNT_KINDS.map((value) => ({ value, label: kinds.KINDS[value] }));

/** Where each account of the export goes. */
export function MigrationAccounts(props: {
  found: readonly FoundAccount[];
  choices: readonly AccountChoice[];
  accounts: readonly AccountRow[];
  onChoose: (account: number, choice: Partial<AccountChoice>) => void;
}) {
  const { found, choices, accounts, onChoose } = props;
  const taken = new Set(choices.map(({ into }) => into));
  return (
    <section aria-label={texts.ACCOUNTS}>
      <chakra.h3 fontSize="sm" fontWeight="medium">
        {texts.ACCOUNTS}
      </chakra.h3>
      <chakra.p color="fg.muted" fontSize="xs" mb="2">
        {texts.ACCOUNTS_HINT}
      </chakra.p>
      <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="3">
        {found.map((one, at) => {
          const choice = choices[at];
          // Two accounts of the file never go into one: rows that are alike would be taken for one.
          const free = accounts.filter(({ id }) => id === choice?.into || !taken.has(id));
          return (
            choice && (
              <chakra.li key={one.name} pt="3" borderTopWidth="1px" borderColor="line">
                <MigrationAccount found={one} choice={choice} accounts={free} onChoose={(some) => onChoose(at, some)} />
              </chakra.li>
            )
          );
        })}
      </chakra.ul>
    </section>
  );
}

function MigrationAccount(props: {
  found: FoundAccount;
  choice: AccountChoice;
  accounts: readonly AccountRow[];
  onChoose: (choice: Partial<AccountChoice>) => void;
}) {
  const { found, choice, accounts, onChoose } = props;
  const options = [
    { value: NEW, label: texts.NEW_ACCOUNT },
    ...accounts.map(({ id, name }) => ({ value: id, label: name })),
    { value: LEAVE, label: texts.LEFT_OUT },
  ];
  return (
    <chakra.div
      display="grid"
      gap="2"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      <chakra.p minWidth="0" alignSelf="center">
        <chakra.span display="block" overflowWrap="anywhere">
          {found.name}
        </chakra.span>
        <chakra.span display="block" color="fg.muted" fontSize="xs" className="tabular">
          {texts.rowsAndSum(found.count, formatMoney(found.cents))}
        </chakra.span>
      </chakra.p>
      <SelectField
        label={texts.goesInto(found.name)}
        labelHidden
        value={choice.into}
        options={options}
        onChange={({ currentTarget: { value } }) => onChoose({ into: value })}
      />
      {choice.into === NEW && (
        <>
          <TextField
            label={texts.nameOfNew(found.name)}
            labelHidden
            value={choice.name}
            error={checkAccount({ name: choice.name }).ok ? null : imports.NEEDS_NAME}
            onChange={(event) => onChoose({ name: event.currentTarget.value })}
          />
          <SelectField
            label={texts.kindOfNew(found.name)}
            labelHidden
            value={choice.kind}
            options={KINDS}
            onChange={({ currentTarget: { value } }) => onChoose({ kind: kindNamed(value) ?? 'other' })}
          />
        </>
      )}
    </chakra.div>
  );
}
