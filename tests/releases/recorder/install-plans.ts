/** What repeats, what came back, and categories that became one. */
import { categoryId } from '#domain/books/new-categories';
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Mutation, Operation } from '#domain/mutations/operations';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { type Caller, mutation, push, pushWhole, seenBy } from './caller.ts';
import { entered, expense } from './install-rows.ts';

/** As `Books` of the household have them. */
interface Plans {
  balance: number;
  rows: number;
  outbox: Mutation[];
  balanceOfOutbox: number;
  rowsOfOutbox: number;
}

export async function keepPlans(ada: Caller, household: string): Promise<Plans> {
  const refund = (description: string, amount: number): Operation => {
    return entered({ ...expense(household, description, amount), type: 'income', refund: true });
  };
  await push(ada, refund('Money back', 700));

  const rent = scheduleOf(household, 'Rent', 9000);
  const occurrence = (date: string): Insert => {
    const key = occurrenceKey(rent.row.id, date);
    const row = { ...expense(household, 'Rent', 9000), id: importedId(household, key), date };
    return { kind: 'insert', table: 'transactions', row, key, scheduleId: rent.row.id };
  };
  const skip = (date: string): Operation => {
    const names = { accountId: household, scheduleId: rent.row.id, key: occurrenceKey(rent.row.id, date) };
    return { kind: 'call', name: 'occurrence.skip', arguments: names };
  };
  await push(ada, rent);
  await push(ada, occurrence('2026-09-01'));
  await push(ada, skip('2026-10-01'));

  const merge = async (name: 'category.merge' | 'category.unmerge', from: string): Promise<Operation> => {
    const names = { accountId: household, type: 'expense', from, to: 'Treats' } as const;
    if (name === 'category.unmerge') return { kind: 'call', name, arguments: names };
    const id = categoryId(household, 'expense', from);
    return { kind: 'call', name, arguments: { ...names, seen: await seenBy(ada, 'categories', household, id) } };
  };
  for (const name of ['Treats', 'Sweets', 'Snacks', 'Cakes']) {
    const row = { createdAt: new Date().toISOString(), accountId: household, name, type: 'expense' } as const;
    const id = categoryId(household, 'expense', name);
    await push(ada, { kind: 'insert', table: 'categories', row: { ...row, id, group: null, archived: false } });
  }
  await push(ada, entered({ ...expense(household, 'Candy', 300), category: 'Sweets' }));
  await push(ada, await merge('category.merge', 'Sweets'));
  // This one is taken back on the device, which has not sent that yet.
  const snacks = { ...mutation(ada, [await merge('category.merge', 'Snacks')]), action: crypto.randomUUID() };
  await pushWhole(ada, snacks);

  const outbox = [
    mutation(ada, [refund('Money back, unsent', 900)]),
    mutation(ada, [scheduleOf(household, 'Phone', 2500)]),
    mutation(ada, [occurrence('2026-11-01')]),
    mutation(ada, [skip('2026-12-01')]),
    { ...mutation(ada, [await merge('category.unmerge', 'Snacks')]), undoes: snacks.action },
    mutation(ada, [await merge('category.merge', 'Cakes')]),
  ];
  return { balance: 700 - 9000 - 300, rows: 3, outbox, balanceOfOutbox: 900 - 9000, rowsOfOutbox: 2 };
}

function scheduleOf(accountId: string, description: string, amount: number) {
  const { category } = expense(accountId, description, amount);
  const row = {
    id: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
    accountId,
    type: 'expense',
    amount,
    refund: false,
    category,
    lines: null,
    description,
    notes: '',
    rhythm: 'month 1 on 1',
    weekend: 'as_is',
    startDate: '2026-09-01',
    endDate: null,
    count: null,
    mode: 'remind',
    amountMatch: 'near',
    pairId: null,
  } as const;
  return { kind: 'insert', table: 'schedules', row } as const satisfies Insert;
}
