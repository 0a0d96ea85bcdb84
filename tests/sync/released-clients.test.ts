/** Today's server and devices that still run a release: every answer has to fit that release's own schemas. */
import type { Sql } from 'postgres';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '#domain/mutations/verdicts';
import { PushMutations } from '../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import { releases } from '../support/released-data.ts';
import { type Wire, wireOf } from '../support/released-wire.ts';
import { FakeServer } from './support/fake-server.ts';
import { askPostgres, type RecordedCall, ReleasedClient, recordedCalls } from './support/released-client.ts';

const PEOPLE = ['anna', 'ben', 'cara', 'dave', 'lena'].map((name, index) => ({
  id: `00000000-0000-4000-8000-00000000000${(10 + index).toString(16)}`,
  email: `${name}@example.org`,
}));
const DAVE = PEOPLE[3]?.id ?? '';

/** Servers name memberships themselves. All that the recorded calls name are Dave's, who has one at a time. */
function naming(membership: string | undefined, mutations: unknown): unknown {
  const text = JSON.stringify(mutations);
  return JSON.parse(text.replaceAll(/("name":"membership[^}]*"id":)"[^"]*"/g, `$1"${membership}"`));
}

/** Today a type that nobody changed is not merged with the amount, so it is not said to be kept. */
const plain = (verdicts: Verdict[]) =>
  verdicts.map((verdict) => {
    const { id, status } = verdict;
    if (verdict.status === 'applied') return { id, status };
    if (verdict.status === 'rejected') return { id, status, reason: verdict.reason };
    const { type, ...kept } = verdict.kept;
    return { ...verdict, kept, versions: null };
  });

const recorded = await Promise.all(
  releases.map(async (release) => {
    const wire = await wireOf(release);
    const calls = recordedCalls(release, wire);
    return { release, wire, calls, people: PEOPLE.filter(({ id }) => calls.some(({ user }) => user === id)) };
  }),
);

describe.each(recorded)("today's PostgreSQL answers what devices of v$release asked their own server", (released) => {
  const { wire, calls, people } = released;
  let database: TestDatabase;
  const connections = new Map<string, Sql>();
  const clients = new Map<string, ReleasedClient>();
  beforeAll(async () => {
    database = await startDatabase();
    for (const { id, email } of people) {
      await database.createUser(email, id);
      const connection = await database.connectAs(id, email);
      connections.set(id, connection);
      clients.set(id, new ReleasedClient(id, askPostgres(connection), wire));
    }
  });
  afterAll(() => database.stop());

  const of = <T>(map: Map<string, T>, user: string): T => {
    const found = map.get(user);
    if (!found) throw new Error(`nobody is ${user}`);
    return found;
  };

  async function ofThisServer(mutations: unknown): Promise<unknown> {
    const [own] = await database.sql`select membership_id from public.memberships where user_id = ${DAVE}`;
    return naming(own?.membership_id, mutations);
  }

  /** What this server answers, beside what the release's own server answered. */
  async function repeat(one: RecordedCall): Promise<[answered: unknown, recorded: unknown]> {
    const connection = of(connections, one.user);
    if (one.call === 'sync_push') {
      const { verdicts } = await of(clients, one.user).push(await ofThisServer(one.parameters.p_mutations));
      return [plain(verdicts), plain(one.answer.verdicts)];
    }
    if (one.call === 'send_invitation') {
      const { email, name, role, target, targetId, id } = one.parameters;
      const [sent] = await connection`
        select public.send_invitation(${email}, ${name}, ${role}, ${target}, ${targetId}, ${id}, ${one.user})
          as answer`;
      if (sent?.answer.mail) await connection`select public.invitation_mailed(${sent.answer.mail.id}, true)`;
      return [sent?.answer.status, one.answer.status];
    }
    if (one.call === 'resend_invitation') {
      const [sent] = await connection`select public.resend_invitation(${one.parameters.id}, ${one.user}) as answer`;
      return [sent?.answer.status, one.answer.status];
    }
    return [v.is(wire.PullAnswer, one.answer), true];
  }

  it('with the same verdicts, in the words that their schemas know', async () => {
    for (const one of calls) {
      const [answered, before] = await repeat(one);
      expect(answered).toEqual(before);
      for (const each of clients.values()) await each.pull();
    }
  });

  it('and what they see at the end adds up, scope by scope', async () => {
    for (const { id } of people) {
      const client = new ReleasedClient(id, askPostgres(of(connections, id)), wire);
      const [{ scopes }, sums, heads] = [await client.pull(), await client.sums(), await client.heads()];
      expect(Object.keys(heads).sort()).toEqual(scopes.map(({ scope }) => scope).sort());
      for (const { scope, transactions } of scopes) expect(sums[scope]?.transactions).toBe(transactions.length);
    }
  });
});

/** The statuses, or verdicts, that the in-memory server gives, beside those of the release's own server. */
async function repeatInMemory(
  fake: FakeServer,
  one: RecordedCall,
  { Verdict }: Wire,
): Promise<[answered: unknown, recorded: unknown]> {
  const remote = fake.as(one.user);
  if (one.call === 'sync_push') {
    const own = [...fake.state.tables.memberships.values()].find(({ userId }) => userId === DAVE);
    const mutations = v.parse(PushMutations, naming(own?.id, one.parameters.p_mutations));
    const { verdicts } = await remote.push(one.user, mutations);
    return [plain(v.parse(v.array(Verdict), verdicts)), plain(one.answer.verdicts)];
  }
  const id = crypto.randomUUID();
  if (one.call === 'send_invitation') {
    return [(await remote.sendInvitation(one.user, id, one.parameters)).status, 'applied'];
  }
  if (one.call === 'resend_invitation') {
    return [(await remote.resendInvitation(one.user, id, one.parameters.id)).status, 'applied'];
  }
  return [null, null];
}

it.each(recorded)("today's in-memory server decides as v$release's server did", async ({ wire, calls, people }) => {
  const fake = new FakeServer();
  for (const { id, email } of people) fake.addUser(id, email);
  for (const one of calls) {
    const [answered, before] = await repeatInMemory(fake, one, wire);
    expect(answered).toEqual(before);
  }
});
