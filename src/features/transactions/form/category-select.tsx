import { memo, useEffect, useRef } from 'react';
import type { TransactionType } from '#domain/rows';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions';
import { SelectField } from '#ui/select-field';
import { useCategoryChoices } from './use-category-choices.ts';
import type { Change } from './use-transaction-form.ts';

/**
 * The categories of an account for one type. A value that is not among them can stay: the category was deleted, or came
 * with an older transaction. When the user chooses another account, the value stays if that account has the category,
 * and is cleared otherwise. When the chosen category is renamed, here or by a pull, the value follows: under the old
 * name the next transaction would belong to no category.
 */
export const CategorySelect = memo(function CategorySelect(props: {
  accountId: string;
  type: TransactionType;
  value: string;
  change: Change;
  error: string | undefined;
  /** What the user has when they choose nothing. It is always offered, and nothing else stands for no choice. */
  preselected?: string;
}) {
  const { accountId, type, value, change, error, preselected } = props;
  const { choices, accountId: choicesOf } = useCategoryChoices(accountId, type);
  const names = choices.map(({ name }) => name);
  const isOffered = value === '' || names.includes(value);
  const settledFor = useRef(accountId);
  const before = useRef(choices);
  useEffect(() => {
    const chosen = before.current.find(({ name }) => name === value);
    before.current = choices;
    const now = chosen?.id && choices.find(({ id }) => id === chosen.id);
    if (now && now.name !== value) change({ category: now.name });
  }, [choices, value, change]);
  useEffect(() => {
    if (choicesOf !== accountId || settledFor.current === accountId) return;
    settledFor.current = accountId;
    if (!isOffered) change({ category: '' });
  }, [accountId, choicesOf, isOffered, change]);
  const others = [preselected ?? '', value].filter((name) => name !== '' && !names.includes(name));
  return (
    <SelectField
      label={terms.CATEGORY}
      name="category"
      placeholder={preselected === undefined ? texts.CHOOSE : undefined}
      value={value}
      error={error}
      options={[...new Set(others), ...names].map((name) => ({ value: name, label: name }))}
      onChange={(event) => change({ category: event.currentTarget.value })}
    />
  );
});
