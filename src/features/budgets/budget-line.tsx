import { chakra } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/books/categories';
import { formatMoney, plainAmount, understoodAmount } from '#domain/money/money';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/budgets';
import * as terms from '#texts/terms';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { PencilIcon, Trash2Icon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { TextField } from '#ui/text-field';
import { useTypedChoices } from '#ui/use-typed-choices.ts';
import { BudgetCategoryField } from './budget-category-field.tsx';
import type { FormErrors } from './budget-wording.ts';
import { useBudgetCommands } from './use-budget-commands.ts';

/** A budget as a line in the settings. */
export function BudgetLine({ view, onEdit, onDelete }: { view: BudgetView; onEdit: () => void; onDelete: () => void }) {
  const { budget, accountName, categoryName, mayManage } = view;
  return (
    <chakra.div display="flex" alignItems="center" gap="2" py="3">
      <chakra.div flex="1" minWidth="0">
        <chakra.p display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3" fontWeight="medium">
          <chakra.span overflowWrap="anywhere">{budget.name}</chakra.span>
          <MoneyText>{formatMoney(budget.amount)}</MoneyText>
        </chakra.p>
        <chakra.p color="fg.muted">
          <span>{categoryName ?? terms.ALL_CATEGORIES}</span>
          {accountName && <span> · {texts.coversAccount(accountName)}</span>}
        </chakra.p>
      </chakra.div>
      {mayManage && (
        <chakra.div display="flex">
          <IconButton label={actions.editOf(budget.name)} data-edit={budget.id} onClick={onEdit}>
            <PencilIcon aria-hidden />
          </IconButton>
          <IconButton label={actions.deleteOf(budget.name)} onClick={onDelete}>
            <Trash2Icon aria-hidden />
          </IconButton>
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** Name, amount and category of a budget, as fields in its line. Escape cancels. */
export function BudgetLineEditor({ view, onClose }: { view: BudgetView; onClose: () => void }) {
  const { budget } = view;
  const { update } = useBudgetCommands();
  const [draft, setDraft] = useState(() => ({
    name: budget.name,
    amount: plainAmount(budget.amount),
    categoryId: budget.categoryId ?? ALL_CATEGORIES,
  }));
  const [errors, setErrors] = useState<FormErrors>({});
  const typed = useTypedChoices<'categoryId'>();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const change = (fields: Partial<typeof draft>) => {
    setDraft((current) => ({ ...current, ...fields }));
    setErrors({});
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problems = typed.problems() ?? (await update(budget, draft));
    if (problems) setErrors(problems);
    else onClose();
  };

  return (
    <chakra.form
      ref={form}
      noValidate
      aria-label={actions.editOf(budget.name)}
      onSubmit={submit}
      onKeyDown={(event) => {
        // An open list takes it first.
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
      py="4"
    >
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '2fr 1fr 1.5fr' }} alignItems="start">
        <TextField
          label={terms.NAME}
          value={draft.name}
          error={errors.name}
          autoComplete="off"
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <AmountField
          label={terms.AMOUNT}
          value={draft.amount}
          error={errors.amount}
          hint={understoodAmount(draft.amount)}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <BudgetCategoryField
          accountId={budget.accountId}
          value={draft.categoryId}
          own={view.categoryName}
          error={errors.categoryId}
          {...typed.of(
            'categoryId',
            (categoryId) => change({ categoryId }),
            () => change({}),
          )}
        />
      </chakra.div>
      <chakra.div mt="4" display="flex" justifyContent="flex-end" gap="2">
        <Button variant="outline" onClick={onClose}>
          {actions.CANCEL}
        </Button>
        <Button type="submit">{actions.SAVE}</Button>
      </chakra.div>
    </chakra.form>
  );
}
