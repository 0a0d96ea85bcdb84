import { ALL_CATEGORIES } from '#domain/books/categories';
import { sameName } from '#domain/entered-text';
import type { CategoryRow } from '#domain/rows';
import { categoriesFor, managedCategories } from '#store/queries/categories/categories';
import * as texts from '#texts/books/budgets';
import * as categoryTexts from '#texts/books/categories';
import * as terms from '#texts/terms';
import { SelectField, type SelectOption } from '#ui/select-field';
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
  onChange: (categoryId: string) => void;
}) {
  const { accountId, value, error, onChange } = props;
  const db = useDatabase();
  const categories = useLoaded(
    async () => (accountId === '' ? (await managedCategories(db)).filter(isOffered) : categoriesFor(db, accountId)),
    [db, accountId],
    categoryTexts.LOAD_FAILURE,
  );
  return (
    <SelectField
      label={texts.BUDGET_CATEGORY}
      value={value}
      error={error}
      options={[{ value: ALL_CATEGORIES, label: terms.ALL_CATEGORIES }, ...(categories ?? []).map(optionOf)]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const isOffered = ({ archived }: CategoryRow) => !archived;

/** A budget covers a name of either type. So the option shows the type only when two categories have the same name. */
function optionOf({ id, name, type }: CategoryRow, _index: number, all: readonly CategoryRow[]): SelectOption {
  const isTwofold = all.some((other) => other.id !== id && sameName(other.name, name));
  return { value: id, label: isTwofold ? texts.categoryOfType(name, type) : name };
}
