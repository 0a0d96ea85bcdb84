import { expect, it } from 'vitest';
import { categoryKey, chosenCategories } from './category-choices.ts';

const found = { type: 'expense', name: 'Dining', group: null, count: 1 } as const;
const offered = (name: string) => [{ id: 'id of Food', name, type: 'expense' as const, former: ['Food', name] }];

it.each(['Split', 'transfer'])('%s says no category, so none is proposed, whatever the account has', (name) => {
  const known = [{ id: 'id', name: 'Transfer', type: 'expense' as const }];
  expect(chosenCategories([{ ...found, name }], known, new Map())).toMatchObject([
    { choice: 'Uncategorized', cannotBeMade: true },
  ]);
});

it('what a category of a file becomes is a category by its id, or a name, and follows a rename', () => {
  const becomes = (choice: string, name: string) =>
    chosenCategories([found], offered(name), new Map([[categoryKey('expense', 'Dining'), choice]]))[0]?.choice;
  expect(becomes('id of Food', 'Food')).toBe('Food');
  expect(becomes('id of Food', 'Meals')).toBe('Meals');
  expect(becomes('Food', 'Meals')).toBe('Meals');
  expect(becomes('Uncategorized', 'Meals')).toBe('Uncategorized');
  expect(becomes('', 'Meals')).toBe('');
});
