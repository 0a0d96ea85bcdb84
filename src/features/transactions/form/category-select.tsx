import { memo, useEffect, useRef } from 'react';
import type { TransactionType } from '#domain/rows';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions';
import { SelectField } from '#ui/select-field';
import { useCategoryNames } from './use-category-names.ts';
import type { Change } from './use-transaction-form.ts';

/**
 * The categories of an account for one type. A value that is not among them can stay: the category was deleted, or came
 * with an older transaction. When the user chooses another account, the value stays if that account has the category,
 * and is cleared otherwise.
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
  const { names, accountId: namesOf } = useCategoryNames(accountId, type);
  const settledFor = useRef(accountId);
  useEffect(() => {
    if (namesOf !== accountId || settledFor.current === accountId) return;
    settledFor.current = accountId;
    if (value !== '' && !names.includes(value)) change({ category: '' });
  }, [accountId, namesOf, names, value, change]);
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
