/**
 * The in-memory server for histories. It runs by `now`, which may stand still, so that it decides like a server that is
 * ahead of the history. Devices get the history's time.
 */
import { Refused } from '../fake/refused.ts';
import { FakeServer } from '../fake-server.ts';
import { idOf } from '../people.ts';
import type { WorldClock } from './seat.ts';
import { type HistoryServer, tellingTime } from './server.ts';

export function memoryServer(clock: WorldClock, now: () => number = () => clock.now): HistoryServer {
  const server = new FakeServer(now);
  let given = 0;
  return {
    addUser: async ({ userId, userEmail }) => server.addUser(userId, userEmail),
    as: (userId) => tellingTime(server.as(userId), clock),
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
    async handOver(accountId, from, to) {
      try {
        server.offerOwnership(from.userId, accountId, to.userId);
        server.answerOwnership(to.userId, accountId, true);
        return true;
      } catch (failure) {
        if (failure instanceof Refused) return false;
        throw failure;
      }
    },
    async collectGarbage() {
      for (const accountId of server.state.logs.keys()) server.collectGarbage(accountId);
      server.forgetOld();
    },
    backUp: () => server.backUp(),
    state: async () => server.state,
  };
}
