/** The oracle itself: what it accepts, and what it complains about. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { balanceOf, compare } from './support/oracle/expect.ts';
import { judge } from './support/oracle/judge.ts';
import { valuesOf } from './support/oracle/rows.ts';
import { Tale } from './support/oracle/tale.ts';
import { ANNA, BEN, change, enter, erase, HOME, idOf } from './support/people.ts';

const ROW = idOf(1);
const row = (over: Partial<TransactionRow> = {}): TransactionRow => ({
  ...enter(1).row,
  version: 1,
  ...ANNA,
  ...over,
});
const amount = (cents: number) => change(row(), { amount: cents, type: 'expense' });
const text = (description: string, notes = '') => change(row(), { description, notes });
const rename = (from: string, to: string): Operation => ({
  kind: 'call',
  name: 'category.rename',
  arguments: { type: 'expense', from, to },
});

function valueIn(tale: Tale, field: string) {
  const found = judge(tale.chronicle).believed.rows.get(ROW);
  return found && valuesOf(found)[field];
}

const OVERWRITTEN = expect.stringContaining('overwrote a later edit that its author had not seen');
const HAD_TO_BE_TAKEN = expect.stringContaining('had to be taken');

describe('the oracle', () => {
  it('keeps a later amount when an older one was folded together with a later description', () => {
    const verdicts = ['applied', { amount: 300, type: 'expense' }] as const;
    const complaints = verdicts.map((verdict) => {
      const tale = new Tale();
      const folded = tale.does(ANNA, 'phone', 10, [amount(200)]);
      tale.decides(tale.does(BEN, 'tablet', 12, [amount(300)]), 'applied');
      tale.does(ANNA, 'phone', 18, [text('lunch')], tale.sees(1), folded);
      tale.decides(folded, verdict);
      return judge(tale.chronicle).complaints;
    });
    expect(complaints).toEqual([[OVERWRITTEN], []]);
  });

  it('takes an edit of what its author had seen, whatever the times say', () => {
    const tale = new Tale();
    tale.decides(tale.does(BEN, 'tablet', 12, [amount(300)]), 'applied');
    tale.decides(tale.does(ANNA, 'phone', 11, [amount(200)], tale.sees(2)), { amount: 300 });
    expect(judge(tale.chronicle).complaints).toEqual([HAD_TO_BE_TAKEN]);
  });

  it('wants the name that a rename gave to what somebody entered without knowing of it', () => {
    const tale = new Tale();
    const late = tale.does(BEN, 'tablet', 11, [enter(2)]);
    tale.decides(tale.does(ANNA, 'phone', 10, [rename('Food', 'Groceries')]), 'applied');
    tale.decides(late, 'applied');
    const { believed } = judge(tale.chronicle);
    const found = { ...row(), ...enter(2).row };
    const everything = { tables: { transactions: [{ ...row(), category: 'Groceries' }, found] }, notices: [] };
    expect(compare(believed, { ...everything, reachable: () => new Set() })).toEqual([
      `category of transactions ${idOf(2)} is Food, not Groceries`,
    ]);
  });

  it('takes a name literally from somebody who knew of the rename', () => {
    const tale = new Tale();
    tale.decides(tale.does(ANNA, 'phone', 10, [rename('Food', 'Groceries')]), 'applied');
    tale.decides(tale.does(BEN, 'tablet', 11, [change(row(), { category: 'Food' })], tale.sees(2)), 'applied');
    expect(valueIn(tale, 'category')).toBe('Food');
  });

  it('lets no deletion take along a later edit that its author had not seen', () => {
    const verdicts = ['applied', {}] as const;
    const complaints = verdicts.map((verdict) => {
      const tale = new Tale();
      const deletion = tale.does(ANNA, 'phone', 10, [erase(row())]);
      tale.decides(tale.does(BEN, 'tablet', 12, [amount(300)]), 'applied');
      tale.decides(deletion, verdict);
      return judge(tale.chronicle).complaints;
    });
    expect(complaints).toEqual([[expect.stringContaining('was deleted with a later edit')], []]);
  });

  it('wants a row back that was edited after its deletion, and both told who must be', () => {
    const tale = new Tale();
    const edit = tale.does(ANNA, 'laptop', 12, [amount(300)]);
    tale.decides(tale.does(BEN, 'tablet', 10, [erase(row())]), 'applied');
    tale.decides(edit, {}, 'deleted');
    expect(judge(tale.chronicle).complaints).toEqual([expect.stringContaining('stays deleted after a later edit')]);
    const other = new Tale();
    const late = other.does(ANNA, 'laptop', 12, [amount(300)]);
    other.decides(other.does(BEN, 'tablet', 10, [erase(row())]), 'applied');
    other.decides(late, 'applied');
    const { believed, complaints } = judge(other.chronicle);
    expect(complaints).toEqual([]);
    expect(believed.duties).toEqual([
      { person: BEN.userId, accountId: HOME, rowId: ROW, kind: 'revived', isSure: true },
    ]);
    expect(balanceOf(believed, HOME)).toBe(-300);
  });

  it('wants only those told whose value was superseded without having been seen, until they write again', () => {
    const tale = new Tale();
    tale.decides(tale.does(BEN, 'tablet', 10, [amount(300)]), 'applied');
    tale.decides(tale.does(ANNA, 'phone', 12, [amount(200)]), 'applied');
    const told = { person: BEN.userId, rowId: ROW, kind: 'edited' };
    const needless = { ...told, person: ANNA.userId };
    const wrong = (cents: number, notices: (typeof told)[], { chronicle } = tale) => {
      const { believed } = judge(chronicle);
      expect(believed.duties.map(({ person, kind }) => [person, kind])).toEqual([[BEN.userId, 'edited']]);
      const tables = { transactions: [row({ amount: cents })] };
      return compare(believed, { tables, reachable: () => new Set([HOME]), notices });
    };
    expect(wrong(200, [told])).toEqual([]);
    expect(wrong(200, [])).toEqual([expect.stringContaining('was not told')]);
    expect(wrong(200, [told, needless])).toEqual([expect.stringContaining('was told without reason')]);
    const aYearLater = new Tale();
    for (const [mutation, deeds] of tale.chronicle.deeds) {
      aYearLater.chronicle.forget(mutation);
      aYearLater.chronicle.note(mutation, deeds);
    }
    aYearLater.chronicle.events.push(...tale.chronicle.events);
    aYearLater.chronicle.forgot();
    expect(wrong(200, [], aYearLater)).toEqual([]);
    tale.decides(tale.does(BEN, 'tablet', 13, [amount(400)], tale.sees(3)), 'applied');
    expect(wrong(400, [])).toEqual([]);
    expect(wrong(400, [needless])).toEqual([expect.stringContaining('was told without reason')]);
  });

  it('binds amount, type and category when the type changes', () => {
    const tale = new Tale();
    const income = tale.does(ANNA, 'phone', 10, [change(row(), { amount: 100, type: 'income', category: 'Pay' })]);
    tale.decides(tale.does(BEN, 'tablet', 12, [change(row(), { category: 'Home' })]), 'applied');
    tale.decides(income, 'applied');
    expect(judge(tale.chronicle).complaints).toEqual([OVERWRITTEN]);
  });

  it('lets the order of the originals decide about what a restored server lost', () => {
    const tale = new Tale();
    tale.chronicle.backedUp();
    tale.decides(tale.does(ANNA, 'phone', 10, [amount(200)]), 'applied');
    const old = tale.sees(2);
    tale.decides(tale.does(ANNA, 'laptop', 12, [amount(300)], old), 'applied');
    const recent = tale.sees(3);
    tale.chronicle.restored();
    const again = (device: string, hour: number, cents: number, screen: typeof old) => {
      const mutation = tale.does(ANNA, device, hour, [amount(cents)], screen);
      const deeds = tale.chronicle.deedsOf(mutation).map((deed) => ({ ...deed, isAgain: true }));
      tale.chronicle.forget(mutation);
      tale.chronicle.note(mutation, deeds);
      return mutation;
    };
    tale.decides(again('laptop', 15, 300, recent), 'applied');
    tale.decides(again('phone', 16, 200, old), 'applied');
    expect(judge(tale.chronicle).complaints).toEqual([OVERWRITTEN]);
  });

  it('wants a row to be as old as it is, whatever the clock of the device showed', () => {
    const tale = new Tale();
    const { believed } = judge(tale.chronicle);
    expect(believed.rows.get(ROW)?.enteredAt).toBeNull();
    const mutation = tale.does(BEN, 'tablet', 12, [enter(2)]);
    const deeds = tale.chronicle
      .deedsOf(mutation)
      .map((deed) => ({ ...deed, clock: deed.at, at: deed.at + 86_400_000 }));
    tale.chronicle.forget(mutation);
    tale.chronicle.note(mutation, deeds);
    tale.decides(mutation, 'applied');
    const tables = { transactions: [row(), enter(2).row] };
    const wrong = compare(judge(tale.chronicle).believed, { tables, notices: [], reachable: () => new Set() });
    expect(wrong).toEqual([expect.stringContaining(`createdAt of transactions ${idOf(2)} is wrong`)]);
  });

  it('knows who owns an account that was handed over', () => {
    const complaints = [ANNA, BEN].map((person) => {
      const tale = new Tale();
      tale.chronicle.handedOver({ accountId: HOME, to: BEN.userId }, { epoch: 'epoch-1', number: 2 });
      const mutation = tale.does(person, 'phone', 10, [amount(200)]);
      const verdict = { id: mutation, status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
      tale.chronicle.decided({ id: mutation }, verdict, 'epoch-1');
      return judge(tale.chronicle).complaints;
    });
    expect(complaints).toEqual([[], [expect.stringContaining('the owner was refused')]]);
  });

  it('does not accept that somebody is refused in their own account', () => {
    const tale = new Tale();
    const mutation = tale.does(ANNA, 'phone', 10, [amount(200)]);
    const verdict = { id: mutation, status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
    tale.chronicle.decided({ id: mutation }, verdict, 'epoch-1');
    expect(judge(tale.chronicle).complaints).toEqual([expect.stringContaining('the owner was refused')]);
  });
});

describe('the oracle knows of the books', () => {
  const lines = (...cents: number[]) =>
    cents.map((one, at) => ({ id: idOf(70 + at), category: 'Food', cents: one, note: '' }));
  const split = (cents: number[], from: Partial<TransactionRow> = {}) => {
    const amount = cents.reduce((sum, one) => sum + one, 0);
    return change(row(from), { amount, type: 'expense', category: 'Split', lines: lines(...cents) });
  };

  it('[S66b] binds amount, type, category and lines', () => {
    const tale = new Tale();
    const late = tale.does(ANNA, 'phone', 10, [split([40, 60])]);
    tale.decides(tale.does(BEN, 'tablet', 12, [amount(300)]), 'applied');
    tale.decides(late, 'applied');
    expect(judge(tale.chronicle).complaints).toEqual([OVERWRITTEN]);
  });

  it('[S66c] wants an edit without lines to leave them their amount, however late it is', () => {
    const complaints = ['applied', { amount: 100, type: 'expense' }].map((verdict) => {
      const tale = new Tale();
      tale.decides(tale.does(ANNA, 'phone', 10, [split([40, 60])]), 'applied');
      tale.decides(tale.does(BEN, 'tablet', 12, [amount(300)]), typeof verdict === 'string' ? 'applied' : verdict);
      return judge(tale.chronicle).complaints;
    });
    expect(complaints).toEqual([[OVERWRITTEN], []]);
  });

  it('[S66c] does not accept that an edit of a split is refused because it names no lines', () => {
    const tale = new Tale();
    tale.decides(tale.does(ANNA, 'phone', 10, [split([40, 60])]), 'applied');
    const id = tale.does(BEN, 'tablet', 12, [amount(300)]);
    tale.chronicle.decided({ id }, { id, status: 'rejected', reason: 'invalid', code: null, message: '' }, 'epoch-1');
    expect(judge(tale.chronicle).complaints).toEqual([expect.stringContaining('an edit of the split')]);
  });

  it('[S66d] wants lines under the name that a rename gave, and the word "Split" as it is', () => {
    const tale = new Tale();
    tale.decides(tale.does(ANNA, 'phone', 10, [split([40, 60])]), 'applied');
    tale.decides(tale.does(ANNA, 'phone', 11, [rename('Food', 'Groceries')], tale.sees(2)), 'applied');
    tale.decides(tale.does(ANNA, 'phone', 12, [rename('Split', 'Parts')], tale.sees(3)), 'applied');
    const named = lines(40, 60).map((line) => ({ ...line, category: 'Groceries' }));
    const found = (over: Partial<TransactionRow>) => {
      const tables = { transactions: [row({ category: 'Split', ...over })] };
      return compare(judge(tale.chronicle).believed, { tables, notices: [], reachable: () => new Set() });
    };
    expect(found({ lines: named })).toEqual([]);
    expect(found({ lines: lines(40, 60) })).toEqual([expect.stringContaining('lines of transactions')]);
    expect(found({ lines: named, category: 'Parts' })).toEqual([expect.stringContaining('is Parts, not Split')]);
  });

  it('[S65a] does not accept a side that was made alone', () => {
    const tale = new Tale();
    const side = { category: 'Transfer', nature: 'transfer', transferId: idOf(80) } as const;
    tale.decides(tale.does(ANNA, 'phone', 10, [enter(2, side)]), 'applied');
    expect(judge(tale.chronicle).complaints).toEqual([expect.stringContaining('not two sides of the transfer')]);
  });

  it('[S67a] lets an undo take back only what its own device wrote', () => {
    const complaints = ['phone', 'tablet'].map((device) => {
      const tale = new Tale();
      tale.decides(tale.does(ANNA, 'phone', 10, [amount(200)]), 'applied');
      const back = { ...change(row({ amount: 200 }), { amount: 100, type: 'expense' }), undo: true } as const;
      tale.decides(tale.does(ANNA, device, 12, [back], tale.sees(2)), 'applied');
      return judge(tale.chronicle).complaints;
    });
    expect(complaints).toEqual([[], [expect.stringContaining('was taken back, and another had written it')]]);
  });

  it('[S67a, S67l] lets an undo take back only what its action has the last word on', () => {
    const back = (from: number, to: number) =>
      ({ ...change(row({ amount: from }), { amount: to, type: 'expense' }), undo: true }) as const;
    const told = (isUndone: boolean) => {
      const tale = new Tale();
      const first = tale.does(ANNA, 'phone', 10, [amount(200)]);
      tale.decides(first, 'applied');
      const second = tale.does(ANNA, 'phone', 11, [change(row({ amount: 200 }), { amount: 300, type: 'expense' })]);
      tale.decides(second, 'applied');
      const third = [isUndone ? back(300, 200) : change(row({ amount: 300 }), { amount: 200, type: 'expense' })];
      tale.decides(tale.does(ANNA, 'phone', 12, third), 'applied', 'newer', isUndone ? second : undefined);
      tale.decides(tale.does(ANNA, 'phone', 13, [back(200, 100)]), 'applied', 'newer', first);
      return judge(tale.chronicle).complaints;
    };
    expect([told(true), told(false)]).toEqual([
      [],
      [expect.stringContaining('was taken back, and another had written it')],
    ]);
  });

  it('[S68f] wants the rows of a deleted reconciliation cleared', () => {
    const tale = new Tale();
    const id = idOf(90);
    const made = { id, createdAt: '2026-03-10T12:00:00.000Z', accountId: HOME, date: '2026-03-09', balance: 0 };
    const ticked = change(row(), { status: 'reconciled', reconciliationId: id });
    const finish: Operation[] = [{ kind: 'insert', table: 'reconciliations', row: made }, ticked];
    tale.decides(tale.does(ANNA, 'phone', 10, finish), 'applied');
    expect(valueIn(tale, 'status')).toBe('reconciled');
    tale.decides(
      tale.does(ANNA, 'phone', 11, [{ kind: 'delete', table: 'reconciliations', id }], tale.sees(2)),
      'applied',
    );
    expect([valueIn(tale, 'status'), valueIn(tale, 'reconciliationId')]).toEqual(['cleared', null]);
  });
});
