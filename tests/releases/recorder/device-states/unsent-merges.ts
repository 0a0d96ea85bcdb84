/** Unsent entries about merged categories. */

import { createCategory } from '#store/commands/categories/category-create';
import { mergeCategories } from '#store/commands/categories/category-merge';
import { undoAction } from '#store/commands/undo/action-undo';
import { Device } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

export async function unsentMerges(server: Server, { account }: Household, keep: Keep): Promise<void> {
  const tidy = new Device(server, ANNA);
  await tidy.sync();
  const category = { accountId: account, type: 'expense' as const };
  const [snacks = '', meals = '', treats = ''] = await Array.fromAsync(['Snacks', 'Meals', 'Treats'], async (name) => {
    return (await tidy.do(createCategory, { ...category, name })).id;
  });
  await tidy.add('Chips', { accountId: account, category: 'Snacks', amount: '2.20' });
  await tidy.sync();
  const merge = await tidy.do(mergeCategories, { id: snacks, into: meals });
  await tidy.sync();
  await tidy.do(undoAction, { id: merge.actionId });
  await tidy.add('Between merges', { accountId: account, category: 'Meals' });
  await tidy.do(mergeCategories, { id: treats, into: meals });
  await keep('merges', tidy, 'The undo of a merge of categories, and another merge.');
}
