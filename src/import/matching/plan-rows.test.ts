import { describe, expect, it } from 'vitest';
import type { Fate } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import fc from '../../../tests/support/random.ts';
import type { ReadRow } from '../statement/statement.ts';
import { importKeys } from './import-key.ts';
import { planRows } from './plan-rows.ts';
import { findSameRows } from './same-rows.ts';

const ACCOUNT = '00000000-0000-4000-8000-0000000000a1';
const OTHER = '00000000-0000-4000-8000-0000000000a2';

const read = (date: string, cents: number, text = 'Coffee', bankId?: string): ReadRow => ({
  line: 1,
  date,
  cents,
  text,
  ...(bankId && { bankId }),
});

const present = (id: string, date: string, cents: number) => ({
  id,
  date,
  type: cents > 0 ? ('income' as const) : ('expense' as const),
  amount: Math.abs(cents),
});

describe('the import key', () => {
  it('is the same for the same row of another file, whatever its line, its category and its neighbours', () => {
    const [, key] = importKeys([read('2026-01-01', -1), read('2026-01-02', -250, 'Coffee', 'A1')]);
    const again = { ...read('2026-01-02', -250, 'Coffee', 'A1'), line: 99, category: 'Food' };
    expect(importKeys([again])).toEqual([key]);
  });

  it('tells twins within a file apart, and every other difference', () => {
    const row = read('2026-01-02', -250);
    const keys = importKeys([
      row,
      row,
      read('2026-01-03', -250),
      read('2026-01-02', 250),
      read('2026-01-02', -250, 'Tea'),
      read('2026-01-02', -250, 'Coffee', 'A1'),
      read('2026-01-02', -250, 'Coffee', 'A2'),
    ]);
    expect(new Set(keys).size).toBe(7);
  });

  it('makes one id in an account, and another one in another account', () => {
    const [key = ''] = importKeys([read('2026-01-02', -250)]);
    // A key of a release is for ever: if one of these changes, each file would come in twice.
    expect(key).toBe('ebbdb8100a35ebc2e7317b85b913630cff0e3324');
    expect(importedId(ACCOUNT, key)).toBe('f5a77e80-6ed0-5be2-9fc4-2e9f1e89920e');
    expect(importedId(OTHER, key)).not.toBe(importedId(ACCOUNT, key));
  });
});

describe('rows that may be the same', () => {
  it('have the same amount and type and are at most three days away', () => {
    const rows = [read('2026-01-10', -250)];
    expect(findSameRows(rows, [present('near', '2026-01-13', -250)])).toEqual(['near']);
    expect(findSameRows(rows, [present('before', '2026-01-07', -250)])).toEqual(['before']);
    expect(findSameRows(rows, [present('far', '2026-01-14', -250)])).toEqual([null]);
    expect(findSameRows(rows, [present('income', '2026-01-10', 250)])).toEqual([null]);
    expect(findSameRows(rows, [present('more', '2026-01-10', -251)])).toEqual([null]);
  });

  it('the nearest go first, and each is used once', () => {
    const rows = [read('2026-01-10', -250), read('2026-01-11', -250), read('2026-01-12', -250)];
    const there = [present('a', '2026-01-11', -250), present('b', '2026-01-13', -250)];
    expect(findSameRows(rows, there)).toEqual([null, 'a', 'b']);
  });

  it('no present row is used twice, and no pair is left that could be made', () => {
    const day = fc.integer({ min: 1, max: 20 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`);
    const some = fc.array(fc.record({ date: day, cents: fc.constantFrom(-100, 100, 200) }), { maxLength: 12 });
    fc.assert(
      fc.property(some, some, (rows, there) => {
        const rowsThere = there.map(({ date, cents }, at) => present(String(at), date, cents));
        const found = findSameRows(rows, rowsThere);
        const used = found.filter((id) => id !== null);
        expect(new Set(used).size).toBe(used.length);
        const free = there.filter((_, at) => !used.includes(String(at)));
        const days = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;
        const missed = rows.filter(
          (row, at) =>
            found[at] === null && free.some(({ date, cents }) => cents === row.cents && days(date, row.date) <= 3),
        );
        expect(missed).toEqual([]);
      }),
    );
  });
});

describe('the plan of an import', () => {
  it('the same file again does nothing, and the same rows by hand are offered', () => {
    const rows = [read('2026-01-10', -250), read('2026-01-10', -250), read('2026-01-11', -900, 'Lunch')];
    const first = planRows(rows, { fates: new Map(), present: [present('by hand', '2026-01-12', -900)] });
    expect(first.map(({ state }) => state)).toEqual(['new', 'new', 'same']);
    expect(first[2]).toMatchObject({ id: 'by hand' });
    const fates = new Map(first.map(({ key }): [string, Fate] => [key, 'here']));
    expect(planRows(rows, { fates, present: [] }).map(({ state }) => state)).toEqual(['here', 'here', 'here']);
  });

  it('what was deleted is told apart, what was moved stays away, and what was reverted may come again', () => {
    const rows = [read('2026-01-10', -1), read('2026-01-10', -2), read('2026-01-10', -3)];
    const [a = '', b = '', c = ''] = importKeys(rows);
    const fates = new Map<string, Fate>([
      [a, 'deleted'],
      [b, 'moved'],
      [c, 'reverted'],
    ]);
    expect(planRows(rows, { fates, present: [] }).map(({ state }) => state)).toEqual(['deleted', 'here', 'new']);
  });

  it('a row that stands for one line is not offered for its twin', () => {
    const rows = [read('2026-01-10', -250), read('2026-01-10', -250)];
    const [, second = ''] = importKeys(rows);
    // Its import was taken back, and it was kept.
    const kept = { fates: new Map<string, Fate>([[second, 'here']]), present: [present('kept', '2026-01-10', -250)] };
    const idOf = (key: string) => (key === second ? 'kept' : key);
    expect(planRows(rows, { ...kept, idOf }).map(({ state }) => state)).toEqual(['new', 'here']);
  });

  it('a row stands for its line before the key has come', () => {
    const rows = [read('2026-01-10', -250), read('2026-01-10', -250)];
    const [, second = ''] = importKeys(rows);
    const idOf = (key: string) => importedId(ACCOUNT, key);
    const there = [present(idOf(second), '2026-01-10', -250)];
    for (const known of [
      { present: there, standing: [] },
      { present: [], standing: there },
    ]) {
      for (const fates of [new Map(), new Map([[second, 'reverted' as const]])]) {
        const plan = planRows(rows, { fates, ...known, idOf, isComplete: false });
        expect(plan.map(({ state }) => state)).toEqual(['new', 'here']);
      }
    }
  });
});
