/**
 * B10: intents that change very many rows. On the device an entry is made meanwhile, in a page; on the server other
 * accounts take entries meanwhile.
 */
import { join } from 'node:path';
import * as v from 'valibot';
import { newCategory } from '#domain/books/new-categories';
import type { Mutation, Operation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { type Figures, OURS } from '../figures.ts';
import type { Pages } from '../pages.ts';
import { type Client, signedInClient } from '../server-client.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { callPage } from './page-call.ts';

const Renamed = v.object({
  shown: v.number(),
  usual: v.number(),
  whileCommanded: v.number(),
  whilePushed: v.number(),
  whilePulled: v.number(),
  synced: v.number(),
});

export const WAIT_AT_COMMAND = 'entry right after the command to rename';
export const WAIT_AT_PULL = 'entry while the renamed rows come back, longest';
export const SHOWN = 'rename to new name shown';
export const SERVER_WAIT_AT_RENAME = "another account's push during a rename, longest";
export const SERVER_WAIT_AT_DELETION = "another account's push during a deletion, longest";

export async function measureLargeIntents(size: number, pages: Pages, folder: string, figures: Figures): Promise<void> {
  const ledger = await openLedger(size, folder, pages.url);
  const add = (what: string, measured: number[], unit: 'ms' | 'number' = 'ms') =>
    figures.add({ workload: 'B10', size, what, who: OURS, measured, unit });
  try {
    // Of eight categories, two make up a fifth of the expenses.
    const [{ count } = { count: 0 }] = await ledger.backend.sql<{ count: number }[]>`
      with food as (update public.transactions set metadata = metadata || '{"category_name": "Food"}'
        where type = 'debit' and category_name in ('Food', 'Transportation') returning 1)
      select count(*)::int from food`;
    add('rows that the rename changes', [count], 'number');
    await measureDevice(ledger, pages, folder, add);
    await measureServer(ledger, add);
  } finally {
    await ledger.backend.stop();
  }
}

type Add = (what: string, measured: number[]) => void;

async function measureDevice({ backend, owner, size }: Ledger, pages: Pages, folder: string, add: Add): Promise<void> {
  const runs: v.InferOutput<typeof Renamed>[] = [];
  const names = ['Food', 'Groceries', 'Food'];
  for (const [n, from] of names.slice(0, -1).entries()) {
    const reached = { url: backend.url, anonKey: backend.anonKey, ...owner, from, to: names[n + 1] };
    const address = `${pages.url}/engines/large-intents.html`;
    const call = { name: 'renameWhileEntering', args: [reached] };
    runs.push(await callPage(address, join(folder, `rename-${n}-${size}`), call, Renamed));
  }
  add(
    'entry before, longest',
    runs.map(({ usual }) => usual),
  );
  add(
    WAIT_AT_COMMAND,
    runs.map(({ whileCommanded }) => whileCommanded),
  );
  add(
    'entry while the rename goes up, longest',
    runs.map(({ whilePushed }) => whilePushed),
  );
  add(
    WAIT_AT_PULL,
    runs.map(({ whilePulled }) => whilePulled),
  );
  add(
    SHOWN,
    runs.map(({ shown }) => shown),
  );
  add(
    'rename to rows back',
    runs.map(({ synced }) => synced),
  );
}

async function measureServer(ledger: Ledger, add: Add): Promise<void> {
  const owner = await signedInClient(ledger.backend, ledger.owner);
  // The first gets the categories of the account that is deleted, and is locked meanwhile.
  await openAccount(owner);
  const other = await openAccount(owner);
  const { accountId } = ledger;
  const names = { type: 'expense', from: 'Food', to: 'Groceries' } as const;
  const rename: Operation = { kind: 'call', name: 'category.rename', arguments: { ...names, accountId } };
  const renamed = await during(owner, [other], [rename]);
  const deleted = await during(owner, [other], [{ kind: 'delete', table: 'accounts', id: accountId }]);
  add('rename on the server', [renamed.took]);
  add(SERVER_WAIT_AT_RENAME, [renamed.longest[0] ?? Number.NaN]);
  add('deletion of the account on the server', [deleted.took]);
  add(SERVER_WAIT_AT_DELETION, [deleted.longest[0] ?? Number.NaN]);
}

const asMutation = (...operations: Operation[]): Mutation => {
  return { id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations };
};

async function pushed({ push }: Client, operations: Operation[]): Promise<void> {
  const { verdicts } = await push([asMutation(...operations)]);
  if (verdicts.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(verdicts));
}

async function openAccount(client: Client): Promise<string> {
  const id = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  const fields = { name: 'Other', type: 'personal', description: null, accountNumber: null } as const;
  const row = { id, createdAt, ...fields, kind: 'other', archived: false, position: null } as const;
  await pushed(client, [
    { kind: 'insert', table: 'accounts', row: { ...row, ownerId: client.userId } },
    { kind: 'insert', table: 'categories', row: newCategory(id, 'expense', 'Food', createdAt) },
  ]);
  return id;
}

/** Pushes the operations and meanwhile entry after entry to each of the accounts. Milliseconds, in their order. */
async function during(
  client: Client,
  accounts: string[],
  operations: Operation[],
): Promise<{ took: number; longest: number[] }> {
  let isOver = false;
  const enter = async (accountId: string) => {
    let longest = 0;
    while (!isOver) {
      const start = performance.now();
      await pushed(client, [{ kind: 'insert', table: 'transactions', row: newRow(accountId) }]);
      longest = Math.max(longest, performance.now() - start);
    }
    return longest;
  };
  await Promise.all(accounts.map((id) => pushed(client, [{ kind: 'insert', table: 'transactions', row: newRow(id) }])));
  const entering = Promise.all(accounts.map(enter));
  const start = performance.now();
  await pushed(client, operations);
  const took = performance.now() - start;
  isOver = true;
  return { took, longest: await entering };
}

function newRow(accountId: string): Extract<Operation, { kind: 'restore' }>['row'] {
  return {
    id: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
    accountId,
    type: 'expense',
    amount: 100,
    date: '2026-11-02',
    description: 'Groceries at the corner',
    category: 'Food',
    notes: '',
    budgetId: null,
    ...TRANSACTION_DEFAULTS,
  };
}
