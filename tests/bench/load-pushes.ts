/** What people of the load tests push. */
import type { Mutation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';

/** An amount in cents, and where it is. */
export type LoadRow = { accountId: string; cents: number };

export function insertOf(id: string, { accountId, cents }: LoadRow): Mutation['operations'][number] {
  const createdAt = new Date().toISOString();
  return {
    kind: 'insert',
    table: 'transactions',
    row: {
      ...TRANSACTION_DEFAULTS,
      id,
      createdAt,
      accountId,
      type: 'expense',
      amount: cents,
      date: createdAt.slice(0, 10),
      description: 'Coffee',
      category: 'Food',
      notes: '',
      budgetId: null,
    },
  };
}

/** The body of a push with these operations in one mutation each, as an attacker sends it without a client. */
export function pushBody(userId: string, mutations: readonly (readonly object[])[]): string {
  return JSON.stringify({
    p_user: userId,
    p_schema: PROTOCOL_VERSION,
    p_mutations: mutations.map((operations) => ({
      id: crypto.randomUUID(),
      editedAt: new Date().toISOString(),
      operations,
    })),
  });
}
