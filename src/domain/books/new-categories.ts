/** New categories: their ids, and the built-in ones. */
import { nameId } from '../ids/name-id.ts';
import type { CategoryRow, TransactionType } from '../rows.ts';

/** From the specification, point 9. Every default account starts with these, as ordinary rows. */
const BUILT_IN_CATEGORIES: Readonly<Record<TransactionType, readonly string[]>> = {
  expense: [
    'Food',
    'Transportation',
    'Housing',
    'Utilities',
    'Entertainment',
    'Healthcare',
    'Education',
    'Other Expenses',
  ],
  income: ['Salary', 'Freelance', 'Investments', 'Gifts', 'Other Income'],
};

type NewCategory = Pick<CategoryRow, 'id' | 'accountId' | 'name' | 'type' | 'createdAt' | 'group' | 'archived'>;

/**
 * The id for a new category. It is computed from account, type and name, so two devices that make the same category
 * make one row. Case counts here. A rename keeps the id, so an id does not tell the present name.
 */
export function categoryId(accountId: string, type: TransactionType, name: string): string {
  return nameId(`category:${accountId}:${type}:${name}`);
}

/** A new category of this account; it is not stored yet. `createdAt` is an ISO timestamp. */
export function newCategory(accountId: string, type: TransactionType, name: string, createdAt: string): NewCategory {
  const id = categoryId(accountId, type, name);
  return { id, accountId, name, type, createdAt, group: null, archived: false };
}

/** The built-in categories of a new default account. `createdAt` is an ISO timestamp. */
export function builtInCategories(accountId: string, createdAt: string): NewCategory[] {
  const types: TransactionType[] = ['expense', 'income'];
  return types.flatMap((type) =>
    BUILT_IN_CATEGORIES[type].map((name) => newCategory(accountId, type, name, createdAt)),
  );
}
