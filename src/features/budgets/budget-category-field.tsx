import { useMemo, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/books/categories';
import { groupsOf } from '#domain/books/category-groups';
import { sameName } from '#domain/entered-text';
import type { CategoryRow } from '#domain/rows';
import { foldText } from '#domain/search-text';
import { categoriesFor, managedCategories } from '#store/queries/categories/categories';
import * as texts from '#texts/books/budgets';
import * as categoryTexts from '#texts/books/categories';
import * as terms from '#texts/terms';
import { Combobox } from '#ui/combobox';
import type { Choice } from '#ui/found-choices.ts';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';

/**
 * The category that a budget covers: all, or one that its account is offered. An empty account id means the default
 * account that is yet to be made.
 */
export function BudgetCategoryField(props: {
  accountId: string;
  value: string;
  error: string | undefined;
  /** The name of the budget's category, which is offered to no other budget once it is archived. */
  own?: string | null;
  /** What is typed and is no choice. */
  text: string | undefined;
  onChoose: (categoryId: string) => void;
  /** What is typed is no choice, or nothing. */
  onText: (text: string) => void;
}) {
  const { accountId, value, error, own = null, text, onChoose, onText } = props;
  const db = useDatabase();
  const categories = useLoaded(
    async () =>
      accountId === ''
        ? (await managedCategories(db)).filter(({ archived }) => !archived)
        : categoriesFor(db, accountId),
    [db, accountId],
    categoryTexts.LOAD_FAILURE,
  );
  const [begun] = useState(value);
  const choices = useMemo(() => {
    const offered = choicesOf(categories ?? []);
    const isOffered = !categories || own === null || offered.some((choice) => choice.value === begun);
    return isOffered ? offered : [...offered, { value: begun, label: own }];
  }, [categories, begun, own]);
  return (
    <Combobox
      label={texts.BUDGET_CATEGORY}
      name="budget-category"
      value={value}
      error={error}
      choices={choices}
      fold={foldText}
      text={text}
      onChoose={(chosen) => onChoose(chosen || ALL_CATEGORIES)}
      onText={onText}
    />
  );
}

/** All categories, and then each one under its group. */
function choicesOf(categories: readonly CategoryRow[]): Choice[] {
  const each = groupsOf(categories).flatMap(({ group, categories: some }) =>
    some.map((one) => ({ value: one.id, label: labelOf(one, categories), group })),
  );
  return [{ value: ALL_CATEGORIES, label: terms.ALL_CATEGORIES }, ...each];
}

/** A budget covers a name of either type. So the choice shows the type only when two categories have the same name. */
function labelOf({ id, name, type }: CategoryRow, all: readonly CategoryRow[]): string {
  const isTwofold = all.some((other) => other.id !== id && sameName(other.name, name));
  return isTwofold ? texts.categoryOfType(name, type) : name;
}
