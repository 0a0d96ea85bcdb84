/** Compares what the server told people that it took with what it has, and with what each of their devices has. */
import type { SpawnedBackend } from '../support/backend.ts';
import type { LoadMember } from './load-member.ts';
import type { LoadRow } from './load-pushes.ts';

/** Sentences about what is not as told; none when nothing is lost, doubled or wrong. */
export async function differencesOf(backend: SpawnedBackend, members: readonly LoadMember[]): Promise<string[]> {
  const told = new Map(members.flatMap((member) => [...member.told]));
  const accounts = new Set(members.map(({ writer }) => writer.person.accountId));
  console.log(`${told.size} rows were entered and stand`);
  const onServer = await readServer(backend, accounts);
  const wrong = [...differences('the server', told, onServer.rows), ...onServer.wrongBalances];
  const devices = members.flatMap(({ writer, reader }) => [writer, reader]);
  await Promise.all(devices.map((device) => device.pull()));
  const toldIn = Map.groupBy(told, ([, { accountId }]) => accountId);
  for (const device of devices) {
    const expected = new Map(device.accounts.flatMap((id) => toldIn.get(id) ?? []));
    wrong.push(...differences(`a device of ${device.person.id}`, expected, device.rows));
  }
  return wrong;
}

function differences(where: string, expected: Map<string, LoadRow>, actual: ReadonlyMap<string, LoadRow>): string[] {
  const wrong = [...expected].filter(([id, row]) => {
    const found = actual.get(id);
    return found?.cents !== row.cents || found.accountId !== row.accountId;
  });
  const more = [...actual.keys()].filter((id) => !expected.has(id));
  return [
    ...(wrong.length > 0 ? [`${where} has not what was taken of ${wrong.length} rows`] : []),
    ...(more.length > 0 ? [`${where} has ${more.length} rows that nobody was told of`] : []),
  ];
}

async function readServer(backend: SpawnedBackend, accounts: ReadonlySet<string>) {
  const sql = backend.connect();
  try {
    const rows = await sql<{ id: string; accountId: string; cents: number }[]>`
      select transaction_id as id, account_id as "accountId", (amount * 100)::integer as cents
      from public.transactions where account_id = any (${[...accounts]}::uuid[])`;
    const balances = await sql<{ id: string }[]>`
      select a.account_id as id from public.accounts a
      where a.balance <> -coalesce((select sum(t.amount) from public.transactions t
        where t.account_id = a.account_id), 0) and a.account_id = any (${[...accounts]}::uuid[])`;
    return {
      rows: new Map(rows.map(({ id, accountId, cents }) => [id, { accountId, cents }])),
      wrongBalances: balances.map(({ id }) => `the balance of ${id} is not the sum of its rows`),
    };
  } finally {
    await sql.end();
  }
}
