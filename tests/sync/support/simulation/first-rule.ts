/** Holds the end of a history against the first rule of the oracle (promise/broken.ts). */
import type { WritableTable } from '#domain/mutations/operations';
import { PROTOCOL_VERSION } from '../../../../sync/protocol.ts';
import { PEOPLE } from '../people.ts';
import { brokenWishes } from '../promise/broken.ts';
import type { End } from '../promise/end.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { HistoryServer } from './server.ts';
import { isTaken } from './taken.ts';
import type { Witness } from './witness.ts';

interface Ended {
  server: HistoryServer;
  witness: Witness;
  devices: SimulatedDevice[];
}

/** What somebody may see: the accounts, as a whole or in part, and the transactions, those of budgets apart. */
interface Reach {
  accounts: ReadonlySet<string>;
  transactions: ReadonlySet<string>;
  ofBudgets: ReadonlySet<string>;
}

/** More than a history has. */
const EVERYTHING = 5000;

/** What everybody could read by now. A notice is read from the server, where it waits for them. */
export async function hearAll(world: Ended): Promise<Map<string, Reach>> {
  const { witness, server, devices } = world;
  const reached = new Map<string, Reach>();
  for (const { userId } of PEOPLE) {
    const nothing = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
    const { notices, scopes } = await server.as(userId).pull(userId, nothing, EVERYTHING);
    witness.book.hear(userId, [], notices);
    reached.set(userId, {
      accounts: new Set(scopes.map(({ accountId }) => accountId)),
      transactions: transactionsOf(scopes.filter(({ scope }) => scope.startsWith('account:'))),
      ofBudgets: transactionsOf(scopes.filter(({ scope }) => scope.startsWith('budget:'))),
    });
  }
  for (const { db, person } of devices) witness.book.hear(person.userId, await db.outbox.toArray(), []);
  return reached;
}

function transactionsOf(scopes: readonly { transactions: readonly { id: string }[] }[]): Set<string> {
  return new Set(scopes.flatMap(({ transactions }) => transactions.map(({ id }) => id)));
}

export async function expectWishes(world: Ended): Promise<void> {
  const reached = await hearAll(world);
  const { tables, importKeys } = await world.server.state();
  const { chronicle, book } = world.witness;
  const decided = new Set(chronicle.events.flatMap((event) => (event.kind === 'decided' ? event.mutation : [])));
  const end: End = {
    row: (table: WritableTable, id) => tables[table].get(id),
    rowOfKey: (accountId, key) => importKeys.get(`${accountId} ${key}`)?.rowId,
    reaches: (person, accountId) => reached.get(person)?.accounts.has(accountId) === true,
    shows: (person, id) => {
      const { transactions, ofBudgets } = reached.get(person) ?? {};
      // A budget shows of a split the lines that it covers, and not the row (S66f).
      const isWhole = tables.transactions.get(id)?.lines == null;
      return transactions?.has(id) === true || (isWhole && ofBudgets?.has(id) === true);
    },
    isUndone: (mutation) => decided.has(mutation) && chronicle.verdictOn(mutation) === undefined,
    isTimed: (mutation) => chronicle.deedsOf(mutation).every(({ isTimed }) => isTimed),
    isTaken: (mutation, rowId, field) => isTaken(chronicle, mutation, rowId, field),
  };
  const broken = brokenWishes(book, end);
  if (broken.length > 0) throw new Error(`the first rule says:\n${broken.join('\n')}`);
}
