import { chakra } from '@chakra-ui/react';
import { type FormEvent, useId, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/books/categories';
import { readBudgetDraft } from '#domain/drafts';
import { understoodAmount } from '#domain/money/money';
import { can } from '#domain/sharing/roles';
import * as texts from '#texts/books/budgets';
import * as terms from '#texts/terms';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { FormStack } from '#ui/form-stack';
import { TextField } from '#ui/text-field';
import { useErrorFocus } from '#ui/use-error-focus.ts';
import { useTypedChoices } from '#ui/use-typed-choices.ts';
import { AccountChooser } from '../../session/accounts/account-chooser.tsx';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { type FormDraft, useKeepDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { CategoryEditing } from '../categories/category-manager.tsx';
import { BudgetCategoryField } from './budget-category-field.tsx';
import type { FormErrors } from './budget-wording.ts';
import { useBudgetCommands } from './use-budget-commands.ts';

const EMPTY = { name: '', amount: '', description: '', accountId: '', categoryId: ALL_CATEGORIES };
type Draft = typeof EMPTY;

/** Makes a monthly budget for an account, by default the default account. */
export function CreateBudgetForm() {
  return (
    <WithDraft form="budget" read={readBudgetDraft}>
      {(kept) => <BudgetForm kept={kept} />}
    </WithDraft>
  );
}

function BudgetForm({ kept }: { kept: FormDraft<Draft> }) {
  const { create } = useBudgetCommands();
  const accounts = (useAccounts() ?? []).filter(({ account, role }) => !account.archived && can(role, 'budget.manage'));
  const [draft, setDraft] = useState(kept.kept?.values ?? EMPTY);
  const [errors, setErrors] = useState<FormErrors>({});
  const [creating, setCreating] = useState(false);
  const [managing, setManaging] = useState(false);
  const typed = useTypedChoices<'accountId' | 'categoryId'>();
  const { formRef, focusFirstError } = useErrorFocus();
  const ids = { title: useId(), manager: useId() };
  const worth = draft.name + draft.amount + draft.description !== '';
  useKeepDraft(kept, { values: draft, worth });
  const fallback = accounts.find(({ isDefault }) => isDefault) ?? accounts[0];
  const chosen = accounts.find(({ account }) => account.id === draft.accountId) ?? fallback;
  const accountId = chosen?.account.id ?? draft.accountId;

  const correct = (fields: Partial<Draft>) =>
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in fields))));
  const change = (fields: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...fields }));
    correct(fields);
  };
  const chooseAccount = (id: string) => {
    if ((id || fallback?.account.id) === accountId) return change({ accountId: id });
    // Another account has other categories.
    typed.forget('categoryId');
    change({ accountId: id, categoryId: ALL_CATEGORIES });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (creating) return;
    const unknown = typed.problems();
    setErrors(unknown ?? {});
    if (unknown) return focusFirstError();
    setCreating(true);
    const { accountId: _, ...input } = draft;
    const problems = await create(accountId === '' ? input : { ...input, accountId }, kept.keeper.saved());
    setCreating(false);
    setErrors(problems ?? {});
    if (problems) focusFirstError();
    else setDraft({ ...EMPTY, accountId: draft.accountId });
  };

  return (
    <Card aria-labelledby={ids.title}>
      <chakra.h3 id={ids.title} fontSize="md" mb="4">
        {texts.NEW_TITLE}
      </chakra.h3>
      <FormStack ref={formRef} noValidate aria-labelledby={ids.title} data-draft onSubmit={submit} pt="0">
        <DraftLine draft={kept} worth={worth} formRef={formRef} />
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} alignItems="start">
          <TextField
            label={texts.BUDGET_NAME}
            placeholder={texts.BUDGET_NAME_EXAMPLE}
            value={draft.name}
            error={errors.name}
            autoComplete="off"
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <AmountField
            label={texts.BUDGET_AMOUNT}
            value={draft.amount}
            error={errors.amount}
            hint={understoodAmount(draft.amount)}
            onChange={(event) => change({ amount: event.currentTarget.value })}
          />
          {accounts.length > 0 && (
            <AccountChooser
              label={terms.ACCOUNT}
              name="account"
              accounts={accounts.map(({ account }) => account)}
              value={accountId}
              error={errors.accountId}
              {...typed.of('accountId', chooseAccount, () => correct({ accountId }))}
            />
          )}
          <BudgetCategoryField
            accountId={accountId}
            value={draft.categoryId}
            error={errors.categoryId}
            {...typed.of(
              'categoryId',
              (categoryId) => change({ categoryId }),
              () => correct({ categoryId: '' }),
            )}
          />
          <chakra.div gridColumn={{ md: '1 / -1' }}>
            <TextField
              label={texts.BUDGET_DESCRIPTION}
              optional
              value={draft.description}
              error={errors.description}
              autoComplete="off"
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
          </chakra.div>
        </chakra.div>
        <chakra.div
          mt="1"
          display="flex"
          flexDirection={{ base: 'column-reverse', sm: 'row' }}
          justifyContent="space-between"
          gap="2"
        >
          <Button
            variant="outline"
            aria-expanded={managing}
            aria-controls={ids.manager}
            onClick={() => setManaging(!managing)}
          >
            {managing ? texts.HIDE_MANAGER : texts.SHOW_MANAGER}
          </Button>
          <Button type="submit" disabled={creating}>
            {creating ? texts.CREATING : texts.CREATE}
          </Button>
        </chakra.div>
      </FormStack>
      <chakra.div id={ids.manager}>
        {managing && (
          <chakra.div mt="5" pt="5" borderTopWidth="1px" borderColor="line">
            <CategoryEditing />
          </chakra.div>
        )}
      </chakra.div>
    </Card>
  );
}
