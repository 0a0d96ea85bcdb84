import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { plannedRows, rowsToImport } from '../../../import/worker/planned-rows.ts';
import { previewRows } from '../../../import/worker/preview-rows.ts';
import { ACCOUNT } from '../../database/rows.fixture.ts';
import { countCorrected } from '../../queries/imports/corrected-rows.ts';
import { actor, now, worldOfSchedules } from '../schedules/schedules.fixture.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { undoAction } from '../undo/action-undo.ts';
import { carryOutImport } from './import-carry-out.ts';
import { revertImport } from './import-revert.ts';

const { db, add, addDue, rows, open } = worldOfSchedules();

const lineOf = (date: string, cents: number) => ({ line: 1, date, cents, text: 'LANDLORD 7' });

async function plan(...lines: ReturnType<typeof lineOf>[]) {
  const statement = { format: 'csv', account: {}, currencies: [], rows: lines, unreadable: [] } as const;
  const preview = (await previewRows(db(), ACCOUNT, { ...statement, currencies: [], unreadable: [] })).rows;
  return plannedRows(preview, new Map(), false);
}

async function bring(...lines: ReturnType<typeof lineOf>[]) {
  const planned = rowsToImport(await plan(...lines));
  const file = { accountId: ACCOUNT, fileName: 'bank.csv', format: 'csv', rows: planned } as const;
  const done = await carryOutImport(db(), actor, file, {}, now);
  if (!done.ok) throw new Error('not imported');
  return done;
}

const choices = async (...lines: ReturnType<typeof lineOf>[]) =>
  (await plan(...lines)).map(({ preview, choice }) => `${preview.state} ${choice}`);

async function corrected(importId: string): Promise<number> {
  const imported = await db().imports.get(importId);
  return imported ? countCorrected(db(), imported) : -1;
}

describe('a line of a file that a schedule has expected, and whose entry a device has added', () => {
  it('[S80b] gives that entry its amount and date, and takes them back by an undo', async () => {
    await add({ startDate: '2026-02-28' });
    await addDue();
    expect((await rows()).map(({ date, amount }) => [date, amount])).toEqual([['2026-02-28', 90_000]]);
    const { actionId } = await bring(lineOf('2026-03-02', -91_250));
    const [row] = await rows();
    const corrected = { date: '2026-03-02', amount: 91_250, description: 'Rent', importedText: 'LANDLORD 7' };
    expect(await rows()).toEqual([expect.objectContaining({ ...corrected, category: 'Home', status: 'cleared' })]);
    expect(await choices(lineOf('2026-03-02', -91_250))).toEqual(['here leave']);
    expect(await open('2026-03-10')).toEqual([]);
    await undoAction(db(), actor, { id: actionId }, now);
    expect(await rows()).toEqual([
      expect.objectContaining({ id: row?.id, date: '2026-02-28', amount: 90_000, importId: null, status: 'open' }),
    ]);
    expect(await open('2026-03-10')).toEqual([]);
  });

  it('keeps what the bank says after a revert, which says so, and is linked when it comes again', async () => {
    await add({ startDate: '2026-02-28' });
    await addDue();
    const line = lineOf('2026-03-02', -91_250);
    const { importId } = await bring(line);
    expect(await corrected(importId)).toBe(1);
    expect(await revertImport(db(), actor, { id: importId, edited: 'ask' }, {}, now)).toMatchObject({ question: [] });
    const asTheBankSays = { date: '2026-03-02', amount: 91_250, importId: null };
    expect(await rows()).toEqual([expect.objectContaining({ ...asTheBankSays, description: 'Rent' })]);
    expect(await choices(line)).toEqual(['same link']);
    await bring(line);
    expect(await rows()).toEqual([expect.objectContaining({ ...asTheBankSays, importId: expect.any(String) })]);
  });

  it('is not said to keep anything by a revert where it came as the schedule says', async () => {
    await add({ startDate: '2026-02-28' });
    await addDue();
    const { importId } = await bring(lineOf('2026-02-28', -90_000), lineOf('2026-03-04', -91_250));
    expect(await corrected(importId)).toBe(0);
  });

  it('comes in beside it with an amount that the schedule does not allow, or too many days away', async () => {
    await add({ startDate: '2026-02-28' });
    await addDue();
    expect(await choices(lineOf('2026-03-02', -120_000), lineOf('2026-03-08', -91_250))).toEqual([
      'new new',
      'new new',
    ]);
    expect(await choices(lineOf('2026-03-02', 91_250))).toEqual(['new new']);
  });

  it('has any amount where the schedule says so, and the same one where it says that', async () => {
    await add({ startDate: '2026-02-28', amountMatch: 'any' });
    await add({ startDate: '2026-02-28', amount: 5_000, description: 'Music', amountMatch: 'exact' });
    await addDue();
    const lines = [lineOf('2026-02-28', -120_000), lineOf('2026-03-03', -5_000)];
    expect(await choices(...lines)).toEqual(['same correct', 'same correct']);
    await bring(...lines);
    expect((await rows()).map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-03-03', 5_000],
      ['2026-02-28', 120_000],
    ]);
  });

  it('leaves an entry alone that somebody has touched', async () => {
    await add({ startDate: '2026-02-28' });
    await addDue();
    const [row] = await rows();
    if (!row) throw new Error('nothing was added');
    await updateTransaction(db(), actor, { row, amount: '905' }, now);
    expect(await choices(lineOf('2026-03-02', -91_250))).toEqual(['new new']);
    expect(await choices(lineOf('2026-03-02', -90_500))).toEqual(['same link']);
  });

  it('stands for one occurrence only, the nearest', async () => {
    await add({ startDate: '2026-02-28', rhythm: 'day 7' });
    await addDue();
    expect(await choices(lineOf('2026-03-01', -91_000), lineOf('2026-03-06', -92_000))).toEqual([
      'same correct',
      'same correct',
    ]);
    await bring(lineOf('2026-03-01', -91_000), lineOf('2026-03-06', -92_000));
    expect((await rows()).map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-03-06', 92_000],
      ['2026-03-01', 91_000],
    ]);
  });
});
