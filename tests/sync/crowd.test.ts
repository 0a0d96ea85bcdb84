/** Twelve devices of three people use PostgreSQL at the same moment, each over its own connection. */

import type { Sql } from 'postgres';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import fc from '../support/random.ts';
import { SEED } from '../support/seeds.ts';
import { ANNA, HOME, SHOP } from './support/people.ts';
import { expectWishes } from './support/simulation/first-rule.ts';
import { expectGuarantees } from './support/simulation/guarantees.ts';
import type { HistoryServer } from './support/simulation/server.ts';
import { crowdSteps } from './support/simulation/step.ts';
import { withRealServer } from './support/simulation/with-real-server.ts';
import { World } from './support/simulation/world.ts';

const DEVICES = 12;
const STEPS = 30;
/** How often each client of the table API writes. */
const WRITES = 15;

const real = withRealServer();

/** A world of twelve devices, and the codes of all calls that failed. */
async function crowd() {
  const clock = { now: Date.now() - 86_400_000 };
  const failures: string[] = [];
  const server = noting(await real().server(clock, DEVICES), failures);
  const seats = Array.from({ length: DEVICES }, (_, n) => ({ person: n % 3, hours: 0, isNew: n > 8 }));
  const world = new World(server, clock, { seats });
  await world.begin();
  return { world, failures };
}

function noting(server: HistoryServer, failures: string[]): HistoryServer {
  const note = (failure: unknown) => {
    if (failure instanceof RemoteFailure) failures.push(failure.code ?? failure.reason);
    throw failure;
  };
  const noted = (remote: Remote): Remote => ({
    ...remote,
    push: (user, mutations) => remote.push(user, mutations).catch(note),
    pull: (user, cursors, limit) => remote.pull(user, cursors, limit).catch(note),
    sendInvitation: (user, id, draft) => remote.sendInvitation(user, id, draft).catch(note),
    resendInvitation: (user, id, invitation) => remote.resendInvitation(user, id, invitation).catch(note),
  });
  return { ...server, as: (userId, device) => noted(server.as(userId, device)) };
}

/** All devices act at once. Each takes its own steps, one after the other. */
async function everybody(world: World): Promise<void> {
  const steps = fc.sample(crowdSteps, { seed: SEED, numRuns: DEVICES * STEPS });
  await Promise.all(
    world.seats.map(async (_, on) => {
      for (const step of steps.slice(on * STEPS, (on + 1) * STEPS)) await world.run({ ...step, on });
    }),
  );
}

/** Checks that stored balances are the sums of the rows, and that no version was given twice. */
async function expectExactBooks(): Promise<void> {
  const { database } = real();
  const wrong = await database.sql`
    select account_id, balance from public.accounts where balance <> private.recount(account_id)`;
  expect([...wrong]).toEqual([]);
  const twice = await database.sql`
    select account_id, version from public.transactions group by 1, 2 having count(*) > 1`;
  expect([...twice]).toEqual([]);
}

it(`[G1, G2, G3, G4, G6, G7] 12 devices sync at once without deadlock and end correct (seed ${SEED})`, async () => {
  const { world, failures } = await crowd();
  await everybody(world);
  expect(failures.filter((code) => code === '40P01')).toEqual([]);
  await world.settle();
  await expectWishes(world);
  await expectGuarantees(world);
  await expectExactBooks();
  expect((await world.server.state()).tables.transactions.size).toBeGreaterThan(DEVICES);
});

it(`[G2, G3, G4, G7] table API clients retry after a deadlock and double nothing (seed ${SEED})`, async () => {
  const { world } = await crowd();
  const { database } = real();
  const others = await Promise.all([0, 1, 2].map(() => database.connectAs(ANNA.userId, ANNA.userEmail)));
  const writing = others.map(async (sql, n) => {
    for (let round = 0; round < WRITES; round++) await writePlainly(sql, n, round);
  });
  await Promise.all([everybody(world), ...writing]);
  await world.settle();
  await expectGuarantees(world);
  await expectExactBooks();
});

/** Writes as a client without sync does, and repeats a write until it succeeds. */
async function writePlainly(sql: Sql, n: number, round: number): Promise<void> {
  const account = round % 2 === 0 ? HOME : SHOP;
  const change = [
    () => sql`insert into public.transactions (account_id, type, amount, transaction_date, metadata)
      values (${account}, 'credit', ${round + 1}, '2026-03-01', '{"category_name": "Food"}') `,
    () => sql`update public.transactions set amount = amount + 1 where account_id = ${account} and lines is null `,
    () => sql`update public.transactions set transaction_date = '2026-05-05' where transaction_id in (
      select transaction_id from public.transactions where account_id = ${account} order by transaction_id limit 2) `,
    () => sql`delete from public.transactions where transaction_id in (
      select transaction_id from public.transactions where account_id = ${account}
      order by transaction_id desc limit 1) `,
  ][(n + round) % 4];
  for (;;) {
    try {
      await change?.();
      return;
    } catch (failure) {
      const isVictim = failure instanceof postgres.PostgresError && ['40P01', '40001'].includes(failure.code);
      if (!isVictim) throw failure;
    }
  }
}
