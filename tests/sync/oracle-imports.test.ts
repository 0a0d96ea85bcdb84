/** What the oracle makes of imports: a row of a file comes once, and nothing comes back unasked. */
import { describe, expect, it } from 'vitest';
import type { Insert, Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { TransactionRow } from '#domain/rows';
import { compare } from './support/oracle/expect.ts';
import { judge } from './support/oracle/judge.ts';
import { Tale } from './support/oracle/tale.ts';
import { ANNA, BEN, change, enter, erase, HOME, idOf, SHOP } from './support/people.ts';

const GONE = { status: 'superseded', reason: 'deleted', kept: {}, by: null } as const;
const KEY = 'a'.repeat(40);
const [ROW, FIRST, SECOND] = [idOf(2), idOf(51), idOf(52)];

function importOf(id: string, again?: true): Operation[] {
  const createdAt = '2026-03-10T12:00:00.000Z';
  const { row } = enter(2);
  const made: Insert = { kind: 'insert', table: 'transactions', row: { ...row, importId: id }, key: KEY };
  const imported = { id, createdAt, accountId: HOME, fileName: 'march.csv', format: 'csv' } as const;
  return [
    { kind: 'insert', table: 'imports', row: imported },
    { ...made, ...(again && { again }) },
  ];
}

const revertOf = (id: string): Operation[] => [
  { kind: 'delete', table: 'transactions', id: ROW, importId: id },
  { kind: 'delete', table: 'imports', id },
];

function keyIn(tale: Tale) {
  const { rowId, importId, fate } = judge(tale.chronicle).believed.keys.get(`${HOME} ${KEY}`) ?? {};
  return { rowId, importId, fate };
}

const isBelieved = (tale: Tale) => judge(tale.chronicle).believed.rows.has(ROW);

/** A link of a row with another one, as a side of this transfer. */
const link = (row: TransactionRow, transferId: string, key?: string): Operation => {
  const { id, category, nature } = row;
  const origin = key === undefined ? {} : { bankId: null, importId: FIRST, importedText: null };
  const before = { ...origin, category, nature, transferId: row.transferId };
  const patch = {
    kind: 'patch',
    table: 'transactions',
    id,
    seen: 2,
    before,
    after: { ...origin, category: 'Transfer', nature: 'transfer', transferId },
  } as const;
  return key === undefined ? patch : { ...patch, key };
};

/** Anna has imported the row. */
function imported(): Tale {
  const tale = new Tale();
  tale.decides(tale.does(ANNA, 'phone', 10, importOf(FIRST)), 'applied');
  return tale;
}

describe('the oracle knows of imports', () => {
  it('[S69a] that the same row of a file comes once, from whoever came first', () => {
    const tale = imported();
    tale.decides(tale.does(BEN, 'tablet', 11, importOf(SECOND)), 'applied');
    expect(keyIn(tale)).toEqual({ rowId: ROW, importId: FIRST, fate: 'here' });
    expect(judge(tale.chronicle).complaints).toEqual([]);
  });

  it('[S36h] that an edit stands against what somebody else imported later and was first', () => {
    const tale = new Tale();
    tale.decides(tale.does(ANNA, 'phone', 12, importOf(FIRST)), 'applied');
    tale.decides(tale.does(BEN, 'tablet', 10, importOf(SECOND), tale.seesNothing()), 'applied');
    const row = { ...enter(2).row, version: 0, ...BEN };
    const turned = { amount: 250, type: 'income' };
    const edit = () => tale.does(BEN, 'tablet', 11, [change(row, turned)], tale.seesNothing());
    tale.decides(edit(), 'applied');
    expect(judge(tale.chronicle).complaints).toEqual([]);
    expect(judge(tale.chronicle).believed.duties).toEqual([]);
    tale.decides(tale.does(ANNA, 'phone', 10.5, [change(row, { amount: 300 })], tale.sees(2)), turned);
    expect(judge(tale.chronicle).complaints).toEqual([]);
  });

  it('[S36h] complains where an edit gave way to an import', () => {
    const tale = new Tale();
    tale.decides(tale.does(ANNA, 'phone', 12, importOf(FIRST)), 'applied');
    const row = { ...enter(2).row, version: 0, ...BEN };
    const late = tale.does(BEN, 'tablet', 11, [change(row, { amount: 250 })], tale.seesNothing());
    tale.decides(late, { amount: 100 });
    expect(judge(tale.chronicle).complaints).toEqual([expect.stringContaining('had to be taken')]);
  });

  it('[S69b] that a deleted row stays deleted, unless somebody asks for it, and that the importer is told', () => {
    const tale = imported();
    tale.decides(tale.does(ANNA, 'phone', 11, [erase({ id: ROW })], tale.sees(2)), 'applied');
    const late = tale.does(BEN, 'tablet', 12, importOf(SECOND));
    tale.decides(late, 'applied');
    expect(judge(tale.chronicle).complaints).toEqual([expect.stringContaining('its importer is not told')]);
    expect([isBelieved(tale), keyIn(tale).fate]).toEqual([false, 'deleted']);
    tale.decides(tale.does(BEN, 'tablet', 13, importOf(SECOND, true)), 'applied');
    expect([isBelieved(tale), keyIn(tale).fate]).toEqual([true, 'here']);
  });

  it('[S69b] that a link brings no deleted row back, nor makes its other side one of a transfer', () => {
    const tale = imported();
    const other = enter(3, { accountId: SHOP, type: 'income' });
    tale.decides(tale.does(ANNA, 'phone', 10, [other]), 'applied');
    tale.decides(tale.does(ANNA, 'phone', 11, [erase({ id: ROW })], tale.sees(2)), 'applied');
    const sides = [
      link({ ...enter(2).row, version: 2, ...BEN }, idOf(60), KEY),
      link({ ...other.row, version: 2, ...BEN }, idOf(60)),
    ];
    const late = tale.does(BEN, 'tablet', 13, sides, tale.sees(3));
    tale.chronicle.decided({ id: late }, { id: late, ...GONE, versions: { [SHOP]: 5 } }, 'epoch-1');
    const { believed, complaints } = judge(tale.chronicle);
    expect([complaints, isBelieved(tale), keyIn(tale).fate]).toEqual([[], false, 'deleted']);
    expect(believed.rows.get(other.row.id)?.groups.get('nature')?.values.nature).toBe('regular');
  });

  it('[S70d] that two people who link the same rows make one transfer', () => {
    const tale = imported();
    const other = enter(3, { accountId: SHOP, type: 'income' });
    tale.decides(tale.does(ANNA, 'phone', 10, [other]), 'applied');
    const rows = [
      { ...enter(2).row, version: 2, ...BEN },
      { ...other.row, version: 2, ...BEN },
    ] as const;
    const sides = (id: string) => [link(rows[0], id, KEY), link(rows[1], id)];
    tale.decides(tale.does(ANNA, 'phone', 11, sides(idOf(60)), tale.sees(3)), 'applied');
    tale.decides(tale.does(BEN, 'tablet', 12, sides(idOf(61)), tale.sees(3)), 'applied');
    const { believed, complaints } = judge(tale.chronicle);
    expect(complaints).toEqual([]);
    for (const { id } of rows) expect(believed.rows.get(id)?.groups.get('nature')?.values.transferId).toBe(idOf(60));
  });

  it('[S69c] that a row which went away leaves its origin, and its key where it was', () => {
    const tale = imported();
    const row = { ...enter(2).row, importId: FIRST, version: 2, ...BEN };
    tale.decides(tale.does(ANNA, 'phone', 11, [change(row, { accountId: SHOP })], tale.sees(2)), 'applied');
    expect(keyIn(tale).fate).toBe('moved');
    expect(judge(tale.chronicle).believed.rows.get(ROW)?.groups.get('bankId')?.values.importId).toBe(null);
  });

  it('[S69b, S69c] that a row which its move brings back has gone away, too', () => {
    const tale = imported();
    const row = { ...enter(2).row, importId: FIRST, version: 2, ...BEN };
    tale.decides(tale.does(BEN, 'tablet', 11, [erase(row)], tale.sees(2)), 'applied');
    expect(keyIn(tale).fate).toBe('deleted');
    tale.decides(tale.does(ANNA, 'phone', 12, [change(row, { accountId: SHOP })], tale.sees(2)), 'applied');
    expect(keyIn(tale).fate).toBe('moved');
  });

  it('[S69d, S69e] that an edit of a row whose import is gone gives it no key back', () => {
    const tale = new Tale();
    const origin = { bankId: null, importId: FIRST, importedText: null };
    const bare = { ...origin, importId: null };
    const row = { ...enter(1).row, version: 1, ...ANNA };
    const link = { ...change({ ...row, ...bare }, origin), key: KEY };
    const [made] = importOf(FIRST);
    tale.decides(tale.does(ANNA, 'phone', 10, made ? [made, link] : [link]), 'applied');
    tale.decides(tale.does(ANNA, 'phone', 11, [{ kind: 'delete', table: 'imports', id: FIRST }]), 'applied');
    expect(keyIn(tale).fate).toBe('reverted');
    tale.decides(tale.does(ANNA, 'phone', 12, [change(row, { amount: 250 })], tale.sees(3)), 'applied');
    expect(keyIn(tale).fate).toBe('reverted');
    for (const after of [bare, origin]) {
      const linked = { ...row, ...(after === bare ? origin : bare) };
      tale.decides(tale.does(ANNA, 'phone', 13, [change(linked, after)], tale.sees(3)), 'applied');
    }
    expect(keyIn(tale).fate).toBe('here');
  });

  it('[S69j] that a revert takes no row of another import', () => {
    const tale = imported();
    tale.decides(tale.does(BEN, 'tablet', 11, importOf(SECOND)), 'applied');
    tale.decides(tale.does(BEN, 'tablet', 12, revertOf(SECOND)), 'applied');
    expect([isBelieved(tale), keyIn(tale).fate]).toEqual([true, 'here']);
    tale.decides(tale.does(ANNA, 'phone', 12, revertOf(FIRST), tale.sees(2)), 'applied');
    expect([isBelieved(tale), keyIn(tale).fate]).toEqual([false, 'reverted']);
  });

  it('complains where a server knows another row for a key, or knows none', () => {
    const { believed } = judge(imported().chronicle);
    const wrong = (rowId: string | null) => {
      const key = rowId === null ? [] : [{ accountId: HOME, key: KEY, rowId, importId: FIRST, fate: 'here' as const }];
      return compare(believed, { tables: {}, notices: [], keys: key, reachable: () => new Set() });
    };
    expect(wrong(ROW)).toEqual([]);
    expect(wrong(idOf(9))).toEqual([expect.stringContaining(`as ${idOf(9)}`)]);
    expect(wrong(null)).toEqual([expect.stringContaining('is unknown')]);
  });

  it('[S66b] complains where lines are refused that had to be taken or kept', () => {
    const tale = new Tale();
    const row = { ...enter(1).row, version: 1, ...ANNA };
    const lines = [1, 2].map((at) => ({ id: idOf(70 + at), category: 'Food', cents: 50, note: '' }));
    const id = tale.does(ANNA, 'phone', 10, [change(row, { amount: 100, type: 'expense', category: 'Split', lines })]);
    const verdict: Verdict = { id, status: 'rejected', reason: 'invalid', code: null, message: '' };
    tale.chronicle.decided({ id }, verdict, 'epoch-1');
    expect(judge(tale.chronicle).complaints).toEqual([expect.stringContaining('the lines of')]);
  });
});
