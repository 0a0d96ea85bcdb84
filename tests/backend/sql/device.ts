/**
 * The least that a device does with the responses of sync_pull, by the protocol's rules. It shows what a device would
 * hold.
 */
import type { TransactionRow } from '#domain/rows';
import type { Cursor, PullAnswer, ScopeAnswer, Total } from '../../../sync/protocol.ts';
import { type Cursors, noCursors, type Person } from './people.ts';

export type PulledScope = { transactions: Map<string, TransactionRow>; totals: Total[] };

/** Applies tombstones first, each only to a row of a lower version. The rows follow. */
function applied(answer: ScopeAnswer, known: PulledScope | undefined): PulledScope {
  const transactions = new Map(answer.reset ? [] : known?.transactions);
  for (const removal of answer.removals) {
    if ((transactions.get(removal.id)?.version ?? 0) < removal.version) transactions.delete(removal.id);
  }
  for (const row of answer.transactions) transactions.set(row.id, row);
  const before = answer.cursor.before;
  const kept = before === null ? [] : (known?.totals ?? []).filter(({ month }) => month < before);
  return { transactions, totals: answer.totals ?? kept };
}

export function makeDevice(person: Person, { protocol } = noCursors) {
  const scopes = new Map<string, PulledScope>();
  let cursors: Cursors = { ...noCursors, protocol };

  async function pull(limit?: number): Promise<PullAnswer> {
    const answer = await person.pull(cursors, limit);
    const before = new Map(scopes);
    scopes.clear();
    for (const one of answer.scopes) scopes.set(one.scope, applied(one, before.get(one.scope)));
    cursors = {
      ...cursors,
      epoch: answer.epoch,
      scopes: Object.fromEntries(answer.scopes.map((one) => [one.scope, one.cursor])),
    };
    return answer;
  }

  return {
    scopes,
    pull,
    /** Pulls until no scope has more. */
    async pullAll(limit?: number): Promise<void> {
      while ((await pull(limit)).scopes.some((one) => one.more));
    },
    ids: (scope: string) => [...(scopes.get(scope)?.transactions.keys() ?? [])].sort(),
    /** The balance in cents: the rows that are here, and the totals of the months that are not. */
    balance(scope: string): number {
      const { transactions, totals } = scopes.get(scope) ?? {
        transactions: new Map<string, TransactionRow>(),
        totals: [],
      };
      const rows = [...transactions.values()].map((row) => ({ type: row.type, cents: row.amount }));
      return [...rows, ...totals].reduce((sum, { type, cents }) => sum + (type === 'income' ? cents : -cents), 0);
    },
    turnCursor(scope: string, change: Partial<Cursor>): void {
      const cursor = cursors.scopes[scope];
      if (cursor) cursors = { ...cursors, scopes: { ...cursors.scopes, [scope]: { ...cursor, ...change } } };
    },
  };
}
