import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { today } from '#domain/dates';
import type { AccountRow } from '#domain/rows';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { TextField } from '#ui/text-field';
import { AccountSelect } from './account-select.tsx';
import { AmountInput } from './amount-input.tsx';
import { CategorySelect } from './category-select.tsx';
import { DateInput } from './date-input.tsx';
import { afterAdding, newDraft } from './transaction-draft.ts';
import { TypeChoice } from './type-choice.tsx';
import { useAddTransaction } from './use-add-transaction.ts';
import { useTransactionForm } from './use-transaction-form.ts';

const Cell = chakra('div', {
  base: { minWidth: '0', gridColumn: { base: '1 / -1', sm: 'span 6', lg: 'span 3' } },
  variants: { wide: { true: { gridColumn: { base: '1 / -1', lg: 'span 6' } } } },
});

/**
 * The dashboard's form: one line of the ledger, to be filled in. `accounts` are those the user may add to. After an
 * entry, amount and description are cleared.
 */
export function AddTransactionForm({ accounts, accountId }: { accounts: readonly AccountRow[]; accountId: string }) {
  const add = useAddTransaction();
  const titleId = useId();
  const form = useTransactionForm(newDraft({ accountId, today: today(new Date()) }), async (entered, fields) => {
    if (await add(entered, fields)) form.reset(afterAdding(entered));
  });
  const { draft, errors, change } = form;

  // The form follows the active account and keeps what was typed.
  const [followed, setFollowed] = useState(accountId);
  if (followed !== accountId) {
    setFollowed(accountId);
    change({ accountId, category: '' });
  }

  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md" mb="4">
        Add transaction
      </chakra.h2>
      <chakra.form
        ref={form.formRef}
        noValidate
        aria-labelledby={titleId}
        onSubmit={form.submit}
        display="grid"
        gridTemplateColumns="repeat(12, minmax(0, 1fr))"
        columnGap="3"
        rowGap="4"
      >
        <Cell>
          <TypeChoice value={draft.type} onChange={(type) => change({ type })} />
        </Cell>
        <Cell>
          <AmountInput
            value={draft.amount}
            error={errors.amount}
            onChange={(amount) => change({ amount })}
            onSign={(type) => change({ type })}
          />
        </Cell>
        <Cell wide>
          <TextField
            label="Description"
            name="description"
            value={draft.description}
            error={errors.description}
            autoComplete="off"
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        </Cell>
        <Cell>
          <CategorySelect
            accountId={draft.accountId}
            type={draft.type}
            value={draft.category}
            error={errors.category}
            onChange={(category) => change({ category })}
          />
        </Cell>
        <Cell>
          <DateInput value={draft.date} error={errors.date} onChange={(date) => change({ date })} />
        </Cell>
        <Cell>
          <AccountSelect
            accounts={accounts}
            value={draft.accountId}
            error={errors.accountId}
            onChange={(id) => change({ accountId: id, category: '' })}
          />
        </Cell>
        <Cell pt={{ sm: '1.6875rem' }}>
          <Button type="submit" width="full">
            Add Transaction
          </Button>
        </Cell>
      </chakra.form>
    </Card>
  );
}
