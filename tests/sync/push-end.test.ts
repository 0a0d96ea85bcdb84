/** How a push ends while batches are under way (S5, S33a). */
import { expect, it } from 'vitest';
import { waitingEntries } from '#store/outbox/outbox';
import { pushAll, startPushing } from '../../sync/push.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { enter, START } from './support/people.ts';
import { annaWithTwoDevices } from './support/world-of-two.ts';

const noTime = () => START;
const busy = () => new RemoteFailure('retryable', '503', { waitMs: 60_000 });

/** Anna's phone sends eight entries, two in a batch. `answer` may fail the request of that number; 1 is the first. */
async function pushing(failureOf: (request: number) => RemoteFailure | null, goesOn: () => boolean) {
  const { phone, remote, server } = await annaWithTwoDevices();
  for (let number = 1; number <= 8; number++) await phone.commit([enter(number)]);
  const requests = { asked: 0, answered: 0 };
  const failing: Remote = {
    ...remote,
    push: async (userId, mutations) => {
      const number = ++requests.asked;
      // Every later response takes longer.
      for (let turn = 0; turn < 20 * number; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
      try {
        const failure = failureOf(number);
        if (failure) throw failure;
        return await remote.push(userId, mutations);
      } finally {
        requests.answered += 1;
      }
    },
  };
  const progress = { ...startPushing(), size: 2 };
  const failure: unknown = await pushAll(phone.db, failing, noTime, progress, goesOn).then(
    () => null,
    (one: unknown) => one,
  );
  return { phone, server, requests, failure };
}

/** The time is up after the first response, when two batches are under way. */
function onlyOnce() {
  let asked = 0;
  return () => ++asked <= 1;
}

it('[S5, S33a] a push that ends awaits every batch, although the response to one asks to wait', async () => {
  const { phone, requests, failure, server } = await pushing((request) => (request === 2 ? busy() : null), onlyOnce());
  expect(failure).toMatchObject({ reason: 'retryable', waitMs: 60_000 });
  expect(requests).toEqual({ asked: 3, answered: 3 });
  expect(server.state.tables.transactions.size).toBe(6);
  const states = (await phone.db.outbox.toArray()).map(({ state }) => state);
  expect(states.filter((state) => state === 'in_flight')).toHaveLength(2);
});

it('[S6, S33a] a push that fails gives its own reason, and the longest wait that the server asked for', async () => {
  const failures = [new RemoteFailure('unauthorized', 'PT401'), busy()];
  const { failure, requests } = await pushing(
    (request) => failures[request - 1] ?? null,
    () => true,
  );
  expect(failure).toMatchObject({ reason: 'unauthorized', code: 'PT401', waitMs: 60_000 });
  expect(requests).toEqual({ asked: 2, answered: 2 });
});

it('[S6] a batch whose refusal comes after that of another one is taken back, too', async () => {
  const { failure, phone } = await pushing(
    (request) => [null, busy(), new RemoteFailure('unauthorized', 'PT401')][request - 1] ?? null,
    onlyOnce(),
  );
  expect(failure).toMatchObject({ reason: 'retryable', waitMs: 60_000 });
  const waiting = (await waitingEntries(phone.db)).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(waiting).toEqual(['in_flight 1', 'in_flight 1', 'pending 0', 'pending 0', 'pending 0', 'pending 0']);
});
