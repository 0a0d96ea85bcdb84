/** Pull responses of the in-memory server as they travel, so that a test can change what travels. */
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { PullAnswer, ScopeAnswer } from '../../../sync/protocol.ts';
import { readPull } from '../../../sync/read-answer.ts';
import type { Remote } from '../../../sync/remote.ts';

type WireScope = Omit<ScopeAnswer, 'transactions' | 'role'> & {
  role: string;
  transactions: Record<string, unknown[] | Record<string, unknown> | null> | null;
};
export type WireAnswer = Omit<PullAnswer, 'scopes'> & { scopes: WireScope[] };

const RELEASED = 'id version createdAt type amount date description category notes budgetId userId userEmail'.split(
  ' ',
);
const RARE = Object.entries(TRANSACTION_DEFAULTS);

export function overTheWire(remote: Remote, change: (answer: WireAnswer) => void): Remote {
  return {
    ...remote,
    pull: async (userId, cursors, limit) => {
      const { scopes, ...answer } = await remote.pull(userId, cursors, limit);
      const wire = { ...answer, notices: answer.notices ?? [], scopes: scopes.map(toWire) };
      change(wire);
      return readPull(JSON.parse(JSON.stringify(wire)));
    },
  };
}

/** A scope as it travels: transactions by column, and of rare fields only what is not the default. */
export function toWire(scope: ScopeAnswer): WireScope {
  const { transactions } = scope;
  const rare = RARE.map(([field, usual]) => {
    const values = transactions.flatMap((row) => (row[field] === usual ? [] : [[row.id, row[field]] as const]));
    return [field, values.length > 0 ? Object.fromEntries(values) : null] as const;
  });
  const released = toReleasedWire(scope);
  return {
    ...released,
    transactions: released.transactions && { ...released.transactions, ...Object.fromEntries(rare) },
  };
}

/** The same for a device of v0.1.0. */
export function toReleasedWire({ transactions, ...scope }: ScopeAnswer): WireScope {
  const columns = RELEASED.map((field) => [field, transactions.map((row): unknown => row[field])] as const);
  return { ...scope, transactions: transactions.length > 0 ? Object.fromEntries(columns) : null };
}

/** Puts `value` into a field of the transaction with this id, wherever the answer has it. */
export function spoil({ scopes }: WireAnswer, id: string, field: string, value: unknown): void {
  for (const { transactions } of scopes) {
    const ids = transactions?.id;
    const at = Array.isArray(ids) ? ids.indexOf(id) : -1;
    if (!transactions || at < 0) continue;
    const column = transactions[field];
    if (Array.isArray(column)) column[at] = value;
    else transactions[field] = { ...column, [id]: value };
  }
}
