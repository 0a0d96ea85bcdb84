import { memo, useLayoutEffect, useRef } from 'react';
import { choiceNamed, followed } from '#domain/books/categories';
import { otherType } from '#domain/refunds';
import type { TransactionType } from '#domain/rows';
import * as choosing from '#texts/books/category-choice';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transactions';
import { Combobox } from '#ui/combobox';
import { listValue } from './listed-categories.ts';
import { NO_CATEGORY } from './transaction-draft.ts';
import { useCategoryChoices } from './use-category-choices.ts';
import { useCategoryList } from './use-category-list.ts';
import type { Change } from './use-transaction-form.ts';

/**
 * The categories of an account for one type. A value that is not among them can stay: the category was deleted, or came
 * with an older transaction. When the user chooses another account, the value stays if that account has the category,
 * and is cleared otherwise. Without an account it stays, too: somebody is typing the name of another one. When the
 * chosen category is renamed, here or by a pull, the value follows. A choice keeps the id, so it also follows when it
 * comes back from a draft. A new name is a category that is made with the entry. Below come the categories of the other
 * type: chosen there, the entry is a refund.
 */
export const CategorySelect = memo(function CategorySelect(props: {
  accountId: string;
  type: TransactionType;
  value: string;
  /** The id of the category that was chosen. */
  categoryId: string | null | undefined;
  /** It is made with the entry. */
  makes: true | undefined;
  /** It is of the other type. */
  refund: boolean;
  /** What was typed and is no category; then nothing is chosen. */
  typed: string | undefined;
  change: Change;
  error: string | undefined;
  /** What the user has in this form when they choose nothing. */
  preselected?: string | undefined;
  /** What stands for no choice in every form. It is always offered, and nothing else stands for no choice. */
  always?: string | undefined;
}) {
  const { accountId, type, value, categoryId, makes, refund, typed, change, error, preselected = '', always } = props;
  const own = useCategoryChoices(accountId, type);
  const others = useCategoryChoices(accountId, otherType(type));
  const { choices, accountId: choicesOf } = refund ? others : own;
  const settledFor = useRef(accountId);
  const before = useRef(choices);
  // Before the user can choose among these choices: a later effect would put the former category over the new one.
  useLayoutEffect(() => {
    const next = followed(before.current, choices, { category: value, categoryId });
    before.current = choices;
    const moved = accountId !== '' && choicesOf === accountId && settledFor.current !== accountId;
    if (moved) settledFor.current = accountId;
    if (next) change({ ...next, refund });
    else if (moved && value !== '' && !makes) {
      const stays = choices.some(({ name }) => name === value);
      change(stays ? { ...choiceNamed(choices, value), refund } : NO_CATEGORY);
    }
  }, [accountId, choicesOf, choices, value, categoryId, makes, refund, change]);
  const shown = typed === undefined ? value || preselected : '';
  const chosen = listValue({ name: shown, refund: refund && shown !== '' });
  const isNew = makes && !choices.some(({ name }) => name === value);
  const list = useCategoryList({
    accountId,
    type,
    choices: own.choices,
    others: others.choices,
    first: always,
    last: chosen,
    choose: change,
  });
  return (
    <Combobox
      label={terms.CATEGORY}
      name="category"
      placeholder={texts.CHOOSE}
      value={chosen}
      error={error}
      hint={isNew && <output>{choosing.IS_NEW}</output>}
      text={typed}
      onText={(text) => change({ ...NO_CATEGORY, typedCategory: text })}
      {...list}
    />
  );
});
