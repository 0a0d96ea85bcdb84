import { memo, useLayoutEffect, useRef } from 'react';
import { choiceNamed, followed } from '#domain/books/categories';
import type { TransactionType } from '#domain/rows';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transactions';
import { SelectField } from '#ui/select-field';
import { NO_CATEGORY } from './transaction-draft.ts';
import { useCategoryChoices } from './use-category-choices.ts';
import type { Change } from './use-transaction-form.ts';

/**
 * The categories of an account for one type. A value that is not among them can stay: the category was deleted, or came
 * with an older transaction. When the user chooses another account, the value stays if that account has the category,
 * and is cleared otherwise. When the chosen category is renamed, here or by a pull, the value follows. A choice keeps
 * the id, so it also follows when it comes back from a draft.
 */
export const CategorySelect = memo(function CategorySelect(props: {
  accountId: string;
  type: TransactionType;
  value: string;
  /** The id of the category that was chosen. */
  categoryId: string | null | undefined;
  change: Change;
  error: string | undefined;
  /** What the user has in this form when they choose nothing. */
  preselected?: string | undefined;
  /** What stands for no choice in every form. It is always offered, and nothing else stands for no choice. */
  always?: string | undefined;
}) {
  const { accountId, type, value, categoryId, change, error, preselected = '', always } = props;
  const { choices, accountId: choicesOf } = useCategoryChoices(accountId, type);
  const settledFor = useRef(accountId);
  const before = useRef(choices);
  // Before the user can choose among these choices: a later effect would put the former category over the new one.
  useLayoutEffect(() => {
    const next = followed(before.current, choices, { category: value, categoryId });
    before.current = choices;
    const moved = choicesOf === accountId && settledFor.current !== accountId;
    if (moved) settledFor.current = accountId;
    if (next) change(next);
    else if (moved && value !== '') {
      change(choices.some(({ name }) => name === value) ? choiceNamed(choices, value) : NO_CATEGORY);
    }
  }, [accountId, choicesOf, choices, value, categoryId, change]);
  const shown = value || preselected;
  const names = choices.map(({ name }) => name);
  const others = [always ?? '', shown].filter((name) => name !== '' && !names.includes(name));
  return (
    <SelectField
      label={terms.CATEGORY}
      name="category"
      placeholder={always === undefined ? texts.CHOOSE : undefined}
      value={shown}
      error={error}
      options={[...new Set(others), ...names].map((name) => ({ value: name, label: name }))}
      onChange={({ currentTarget: { value: name } }) => change(choiceNamed(choices, name))}
    />
  );
});
