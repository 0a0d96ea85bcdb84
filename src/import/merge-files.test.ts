/** An oracle: the plan of joined files leaves what importing them one after the other leaves. */
import { expect, it } from 'vitest';
import type { Fate } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import fc from '../../tests/support/random.ts';
import { planRows } from './matching/plan-rows.ts';
import { mergeFiles } from './merge-files.ts';
import type { ReadRow, Statement } from './statement/statement.ts';

const ACCOUNT = '00000000-0000-4000-8000-0000000000a1';

const statementOf = (rows: ReadRow[]): Statement => {
  const unreadable = [{ line: rows.length + 1, reason: 'zero', text: '' } as const];
  return { format: 'camt', account: { iban: 'CH93' }, currencies: ['CHF'], rows, unreadable };
};

/** Few days, amounts, texts and ids, so that files overlap and have twins. */
const row = fc.record({
  date: fc.constantFrom('2026-03-02', '2026-03-03', '2026-03-04'),
  cents: fc.constantFrom(-250, -300, 9900),
  text: fc.constantFrom('', 'Coffee'),
  bankId: fc.constantFrom(undefined, 'A1'),
  pending: fc.constantFrom(undefined, undefined, undefined, true),
});
const file = fc.array(row, { maxLength: 8 }).map((rows) =>
  statementOf(
    rows.map(({ bankId, pending, ...rest }, at) => ({
      line: at + 1,
      ...rest,
      ...(bankId && { bankId }),
      ...(pending && { pending }),
    })),
  ),
);

/** Imports a file into an account that has these rows already. What is pending is left out. */
function importInto(account: Map<string, number>, fates: Map<string, Fate>, rows: readonly ReadRow[]): void {
  for (const planned of planRows(rows, { fates, present: [] })) {
    if (planned.state !== 'new' || planned.row.pending) continue;
    const id = importedId(ACCOUNT, planned.key);
    expect(account.has(id)).toBe(false);
    account.set(id, planned.row.cents);
    fates.set(planned.key, 'here');
  }
}

const sorted = (account: ReadonlyMap<string, number>) => [...account].sort(([a], [b]) => (a < b ? -1 : 1));

it('the same ids and amounts come in as from the files one after the other, in any order', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.nat()), (files, ranks) => {
      const apart = new Map<string, number>();
      const fates = new Map<string, Fate>();
      for (const { rows } of files) importInto(apart, fates, rows);
      const ranked = files.map((statement, at) => ({ statement, name: String(at), rank: ranks.next().value ?? 0 }));
      const [first, ...others] = ranked.sort((a, b) => a.rank - b.rank);
      if (!first) return;
      const joined = new Map<string, number>();
      const merged = mergeFiles(first, ...others);
      importInto(joined, new Map(), merged.rows);
      expect(sorted(joined)).toEqual(sorted(apart));
      expect(merged.unreadable).toHaveLength(files.length);
    }),
  );
});

it('the twins of a day stay two in two files, and an unreadable line keeps its file', () => {
  const twin: ReadRow = { line: 1, date: '2026-03-02', cents: -250, text: 'Coffee' };
  const files = [statementOf([twin, twin]), statementOf([twin, twin, { ...twin, date: '2026-03-03' }])];
  const [first, second] = files.map((statement, at) => ({ name: `day-${at + 1}.xml`, statement }));
  if (!first || !second) throw new Error('there are two');
  const { rows, unreadable } = mergeFiles(first, second);
  expect(rows.map(({ date }) => date)).toEqual(['2026-03-02', '2026-03-02', '2026-03-03']);
  expect(unreadable.map(({ file: name, line }) => `${name} ${line}`)).toEqual(['day-1.xml 3', 'day-2.xml 4']);
});
