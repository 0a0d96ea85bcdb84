/**
 * Operations of one kind are carried out together. What they do is what they would do one after the other: a second
 * database goes row by row, gets the same pushes, and must not differ.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import fc from '../../support/random.ts';
import { enter, makeHousehold, patch, stored } from './household.ts';
import { openStage, placed, play, type Stage, scenes } from './sets-scene.ts';

const databases: TestDatabase[] = [];
let together: Stage;
let apart: Stage;

async function opened(): Promise<TestDatabase> {
  const database = await startDatabase();
  databases.push(database);
  return database;
}

beforeAll(async () => {
  together = await openStage(await opened());
  apart = await openStage(await opened());
  await apart.sql.unsafe(`
    create or replace function private.push_step(
      p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz
    ) returns private.outcome language plpgsql as $$
    declare
      result private.outcome := (null, '{}', null, '{}');
      operation jsonb;
    begin
      foreach operation in array p_operations loop
        result := private.joined(result, private.push_set(p_kind, p_table, array[operation], p_edited_at));
      end loop;
      return result;
    end $$`);
});
afterAll(() => Promise.all(databases.map((database) => database.stop())));

describe('operations of one mutation', () => {
  test('on different transactions do what they would do one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const same = placed(scene);
        expect(await play(together, same)).toEqual(await play(apart, same));
      }),
      { numRuns: 30 },
    );
  });

  test('on one transaction wait for each other', async () => {
    const [database] = databases;
    if (!database) throw new Error('There is no database.');
    const { ada, household } = await makeHousehold(database);
    const id = await enter(ada, household, { description: 'Lunch' });
    const verdict = await ada.push(
      patch(id, 1_000, { description: 'Lunch' }, { description: 'Dinner' }),
      patch(id, 1_000, { date: '2026-11-02' }, { date: '2026-11-03' }),
    );
    expect(verdict).toMatchObject({ status: 'applied' });
    expect(await stored(database, id)).toMatchObject({ description: 'Dinner', date: '2026-11-03' });
  });

  test('are refused with the words for the first one that is wrong', async () => {
    const [database] = databases;
    if (!database) throw new Error('There is no database.');
    const { ada, household } = await makeHousehold(database);
    const [one, other] = [await enter(ada, household), await enter(ada, household)];
    const seen = { accountId: household, number: 1_000 };
    const verdict = await ada.push(
      // There is no such reconciliation. Statuses are written after what stands in the other's row.
      {
        kind: 'patch',
        table: 'transactions',
        id: one,
        seen,
        before: { status: 'open', reconciliationId: null },
        after: { status: 'reconciled', reconciliationId: crypto.randomUUID() },
      },
      patch(other, 1_000, { description: 'Lunch' }, { description: 'x'.repeat(2_001) }),
    );
    expect(verdict).toMatchObject({ status: 'rejected', reason: 'gone' });
  });
});
