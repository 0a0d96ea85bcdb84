import { describe, expect, it } from 'vitest';
import type { Patch } from '#domain/mutations/operations';
import type { NotTaken } from '#domain/mutations/verdicts';
import type { OutboxEntry } from '../database/records.ts';
import { ACCOUNT, ANNA, idOf, transactionRow } from '../database/rows.fixture.ts';
import { divide, eachNotTaken } from './not-taken.ts';

const patchOf = (n: number): Patch => ({
  kind: 'patch',
  table: 'transactions',
  id: idOf(n),
  seen: 1,
  before: { category: 'Food', date: '2026-03-01' },
  after: { category: 'Home', date: '2026-03-02' },
});

const entry: OutboxEntry = {
  seq: 7,
  id: idOf(100),
  ...ANNA,
  editedAt: '2026-03-10T12:00:00.000Z',
  createdAt: '2026-03-10T12:00:00.000Z',
  operations: [patchOf(1), patchOf(2), patchOf(3)],
  apart: true,
  state: 'in_flight',
  attempts: 1,
  rows: [1, 2, 3].map((n) => ['transactions', idOf(n)]),
  seen: [1, 2, 3].map((n) => ({ table: 'transactions', row: transactionRow(n) })),
};

const divided = (...notTaken: NotTaken[]) =>
  divide(entry, { id: entry.id, status: 'applied', versions: { [ACCOUNT]: 9 }, notTaken });
const refused = (n: number): NotTaken => ({ id: idOf(n), status: 'rejected', reason: 'forbidden' });
const superseded = (n: number): NotTaken => ({
  id: idOf(n),
  status: 'superseded',
  reason: 'newer',
  kept: { category: 'Fun' },
  by: 'ben@example.org',
});

describe('an entry that was decided apart', () => {
  it('[S72b] keeps what was taken, and gives the rest to an entry with its time and its sight', () => {
    const { taken, rest } = divided(refused(2)) ?? {};
    expect(taken).toMatchObject({ id: entry.id, seq: 7, state: 'applied', operations: [patchOf(1), patchOf(3)] });
    expect(taken?.rows).toHaveLength(2);
    expect(taken?.verdict).not.toHaveProperty('notTaken');
    expect(rest).toMatchObject({ state: 'rejected', operations: [patchOf(2)], editedAt: entry.editedAt });
    expect(rest?.seen).toEqual([entry.seen?.[1]]);
    expect(rest).not.toHaveProperty('seq');
    expect(rest?.id).not.toBe(entry.id);
  });

  it('[S72b] goes on showing what was taken of a row, beside what stands of it', () => {
    const { taken, rest } = divided(superseded(1)) ?? {};
    expect(taken?.operations[0]).toMatchObject({ after: { category: 'Fun', date: '2026-03-02' } });
    expect(rest).toMatchObject({ state: 'superseded', operations: [patchOf(1)] });
    expect(rest?.verdict).toMatchObject({
      status: 'superseded',
      kept: { category: 'Fun' },
      versions: { [ACCOUNT]: 9 },
    });
  });

  it('[S72b] is gone when nothing of it was taken', () => {
    expect(divided(refused(1), refused(2), superseded(3))).toMatchObject({
      rest: { operations: [1, 2, 3].map(patchOf) },
    });
    expect(divided(refused(1), refused(2), { ...refused(3) })?.taken).toBeNull();
  });

  it('[S72c] stays whole when the verdict names none of its transactions', () => {
    expect(divided(refused(4))).toBeNull();
  });

  it('[S72d] falls into one entry for each transaction, with the verdict on that one', () => {
    const { rest } = divided(refused(2), superseded(3)) ?? {};
    if (!rest) throw new Error('nothing is left');
    expect(eachNotTaken({ ...rest, seq: 8 })).toMatchObject([
      { state: 'rejected', operations: [patchOf(2)], verdict: { status: 'rejected', reason: 'forbidden' } },
      { state: 'superseded', operations: [patchOf(3)], verdict: { kept: { category: 'Fun' }, by: 'ben@example.org' } },
    ]);
  });
});
