/**
 * The device can read whatever SQL accepts. One unreadable value would end every pull of everybody who sees the row.
 */

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import fc from '../../support/random.ts';
import { accepts, clientFields, extreme, functionArguments, type Place, writableColumns } from './extreme.ts';
import { emoji, makeValuesScene, type ValuesScene, type Written } from './scene.ts';

let database: TestDatabase;
let scene: ValuesScene;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  scene = await makeValuesScene(database);
});

/** Values that the place accepts, by its name as a column, a field or an argument. */
function sensible({ owner, name }: Place): string[] {
  const known: Record<string, string[]> = {
    accountid: [scene.household],
    categoryid: owner === 'transactions' ? [] : [scene.foodCategory],
    role: ['viewer', 'member', 'admin', 'manager'],
    target: ['account', 'budget'],
    status: ['revoked'],
    type: ['income', 'expense', 'credit', 'debit', 'personal', 'business'],
    accounttype: ['personal', 'business'],
    kind: ['cash', 'credit_card', 'other'],
    currencycode: ['USD'],
    periodtype: ['monthly'],
    nature: ['regular', 'opening'],
    format: ['csv', 'ofx'],
    rhythm: ['day 1', 'month 1 on 31', 'year 2 on 02-29'],
    weekend: ['before', 'after', 'as_is'],
    mode: ['add', 'remind'],
    amountmatch: ['exact', 'near', 'any'],
    occurrences: ['1', '10000'],
    count: ['1', '10000'],
    createdby: [scene.ada.id],
    budgetid: ['transactions', 'invitations'].includes(owner) ? [scene.food] : [],
    ownerid: [scene.ada.id],
    amount: ['1', '250'],
    email: [
      'eve@example.org',
      'ÉVE@example.org',
      '😀@example.org',
      `${emoji(154)}@example.org`,
      `${emoji(308)}@example.org`,
    ],
  };
  return known[name.replace(/^p_/, '').replaceAll('_', '').toLowerCase()] ?? [];
}

const places = (found: readonly Place[]) => [...Map.groupBy(found, ({ owner }) => owner)];

/** One to three places of one table or function, each with a value. */
const writes = (found: readonly Place[]) =>
  fc.oneof(
    ...places(found).map(([owner, columns]) =>
      fc
        .subarray(columns, { minLength: 1, maxLength: Math.min(3, columns.length) })
        .chain((some) =>
          fc.tuple(...some.map((place) => extreme(place.type, sensible(place)).map((value) => ({ place, value })))),
        )
        .map((written): [string, Written] => [owner, written]),
    ),
  );

/** Tries every write of a run, then reads everything. Each place must have accepted some value. */
async function expectReadable(
  found: readonly Place[],
  write: (sql: TransactionSql, owner: string, written: Written) => Promise<boolean>,
): Promise<void> {
  const accepted = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(writes(found), { minLength: 20, maxLength: 20 }), async (run) => {
      await scene.attempt(async (sql) => {
        for (const [owner, written] of run) {
          if (!(await write(sql, owner, written))) continue;
          for (const { place } of written) accepted.add(`${owner}.${place.name}`);
        }
        return scene.read(sql);
      });
    }),
    { numRuns: 25 },
  );
  const nameOf = ({ owner, name }: Place) => `${owner}.${name}`;
  const untried = found.filter((place) => !accepted.has(nameOf(place)));
  // Chance has left these out; they are tried alone.
  for (const place of untried) {
    await scene.attempt(async (sql) => {
      for (const value of fc.sample(extreme(place.type, sensible(place)), 200)) {
        if (!(await write(sql, place.owner, [{ place, value }]))) continue;
        accepted.add(nameOf(place));
        break;
      }
      return scene.read(sql);
    });
  }
  expect(found.map(nameOf).filter((name) => !accepted.has(name))).toEqual([]);
}

describe('whatever the database accepts, the device can read', { timeout: 240_000 }, () => {
  test('after inserts into every column that a client may write', async () => {
    const columns = await writableColumns(database.sql, 'insert');
    expect(columns.length).toBeGreaterThan(30);
    await expectReadable(columns, (sql, table, written) =>
      accepts(sql, (inner) => scene.insert(inner, table, written)),
    );
  });

  test('after updates of every column that a client may write', async () => {
    for (const table of ['transactions', 'invitations', 'schedules']) {
      await scene.ada.sql.begin((sql) => scene.insert(sql, table, []));
    }
    const columns = (await writableColumns(database.sql, 'update')).filter(({ owner }) => owner !== 'memberships');
    await expectReadable(columns, (sql, table, written) =>
      accepts(sql, (inner) => scene.update(inner, table, written)),
    );
  });

  test('after calls of the functions', async () => {
    // Arguments that name something accept only values that exist. The answer to an offer needs the offer.
    const named = new Set('p_id p_user p_mail p_mailed p_target_id p_account_id p_account p_accept'.split(' '));
    const args = (await functionArguments(database.sql)).filter(({ name }) => !named.has(name));
    expect(new Set(args.map(({ owner }) => owner))).toEqual(new Set(['create_account', 'send_invitation']));
    const usual: Record<string, string> = {
      p_account_name: 'Shop',
      p_account_type: 'personal',
      p_description: '',
      p_name: '',
    };
    const invited: Record<string, string> = { p_email: 'gus@example.org', p_role: 'viewer', p_target: 'account' };
    const target = { place: { owner: 'send_invitation', name: 'p_target_id', type: 'uuid' }, value: scene.household };
    await expectReadable(args, (sql, name, written) => {
      const given = new Map(written.map(({ place, value }) => [place.name, value]));
      const all = args
        .filter(({ owner }) => owner === name)
        .map((place) => ({ place, value: given.get(place.name) ?? { ...usual, ...invited }[place.name] ?? null }));
      return accepts(sql, (inner) => scene.call(inner, name, name === 'send_invitation' ? [...all, target] : all));
    });
  });

  test('after a push of every field that a device may set, even when some break a rule', async () => {
    const fields = await clientFields(database.sql);
    await expectReadable(fields, async (sql, table, written) => {
      const says = Object.fromEntries(written.map(({ place, value }) => [place.name, inJson(place, value)]));
      // No device sends text that JSON in PostgreSQL cannot hold (cleanText).
      if (Object.values(says).some((value) => typeof value === 'string' && !isStorable(value))) return false;
      const row = scene.clientRows()[table];
      const patched = scene.clientRows()[table];
      const before = Object.fromEntries(Object.keys(says).map((field) => [field, patched?.[field]]));
      const insert = (one: object) => ({ kind: 'insert', table, row: one });
      const patch = { kind: 'patch', table, id: patched?.id, seen: 0, before, after: says };
      const inserted = await scene.push(sql, [insert({ ...row, ...says })]);
      await scene.push(sql, [insert({ ...patched, name: 'Other' }), patch]);
      return inserted.verdicts[0]?.status === 'applied';
    });
  });
});

const inJson = ({ type }: Place, value: string | null) => (type === 'bigint' && value !== null ? Number(value) : value);
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
