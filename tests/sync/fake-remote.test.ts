import { Refused } from './support/fake/refused.ts';
import { FakeServer } from './support/fake-server.ts';
import { remoteContract } from './support/remote-contract.ts';

remoteContract('the server in memory', async () => {
  const server = new FakeServer();
  return {
    async signUp(name) {
      const person = { userId: crypto.randomUUID(), userEmail: `${name}-${crypto.randomUUID()}@example.org` };
      server.addUser(person.userId, person.userEmail);
      return { person, remote: server.as(person.userId) };
    },
    async share({ accountId, budgetId, person, role }) {
      const id = crypto.randomUUID();
      const target = budgetId === undefined ? { accountId } : { accountId, budgetId };
      server.share({ id, ...target, userId: person.userId, role });
      return async () => server.unshare(id);
    },
    offer: async (by, accountId, to) =>
      refusalOf(() => server.offerOwnership(by.userId, accountId, to?.userId ?? null)),
    answer: async (by, accountId, accepts) => refusalOf(() => server.answerOwnership(by.userId, accountId, accepts)),
    stop: async () => {},
  };
});

function refusalOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (failure) {
    if (failure instanceof Refused) return failure.reason;
    throw failure;
  }
}
