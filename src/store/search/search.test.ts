import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { cancelEntry } from '../commands/entries/entry-cancel.ts';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  insertTransaction,
  OTHER_ACCOUNT,
  transactionRow,
} from '../database/rows.fixture.ts';
import { writeMonths } from '../ledger/ledger.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import { accountSource } from './account-source.ts';
import { type Search, SearchError, type SearchPort, searchThrough } from './client.ts';
import type { SearchQuery } from './query.ts';
import { serveSearch } from './server.ts';

const SCOPE = `account:${ACCOUNT}`;
const query: SearchQuery = {
  sources: [accountSource(ACCOUNT)],
  text: '',
  today: '2026-11-28',
  order: { column: 'date', direction: 'descending' },
  offset: 0,
  limit: 10,
};

/** The worker's own code behind a real message channel; only the thread is missing. */
function portToServer(): [port: SearchPort, end: () => void] {
  const { port1, port2 } = new MessageChannel();
  const take = serveSearch((answer) => port2.postMessage(answer));
  port2.addEventListener('message', (event) => take(event.data));
  port1.start();
  port2.start();
  const port: SearchPort = {
    postMessage: (message) => port1.postMessage(message),
    addEventListener(type: 'message' | 'error', listener: (event: MessageEvent<unknown>) => void) {
      if (type === 'message') port1.addEventListener('message', listener);
    },
  };
  const end = () => {
    port1.close();
    port2.close();
  };
  return [port, end];
}

let db: Database;
let search: Search;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
  await writeMonths(db, SCOPE, [
    transactionRow(1, { description: 'Coffee', date: '2026-01-05' }),
    transactionRow(2, { description: 'Rent', category: 'Housing', date: '2026-02-01' }),
  ]);
  const [port, end] = portToServer();
  search = searchThrough(port, ANNA.userId, end);
});
afterEach(async () => {
  search.close();
  await db.delete();
});

const changed = () =>
  new Promise<string>((resolve) => {
    const stop = search.subscribe((scope) => {
      stop();
      resolve(scope);
    });
  });

describe('the search', () => {
  it('answers with what the database holds', async () => {
    const view = search.view();
    expect((await view.ask(query))?.rows.map((row) => row.description)).toEqual(['Rent', 'Coffee']);
    expect(await view.ask({ ...query, text: 'hous' })).toMatchObject({ total: 1, rows: [{ description: 'Rent' }] });
    expect(await view.ask({ ...query, sources: [accountSource('unknown')] })).toEqual({ total: 0, sum: 0, rows: [] });
  });

  it('merges several accounts in every order, and counts and sums them together', async () => {
    await writeMonths(db, accountScope(OTHER_ACCOUNT), [
      transactionRow(3, { accountId: OTHER_ACCOUNT, description: 'Bread', date: '2026-01-20', amount: 50 }),
      transactionRow(4, {
        accountId: OTHER_ACCOUNT,
        description: 'Pay',
        date: '2025-12-01',
        type: 'income',
        amount: 900,
      }),
    ]);
    const both = { ...query, sources: [accountSource(ACCOUNT), accountSource(OTHER_ACCOUNT)] };
    const view = search.view();
    const ask = async (column: SearchQuery['order']['column'], direction: SearchQuery['order']['direction']) => {
      const found = await view.ask({ ...both, order: { column, direction } });
      return found?.rows.map((row) => row.description);
    };
    expect(await view.ask(both)).toMatchObject({ total: 4, sum: 900 - 50 - 100 - 100 });
    expect(await ask('date', 'descending')).toEqual(['Rent', 'Bread', 'Coffee', 'Pay']);
    expect(await ask('date', 'ascending')).toEqual(['Pay', 'Coffee', 'Bread', 'Rent']);
    expect(await ask('amount', 'ascending')).toEqual(['Rent', 'Coffee', 'Bread', 'Pay']);
    expect(await ask('amount', 'descending')).toEqual(['Pay', 'Bread', 'Rent', 'Coffee']);
    expect((await view.ask({ ...both, offset: 1, limit: 2 }))?.rows.map((row) => row.description)).toEqual([
      'Bread',
      'Coffee',
    ]);
    expect(await view.ask({ ...both, text: 'type:income' })).toMatchObject({ total: 1, sum: 900 });
  });

  it('counts of a source only what its budgets cover, and not what another source counts', async () => {
    const covers = (categoryName: string | null) => [
      { id: 'b', accountId: ACCOUNT, categoryName, categoryType: categoryName === null ? null : ('expense' as const) },
    ];
    const view = search.view();
    const ask = (budgets: string | null, except?: string) => {
      const source = { ...accountSource(ACCOUNT), budgets: covers(budgets), except: except ? covers(except) : [] };
      return view.ask({ ...query, sources: [source] });
    };
    expect(await ask('Housing')).toMatchObject({ total: 1, rows: [{ description: 'Rent' }] });
    expect(await ask(null)).toMatchObject({ total: 2 });
    expect(await ask(null, 'Housing')).toMatchObject({ total: 1, rows: [{ description: 'Coffee' }] });
  });

  it('reports a change in a scope, and then answers with it', async () => {
    const view = search.view();
    await view.ask(query);
    const change = changed();
    const added = transactionRow(3, { description: 'Cinema', date: '2026-01-20' });
    await commitMutation(db, [insertTransaction(added)], { ...ANNA, now: new Date('2026-03-01T12:00:00Z') });
    expect(await change).toBe(SCOPE);
    expect((await view.ask(query))?.rows.map((row) => row.description)).toEqual(['Rent', 'Cinema', 'Coffee']);
  });

  it('[S48a] reports a rename that comes or goes, and then finds rows under the name that holds', async () => {
    const view = search.view();
    await view.ask(query);
    const names = { type: 'expense', from: 'Housing', to: 'Home' } as const;
    const rename = { kind: 'call', name: 'category.rename', arguments: names } as const;
    let change = changed();
    const id = await commitMutation(db, [rename], { ...ANNA, now: new Date('2026-03-01T12:00:00Z') });
    expect(await change).toBe(SCOPE);
    expect(await view.ask({ ...query, text: 'home' })).toMatchObject({ total: 1, rows: [{ category: 'Home' }] });
    expect(await view.ask({ ...query, text: 'housing' })).toMatchObject({ total: 0 });
    change = changed();
    await cancelEntry(db, id);
    expect(await change).toBe(SCOPE);
    expect(await view.ask({ ...query, text: 'housing' })).toMatchObject({ total: 1 });
  });

  it('answers the first and the latest of simultaneous queries, and null to those between', async () => {
    const view = search.view();
    const answers = await Promise.all(['c', 'co', 'cof', 'rent'].map((text) => view.ask({ ...query, text })));
    expect(answers).toMatchObject([
      { rows: [{ description: 'Coffee' }] },
      null,
      null,
      { rows: [{ description: 'Rent' }] },
    ]);
    expect(await view.ask(query)).toMatchObject({ total: 2 });
  });

  it('does not let one list overtake another', async () => {
    const [one, other] = [search.view(), search.view()];
    const answers = await Promise.all([one.ask(query), other.ask({ ...query, text: 'rent' })]);
    expect(answers).toMatchObject([{ total: 2 }, { total: 1 }]);
  });

  it('refuses a message that is no query of its version', async () => {
    const answers: unknown[] = [];
    const take = serveSearch((answer) => answers.push(answer));
    await take({ version: 999, id: 7, userId: ANNA.userId, query });
    await take('nonsense');
    expect(answers).toMatchObject([
      { kind: 'failed', id: 7, reason: 'malformed' },
      { kind: 'failed', id: null, reason: 'malformed' },
    ]);
  });

  it('rejects open and later queries when it is closed', async () => {
    const view = search.view();
    const open = view.ask(query);
    search.close();
    await expect(open).rejects.toEqual(new SearchError('closed'));
    await expect(view.ask(query)).rejects.toMatchObject({ reason: 'closed' });
  });
});
