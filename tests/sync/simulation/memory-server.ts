/** The server in memory as a place for histories. */
import { FakeServer } from '../fake-server.ts';
import { idOf } from '../people.ts';
import type { HistoryServer } from './server.ts';

export function memoryServer(now: () => number): HistoryServer {
  const server = new FakeServer(now);
  let given = 0;
  return {
    addUser: async ({ userId, userEmail }) => server.addUser(userId, userEmail),
    as: (userId) => server.as(userId),
    async give({ accountId, budgetId, person: { userId }, role }) {
      for (const row of server.state.tables.memberships.values()) {
        if (row.accountId === accountId && row.budgetId === budgetId && row.userId === userId) server.unshare(row.id);
      }
      const isThere = budgetId
        ? server.state.tables.budgets.has(budgetId)
        : server.state.tables.accounts.has(accountId);
      if (!role || !isThere) return;
      server.share({ id: idOf(800_000 + given++), accountId, ...(budgetId && { budgetId }), userId, role });
    },
    async collectGarbage() {
      for (const accountId of server.state.logs.keys()) server.collectGarbage(accountId);
    },
    backUp: () => server.backUp(),
    state: async () => server.state,
  };
}
