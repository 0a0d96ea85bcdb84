/**
 * The first release accepted values that its devices could not read. The next release mends them when it starts on that
 * data.
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../supabase/embedded/postgres/migrate.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice } from '../sql/device.ts';
import { makeBudget, makePerson, noCursors, openAccount, type Person } from '../sql/people.ts';

const emoji = (count: number) => '😀'.repeat(count);

let folder: string;
let database: TestDatabase;
let ada: Person;
let household: string;
let cursorsBefore: ReturnType<typeof makeDevice>;

beforeAll(async () => {
  folder = await migrationsOfFirstRelease();
  database = await startDatabase({ migrations: folder });
  ada = await makePerson(database, 'ada');
  household = await openAccount(ada);
  await openAccount(ada, 'Shop');
  cursorsBefore = makeDevice(ada, { ...noCursors, protocol: 4 });
  await cursorsBefore.pullAll();
}, 60_000);
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

async function migrationsOfFirstRelease(): Promise<string> {
  const all = fileURLToPath(new URL('../../../supabase/migrations/', import.meta.url));
  const target = await mkdtemp(join(tmpdir(), 'first-release-'));
  const files = (await readdir(all)).filter((name) => name < '20261122');
  await Promise.all(files.map((name) => cp(join(all, name), join(target, name))));
  return target;
}

test('rows that no device could read are mended, and reach a device with an older cursor', async () => {
  const made = '0044-03-15 00:00:00Z BC';
  await ada.sql`insert into accounts (account_name, description, created_at)
    values (${emoji(150)}, ${emoji(1500)}, '-infinity')`;
  await ada.sql`insert into categories (account_id, type, name, created_at)
    values (${household}, 'expense', ${`${emoji(150)}1`}, ${made}::text::timestamptz),
      (${household}, 'expense', ${`${emoji(150)}2`}, now())`;
  await makeBudget(ada, household, `${emoji(150)}1`);
  await ada.sql`insert into transactions (account_id, type, amount, transaction_date, description, metadata, created_at)
    values (${household}, 'debit', 1, '2026-03-31', ${emoji(1500)},
      ${ada.sql.json({ category_name: `${emoji(150)}1`, notes: `x${emoji(6000)}`, source: 'api' })}, '-infinity')`;
  await ada.sql`insert into transactions (account_id, type, amount, transaction_date, description)
    values (${household}, 'debit', 2, '2026-03-31', 'Lunch')`;
  await expect(ada.pull({ ...noCursors, protocol: 4 })).rejects.toThrow(/^Invalid/);
  const untouched = await versionOf('Lunch');
  // Some names would shrink to blanks, or to a name that stands there already. They stop no upgrade.
  const blank = `${' '.repeat(199)}😀`;
  await ada.sql`insert into accounts (account_name) values (${blank})`;
  await ada.sql`insert into categories (account_id, type, name)
    values (${household}, 'expense', ${blank}), (${household}, 'expense', '😀')`;
  await makeBudget(ada, household, blank);
  await ada.sql`insert into transactions (account_id, type, amount, transaction_date, metadata)
    values (${household}, 'debit', 3, '2026-03-31', ${ada.sql.json({ category_name: blank })})`;

  await migrate(database.sql);

  const { scopes } = await ada.pull();
  const scope = scopes.find(({ accountId }) => accountId === household);
  const entry = scope?.transactions.find(({ amount }) => amount === 100);
  expect(entry).toMatchObject({
    description: emoji(1000),
    notes: `x${emoji(4999)}`,
    createdAt: '0001-01-02T00:00:00.000Z',
    category: expect.stringMatching(/^(😀){95} [0-9a-f]{8}$/u),
  });
  const names = scope?.categories.map(({ name }) => name).filter((name) => name.includes('😀'));
  expect(new Set(names).size).toBe(4);
  expect(names).toContain(entry?.category);
  expect(names).toContain(scope?.transactions.find(({ amount }) => amount === 300)?.category);
  expect(scope?.budgets.map(({ name }) => name).sort()).toEqual(['😀', emoji(100)]);
  const oldest = scopes.flatMap(({ accounts }) => accounts).find(({ name }) => name === emoji(100));
  expect(oldest).toMatchObject({ createdAt: '0001-01-02T00:00:00.000Z', description: emoji(1000) });
  const [row] = await ada.sql`select get_or_create_default_account() as id`;
  expect(row?.id).toBe(oldest?.id);
  const [stored] = await database.sql`select metadata ->> 'source' as source from transactions where amount = 1`;
  expect(stored).toEqual({ source: 'api' });

  await cursorsBefore.pullAll();
  expect(cursorsBefore.ids(`account:${household}`)).toHaveLength(3);
  expect(await versionOf('Lunch')).toEqual(untouched);
});

const versionOf = (description: string) =>
  database.sql`select version from transactions where description = ${description}`;
