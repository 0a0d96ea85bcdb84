/** Calls about a large account. Each says how many rows it is about: that is what it may cost. */
import type { TransactionSql } from 'postgres';
import type { Operation } from '#domain/mutations/operations';
import { large, numbers } from '../../support/large-account.ts';
import { transaction } from '../sql/people.ts';
import { PART, type Scene } from './large-account-scene.ts';

export type Call = { name: string; by: string; rows: number; run: (sql: TransactionSql) => Promise<unknown> };

export function pulls({ people: { ada, cy, dee, eve }, accountId, food, contributions, pull }: Scene): Call[] {
  const account = `account:${accountId}`;
  const groceries = `budget:${food}`;
  const { known, head } = numbers;
  const pages = [625, 5_000].flatMap((limit) => [
    {
      name: `a later page of ${limit} of a first pull`,
      by: ada.id,
      rows: limit,
      run: pull(ada.id, limit, { [account]: { since: head, before: '2020-01' } }),
    },
    {
      name: `a page of ${limit} after 10,000 deletions and a rename`,
      by: ada.id,
      rows: limit,
      run: pull(ada.id, limit, { [account]: { since: known } }),
    },
    {
      name: `a page of ${limit} amid the rename`,
      by: ada.id,
      rows: limit,
      run: pull(ada.id, limit, { [account]: { since: 120_000 } }),
    },
    {
      name: `a page of ${limit} of who has a budget, after deletions and a rename`,
      by: cy.id,
      rows: limit,
      run: pull(cy.id, limit, { [groceries]: { since: known } }),
    },
  ]);
  return [
    ...pages,
    { name: 'a first pull, with the totals of all months', by: ada.id, rows: large.rows, run: pull(ada.id, 5_000) },
    {
      name: 'the changes of the newest months, while the others are loaded',
      by: ada.id,
      rows: large.rows,
      run: pull(ada.id, 5_000, { [account]: { since: known, before: '2020-01' } }),
    },
    { name: 'a pull of nothing', by: ada.id, rows: 10, run: pull(ada.id, 5_000, { [account]: { since: head } }) },
    {
      name: 'a page of keys of imported rows',
      by: ada.id,
      rows: 20_000,
      run: pull(ada.id, 5_000, { [account]: { since: head, keys: 0 } }),
    },
    { name: 'a first pull of who has a budget', by: cy.id, rows: large.rows, run: pull(cy.id, 5_000) },
    {
      name: 'a pull of nothing by who has a budget',
      by: cy.id,
      rows: 10,
      run: pull(cy.id, 5_000, { [groceries]: { since: head } }),
    },
    {
      name: 'a pull of few contributions',
      by: dee.id,
      rows: large.rows,
      run: pull(dee.id, 5_000, { [`budget:${contributions}`]: { since: known } }),
    },
    { name: 'the heads of 50 accounts', by: eve.id, rows: 50, run: (sql) => sql`select public.sync_heads()` },
    { name: 'the sums of an account', by: ada.id, rows: large.rows, run: (sql) => sql`select public.sync_sums()` },
    { name: 'the sums of a budget', by: cy.id, rows: large.rows, run: (sql) => sql`select public.sync_sums()` },
    {
      name: 'what happened in the account',
      by: ada.id,
      rows: 50,
      run: (sql) => sql`select public.account_activity(${accountId})`,
    },
    {
      name: 'what happened in the account years ago',
      by: ada.id,
      rows: 50,
      run: (sql) => sql`select public.account_activity(${accountId}, '2018-01-01', gen_random_uuid())`,
    },
  ];
}

export function pushes(scene: Scene): Call[] {
  const { people, accountId, other, plain, cleared, gone, file, keys, seen, push } = scene;
  const [first = ''] = plain;
  const elsewhere = { device: crypto.randomUUID(), ago: 0 };
  const on = { table: 'transactions', seen } as const;
  const inserts = plain.map((): Operation => ({ kind: 'insert', table: 'transactions', row: transaction(accountId) }));
  const edits = (rows: readonly string[], more: { undo?: true } = {}) =>
    rows.map((id): Operation => ({ kind: 'patch', ...on, id, before: { notes: '' }, after: { notes: 'x' }, ...more }));
  const deletions = (rows: readonly string[], more: { undo?: true; importId?: string } = {}) =>
    rows.map((id): Operation => ({ kind: 'delete', ...on, id, ...more }));
  const statuses = (status: 'open' | 'reconciled', reconciliationId: string | null) =>
    cleared.map((id): Operation => {
      const before = { status: 'cleared', reconciliationId: null } as const;
      return { kind: 'patch', ...on, id, before, after: { status, reconciliationId } };
    });
  const restores = (more: { undo?: true } = {}) =>
    gone.map((row): Operation => ({ kind: 'restore', table: 'transactions', row, ...more }));
  const createdAt = new Date().toISOString();
  const [reconciliationId, importId] = [crypto.randomUUID(), crypto.randomUUID()];
  const statement = { id: reconciliationId, accountId, createdAt, date: '2025-01-01', balance: 0 };
  const imported = { id: importId, accountId, createdAt, fileName: 'bank.csv', format: 'csv' } as const;
  const origin = { bankId: null, importId, importedText: 'POS' };
  const noOrigin = { bankId: null, importId: null, importedText: null };

  const calls: Record<string, [rows: number, ...mutations: Operation[][]]> = {
    // Connections keep the plans that they made for one row.
    'one edit': [1, edits([first])],
    'one deletion': [1, deletions([first])],
    'one restore': [1, restores().slice(0, 1)],
    additions: [PART, inserts],
    'a day offline': [PART, ...inserts.map((operation) => [operation])],
    edits: [PART, edits(plain)],
    'edits that others might have made, too': [PART, edits(plain)],
    'moves to another account': [
      PART,
      plain.map((id) => {
        const [before, after] = [
          { accountId, budgetId: null },
          { accountId: other, budgetId: null },
        ];
        return { kind: 'patch', ...on, id, before, after };
      }),
    ],
    deletions: [PART, deletions(plain)],
    'deletions of deleted rows': [PART, deletions(gone.map(({ id }) => id))],
    'edits of deleted rows': [PART, edits(gone.map(({ id }) => id))],
    statuses: [PART, statuses('open', null)],
    'a reconciliation': [
      PART,
      [{ kind: 'insert', table: 'reconciliations', row: statement }, ...statuses('reconciled', reconciliationId)],
    ],
    restores: [PART, restores()],
    'the undo of deletions': [PART, restores({ undo: true })],
    'the undo of additions': [PART, deletions(plain, { undo: true })],
    'the undo of edits': [PART, edits(plain, { undo: true })],
    'a part of an import': [
      PART,
      [{ kind: 'insert', table: 'imports', row: imported }],
      keys.map(({ key, id }) => {
        const row = { ...transaction(accountId, { id }), ...origin };
        return { kind: 'insert', table: 'transactions', key, row };
      }),
    ],
    'links of an import': [
      PART,
      [{ kind: 'insert', table: 'imports', row: imported }],
      plain.map((id, at) => {
        return { kind: 'patch', ...on, id, key: keys[at]?.key ?? '', before: noOrigin, after: origin };
      }),
    ],
    'the revert of an import': [
      file.rows.length,
      deletions(file.rows, { importId: file.id }),
      [{ kind: 'delete', table: 'imports', id: file.id }],
    ],
    'the rename of a category': [
      large.rows,
      [
        {
          kind: 'call',
          name: 'category.rename',
          arguments: { type: 'expense', from: 'Transportation', to: 'Trips', accountId },
        },
      ],
    ],
    'the deletion of the account': [large.rows, [{ kind: 'delete', table: 'accounts', id: accountId }]],
  };
  return Object.entries(calls).map(([name, [rows, ...mutations]]) => {
    const from = name.startsWith('edits that others') ? [elsewhere] : [];
    return { name, by: people.ada.id, rows, run: push(mutations, ...from) };
  });
}
