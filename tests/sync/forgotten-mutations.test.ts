/** How long a server remembers what it did: exactly once, also after it has forgotten. Both servers behave alike. */
import { expect, it } from 'vitest';
import type { Mutation } from '#domain/mutations/operations';
import type { Remote } from '../../sync/remote.ts';
import { entered } from './support/contract-world.ts';
import { makeAccount } from './support/people.ts';
import { memoryServer } from './support/simulation/memory-server.ts';
import type { HistoryServer } from './support/simulation/server.ts';
import { withRealServer } from './support/simulation/with-real-server.ts';

const real = withRealServer();

const servers: [string, () => Promise<HistoryServer>][] = [
  ['the server in memory', async () => memoryServer({ now: Date.now() })],
  ['PostgreSQL', () => real().server({ now: Date.now() })],
];

async function begin(server: HistoryServer) {
  const anna = { userId: crypto.randomUUID(), userEmail: `anna-${crypto.randomUUID()}@example.org` };
  await server.addUser(anna);
  const home = crypto.randomUUID();
  const remote = server.as(anna.userId);
  const push = async (mutation: Mutation) => (await remote.push(anna.userId, [mutation])).verdicts[0];
  await push({ id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations: [makeAccount(home, anna)] });
  return { anna, home, remote, push };
}

const entry = (home: string, more: Pick<Mutation, 'device' | 'number'> = {}): Mutation => ({
  id: crypto.randomUUID(),
  editedAt: new Date().toISOString(),
  ...more,
  operations: [entered(home)],
});

async function transactionsIn(remote: Remote): Promise<number> {
  return Object.values(await remote.sums()).reduce((sum, { transactions }) => sum + transactions, 0);
}

it.each(servers)('[S42a] %s does not do a forgotten mutation again, nor one that is older', async (_name, start) => {
  const server = await start();
  const { home, remote, push } = await begin(server);
  const device = crypto.randomUUID();
  const done = entry(home, { device, number: 7 });
  expect(await push(done)).toMatchObject({ status: 'applied' });
  await server.collectGarbage();
  const rejected = { status: 'rejected', reason: 'forgotten' };
  expect(await push(done)).toMatchObject({ id: done.id, ...rejected });
  expect(await push(done)).toMatchObject({ id: done.id, ...rejected });
  expect(await push(entry(home, { device, number: 6 }))).toMatchObject(rejected);
  expect(await transactionsIn(remote)).toBe(1);
});

it.each(servers)('[S42a] %s goes on with younger mutations and other devices', async (_name, start) => {
  const server = await start();
  const { home, remote, push } = await begin(server);
  const device = crypto.randomUUID();
  await push(entry(home, { device, number: 7 }));
  await server.collectGarbage();
  const younger = entry(home, { device, number: 8 });
  const verdict = await push(younger);
  expect(verdict).toMatchObject({ status: 'applied' });
  expect(await push(younger)).toEqual(verdict);
  expect(await push(entry(home, { device: crypto.randomUUID(), number: 3 }))).toMatchObject({ status: 'applied' });
  expect(await transactionsIn(remote)).toBe(3);
});

it.each(servers)('[S42b] %s remembers mutations without a device for ever', async (_name, start) => {
  const server = await start();
  const { home, remote, push } = await begin(server);
  const older = entry(home);
  const verdict = await push(older);
  await server.collectGarbage();
  expect(await push(older)).toEqual(verdict);
  expect(await transactionsIn(remote)).toBe(1);
});
