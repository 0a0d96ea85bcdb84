/**
 * The books of the household: kinds, an opening balance, a transfer, a split, an import, a reconciliation, an undo, a
 * refund, a schedule, merged categories.
 */
import { categoryId } from '#domain/books/new-categories';
import type { Mutation, Operation } from '#domain/mutations/operations';
import { type Caller, mutation, openAccount, push, seenBy } from './caller.ts';
import { keepPlans } from './install-plans.ts';
import { entered, expense, importOf, rowOfFile, type Statement, split, statementOf, transfer } from './install-rows.ts';

/** `balance` and `rows` are of the household's account; cents. */
export interface Books {
  balance: number;
  rows: number;
  statement: Statement;
  /** What its device has not sent yet, with what that does to the account. */
  outbox: Mutation[];
  balanceOfOutbox: number;
  rowsOfOutbox: number;
}

export async function keepBooks(ada: Caller, household: string): Promise<Books> {
  const [savings, closed] = [await openAccount(ada, 'Savings'), await openAccount(ada, 'Closed')];
  const patch = async (table: 'accounts' | 'transactions', accountId: string, id: string, fields: Fields) =>
    ({
      kind: 'patch',
      table,
      id,
      seen: await seenBy(ada, table, accountId, id),
      ...fields,
    }) as const satisfies Operation;

  await push(ada, await patch('accounts', savings, savings, { before: { kind: 'other' }, after: { kind: 'savings' } }));
  await push(ada, await patch('accounts', closed, closed, { before: { archived: false }, after: { archived: true } }));
  const kites = {
    id: categoryId(household, 'expense', 'Kites'),
    createdAt: new Date().toISOString(),
    accountId: household,
    name: 'Kites',
    type: 'expense',
    group: 'Leisure',
    archived: true,
  } as const;
  await push(ada, { kind: 'insert', table: 'categories', row: kites });
  const opening = expense(household, 'Opening balance', 100_000);
  await push(ada, entered({ ...opening, type: 'income', category: 'Opening balance', nature: 'opening' }));
  const saved = transfer(household, savings, 20_000);
  await push(ada, ...saved.operations);
  const shopping = split(household, 'Food and a film', [
    ['Food', 3000],
    ['Entertainment', 1500],
  ]);
  await push(ada, entered(shopping));

  const statement = statementOf(6);
  const importId = crypto.randomUUID();
  const brought = [0, 1, 2].map((at) => rowOfFile(household, importId, statement, at));
  await push(ada, importOf(household, importId), ...brought);
  const [first, second, third] = brought.map(({ row }) => row.id);
  if (!first || !second || !third) throw new Error('nothing was imported');
  // A deleted row of a file does not come again by itself.
  await push(ada, { kind: 'delete', table: 'transactions', id: third });

  const reconciliationId = crypto.randomUUID();
  const agreed = { id: reconciliationId, createdAt: new Date().toISOString(), accountId: household };
  const ticked = {
    before: { status: 'cleared', reconciliationId: null },
    after: { status: 'reconciled', reconciliationId },
  };
  await push(
    ada,
    { kind: 'insert', table: 'reconciliations', row: { ...agreed, date: opening.date, balance: -1100 } },
    await patch('transactions', household, first, ticked),
  );

  const renamed = { before: { description: 'Shop 2', notes: '' }, after: { description: 'Shoes', notes: '' } };
  await push(ada, await patch('transactions', household, second, renamed));
  const back = { before: renamed.after, after: renamed.before };
  await push(ada, { ...(await patch('transactions', household, second, back)), undo: true });

  const plans = await keepPlans(ada, household);
  const again = transfer(household, savings, 5000);
  const [from, to] = saved.sides;
  const dearer = { before: { amount: 20_000, type: 'expense' }, after: { amount: 25_000, type: 'expense' } };
  const arrives = { before: { amount: 20_000, type: 'income' }, after: { amount: 25_000, type: 'income' } };
  const newImport = crypto.randomUUID();
  const outbox = [
    mutation(ada, again.operations),
    mutation(ada, [
      await patch('transactions', household, from.id, dearer),
      await patch('transactions', savings, to.id, arrives),
    ]),
    mutation(ada, [
      entered(
        split(household, 'Food and a kite', [
          ['Food', 600],
          ['Kites', 400],
        ]),
      ),
    ]),
    mutation(ada, [
      importOf(household, newImport),
      ...[3, 4].map((at) => rowOfFile(household, newImport, statement, at)),
    ]),
    mutation(ada, [{ kind: 'delete', table: 'transactions', id: second, undo: true }]),
    ...plans.outbox,
  ];
  return {
    balance: 100_000 - 20_000 - 4500 - 1100 - 2200 + plans.balance,
    rows: 5 + plans.rows,
    statement,
    outbox,
    balanceOfOutbox: -5000 - 5000 - 1000 - 4400 - 5500 + 2200 + plans.balanceOfOutbox,
    rowsOfOutbox: 1 + 1 + 2 - 1 + plans.rowsOfOutbox,
  };
}

type Fields = Pick<Extract<Operation, { kind: 'patch' }>, 'before' | 'after'>;
