/** The first rule of the oracle, on wishes that a test tells by hand (G1). */
import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { ANNA, BEN, CARA, enter, erase, HOME, idOf, patchOf } from './support/people.ts';
import { brokenWishes } from './support/promise/broken.ts';
import type { End } from './support/promise/end.ts';
import { type Author, WishBook } from './support/promise/wish-book.ts';
import type { Person } from './support/simulated-device.ts';

const ROW = idOf(1);
const row = (over: Partial<TransactionRow> = {}): TransactionRow => ({
  ...enter(1).row,
  version: 1,
  userId: ANNA.userId,
  userEmail: ANNA.userEmail,
  ...over,
});

const shows = (row?: object) => ({ row: () => row, called: () => [ROW], categoryNamed: () => undefined });

/** A book, what stands at the end, and what the server refused. */
class Told {
  readonly book = new WishBook();
  readonly refused = new Set<string>();
  /** Mutations that a restored server has forgotten. */
  readonly undone = new Set<string>();
  /** People who may not see the row. */
  readonly blind = new Set<string>();
  readonly #authors = new Map<Person, Author>();
  standing: TransactionRow | undefined = row();
  #mutations = 0;

  does(person: Person, operation: Operation, screen: object | undefined = row()): string {
    const mutation = idOf(++this.#mutations + 500);
    this.book.write(this.author(person), shows(screen), mutation, [operation]);
    return mutation;
  }

  author(person: Person): Author {
    const author = this.#authors.get(person) ?? { storage: {}, person };
    this.#authors.set(person, author);
    return author;
  }

  broken(): string[] {
    const end: End = {
      row: () => this.standing,
      rowOfKey: () => undefined,
      reaches: (_, accountId) => accountId === HOME,
      shows: (person) => !this.blind.has(person),
      isUndone: (mutation) => this.undone.has(mutation),
      isTimed: () => true,
      isTaken: (mutation) => !this.refused.has(mutation),
    };
    return brokenWishes(this.book, end);
  }
}

const amount = (cents: number, seen = row()) => patchOf('transactions', seen, { amount: cents });

describe('a wish of a person', () => {
  it('to have the row gone is fulfilled where the person may not see it any more, and only there', () => {
    const told = new Told();
    told.does(BEN, erase(row()));
    expect(told.broken()).toHaveLength(1);
    told.blind.add(BEN.userId);
    expect(told.broken()).toEqual([]);
  });

  it('that a restored server forgot counts as long as the device has what it had stored', () => {
    const told = new Told();
    told.undone.add(told.does(ANNA, amount(7)));
    expect(told.broken()).toHaveLength(1);
    told.book.lose(told.author(ANNA).storage, () => true);
    expect(told.broken()).toEqual([]);
  });

  it('for a category is not answered by another amount of a row that is no split', () => {
    const told = new Told();
    told.does(ANNA, patchOf('transactions', row(), { category: 'Home' }));
    told.does(ANNA, amount(7, row({ category: 'Home' })));
    told.standing = row({ amount: 7 });
    expect(told.broken()).toEqual([expect.stringContaining('shall be "Home", and is')]);
  });

  it('counts where it was under way when its device was emptied and the server took it after that', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    const mutation = told.does(BEN, amount(8, row({ amount: 7 })));
    told.book.lose(told.author(BEN).storage, () => false);
    told.standing = row({ amount: 8 });
    expect(told.broken(), 'it has changed what another person wanted').toEqual([]);
    told.refused.add(mutation);
    expect(told.broken(), 'it never came').toEqual([expect.stringContaining('shall be 7, and is 8')]);
  });

  it('[S8b] that was blocked and is tried again keeps its place before what its author has wanted since', () => {
    const told = new Told();
    const operation = amount(7);
    const id = told.does(ANNA, operation);
    const { userId, userEmail } = ANNA;
    const common = { seq: 1, userId, userEmail, editedAt: '', operations: [operation], rows: [], attempts: 1 };
    const tryAgain = (mutation: string, shown: TransactionRow, next: string) =>
      told.book.again(
        told.author(ANNA),
        shows(shown),
        { ...common, id: mutation, state: 'blocked', createdAt: '' },
        () => next,
      );
    told.book.hear(userId, [{ ...common, id, state: 'blocked', createdAt: '' }], []);
    expect(told.broken(), 'its author was told').toEqual([]);
    tryAgain(id, row({ amount: 7 }), idOf(600));
    expect(told.broken(), 'and wants it all the same').toEqual([expect.stringContaining('shall be 7, and is 100')]);
    told.does(ANNA, amount(8, row({ amount: 7 })));
    told.standing = row({ amount: 8 });
    tryAgain(idOf(600), row({ amount: 8 }), idOf(601));
    expect(told.broken()).toEqual([]);
  });

  it('that a deletion is taken back is not asked for values that a restored server forgot, and for no others', () => {
    const told = new Told();
    const seven = row({ amount: 7 });
    const mutation = told.does(ANNA, amount(7));
    // The restored server has forgotten the deletion, too.
    told.refused.add(told.does(ANNA, erase(seven), seven));
    told.does(ANNA, { kind: 'restore', table: 'transactions', row: { ...enter(1).row, amount: 7 } }, undefined);
    expect(told.broken()).toEqual([expect.stringContaining('shall be 7, and is 100')]);
    told.undone.add(mutation);
    expect(told.broken()).toEqual([]);
    told.standing = row({ date: '2026-03-09' });
    expect(told.broken()).toEqual([expect.stringContaining('date of')]);
  });

  it('is fulfilled where the server has the value', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    told.standing = row({ amount: 7 });
    expect(told.broken()).toEqual([]);
  });

  it('is broken where the server has another value and nobody says so', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    expect(told.broken()).toEqual([expect.stringContaining(`amount of transactions ${ROW} shall be 7, and is 100`)]);
  });

  it('gives way to the deed of somebody who had seen it, also at second hand', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    told.does(BEN, amount(8, row({ amount: 7 })));
    told.does(BEN, amount(9, row({ amount: 8 })));
    told.standing = row({ amount: 9 });
    expect(told.broken()).toEqual([]);
  });

  it('does not give way to the deed of somebody who had not', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    told.does(BEN, amount(8));
    told.standing = row({ amount: 8 });
    expect(told.broken()).toEqual([expect.stringContaining('shall be 7, and is 8')]);
  });

  it('does not give way to a deed that was not taken', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    told.refused.add(told.does(BEN, amount(8, row({ amount: 7 }))));
    expect(told.broken()).toHaveLength(2);
  });

  it('may be told by a notice that has the value', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    const notice = { id: idOf(2), at: '', accountId: HOME, table: 'transactions', rowId: ROW, by: null } as const;
    const other = { ...notice, kind: 'edited', lost: { amount: 6 }, stands: { amount: 100 }, removed: {} } as const;
    told.book.hear(ANNA.userId, [], [other]);
    told.book.hear(BEN.userId, [], [{ ...other, lost: { amount: 7 } }]);
    expect(told.broken(), 'another value, or another person').toHaveLength(1);
    told.book.hear(ANNA.userId, [], [{ ...other, lost: { amount: 7 } }]);
    expect(told.broken()).toEqual([]);
  });

  it('may be told by an entry that keeps the content, of this field', () => {
    const told = new Told();
    const operation = patchOf('transactions', row(), { amount: 7, date: '2026-03-06' });
    const id = told.does(ANNA, operation);
    const { userId, userEmail } = ANNA;
    const verdict = {
      id,
      status: 'superseded',
      reason: 'newer',
      kept: { amount: 100 },
      by: null,
      versions: {},
    } as const;
    const entry = { seq: 1, id, userId, userEmail, editedAt: '', operations: [operation], rows: [], attempts: 1 };
    told.book.hear(userId, [{ ...entry, state: 'superseded', verdict, createdAt: '' }], []);
    expect(told.broken()).toEqual([expect.stringContaining('date of')]);
  });

  it('that a row shall be gone is broken where an edit brings the row back without a word', () => {
    const told = new Told();
    told.does(ANNA, erase(row()));
    told.does(BEN, amount(7));
    told.standing = row({ amount: 7 });
    expect(told.broken()).toEqual([expect.stringContaining('shall be gone, and is there')]);
  });

  it('of a value is broken where somebody deletes the row who had not seen it', () => {
    const told = new Told();
    told.does(ANNA, amount(7));
    told.does(BEN, erase(row()));
    told.standing = undefined;
    expect(told.broken()).toHaveLength(1);
  });

  it('that a row is back gives way only to a deletion by somebody who had seen it back', () => {
    const told = new Told();
    told.does(BEN, erase(row()));
    told.does(ANNA, { kind: 'restore', table: 'transactions', row: { ...enter(1).row, amount: 7 } }, undefined);
    told.standing = undefined;
    expect(told.broken()).toEqual([expect.stringContaining('shall be there, and is not')]);
    told.does(BEN, erase(row({ amount: 7 })), row({ amount: 7 }));
    expect(told.broken()).toEqual([]);
  });

  it('to bring back what is there as it is wants nothing of its fields', () => {
    const told = new Told();
    told.does(ANNA, { kind: 'restore', table: 'transactions', row: enter(1).row }, row());
    told.standing = row({ amount: 8 });
    expect(told.broken()).toEqual([]);
  });

  it('[S39f] to have a row back leaves its values to those who chose them, if they are told', () => {
    const told = new Told();
    told.does(BEN, amount(7));
    const seen = row({ amount: 7 });
    told.does(ANNA, erase(seen), seen);
    told.does(ANNA, { kind: 'restore', table: 'transactions', row: { ...enter(1).row, amount: 7 } }, undefined);
    told.standing = row({ amount: 8 });
    expect(told.broken()).toHaveLength(1);
    const notice = { id: idOf(2), at: '', accountId: HOME, table: 'transactions', rowId: ROW, by: null } as const;
    const lost = { ...notice, kind: 'edited', lost: { amount: 7 }, stands: { amount: 8 }, removed: {} } as const;
    told.book.hear(BEN.userId, [], [lost]);
    expect(told.broken()).toEqual([]);
  });

  it('[S69p] of a line of a file counts as far as somebody chose it', () => {
    const line = { ...enter(1, { category: 'Home', notes: 'x' }), key: 'a'.repeat(40) };
    for (const [chosen, broken] of [
      [[], []],
      [['category' as const], [expect.stringContaining('category of')]],
    ]) {
      const told = new Told();
      told.does(BEN, { ...line, chosen }, undefined);
      expect(told.broken()).toEqual(broken);
    }
  });

  it('[S77] to contribute is broken by a move that had not seen it, and by no other', () => {
    const given = { budgetId: idOf(9) };
    for (const [seen, broken] of [
      [row(), [expect.stringContaining('budgetId of')]],
      [row(given), []],
    ] as const) {
      const told = new Told();
      told.does(BEN, patchOf('transactions', row(), given));
      told.does(ANNA, patchOf('transactions', seen, { accountId: idOf(8) }), seen);
      told.standing = row({ accountId: HOME, budgetId: null });
      expect(told.broken().filter((text) => text.includes('budgetId'))).toEqual(broken);
    }
  });
});

describe('a rename', () => {
  const rename = { type: 'expense', from: 'Food', to: 'Meals', accountId: HOME } as const;
  const call = { kind: 'call', name: 'category.rename', arguments: rename } as const;

  it('is broken where a row keeps the old name', () => {
    const told = new Told();
    told.does(ANNA, call);
    expect(told.broken()).toEqual([expect.stringContaining('has the old name')]);
    told.standing = row({ category: 'Meals' });
    expect(told.broken()).toEqual([]);
  });

  it('is not, where the server refused it or somebody wants the name again', () => {
    const told = new Told();
    const mutation = told.does(ANNA, call);
    told.refused.add(mutation);
    expect(told.broken()).toEqual([]);
    told.refused.delete(mutation);
    told.does(ANNA, { ...call, arguments: { ...rename, from: 'Meals', to: 'Food' } });
    expect(told.broken()).toEqual([]);
  });

  it('[S38d] answers for a category with another type, where its author saw a former name', () => {
    const turnedBy = (seen: TransactionRow) => {
      const told = new Told();
      told.does(CARA, { ...call, arguments: { ...rename, to: 'Home' } });
      told.does(ANNA, patchOf('transactions', row(), { category: 'Home' }));
      told.does(BEN, patchOf('transactions', seen, { type: 'income' }), seen);
      told.standing = { ...seen, type: 'income' };
      return told.broken();
    };
    expect(turnedBy(row())).toEqual([]);
    expect(turnedBy(row({ category: 'Rent' }))).toEqual([expect.stringContaining('shall be "Home", and is')]);
  });
});

describe('an undo', () => {
  const parts = (told: Told) => {
    const operations = [amount(7)];
    const mutationId = told.does(ANNA, amount(7));
    return [{ mutationId, operations, before: [{ table: 'transactions', row: row() } as const] }];
  };

  it('wants of each row what it was before', () => {
    const told = new Told();
    const back = { ...amount(100, row({ amount: 7 })), undo: true } as const;
    const made = [[idOf(600), [back]]] as const;
    expect(
      told.book.takeBack(told.author(ANNA), shows(row({ amount: 7 })), { parts: parts(told) }, { made, left: 0 }),
    ).toEqual([]);
    told.standing = row({ amount: 7 });
    expect(told.broken()).toEqual([expect.stringContaining('shall be 100, and is 7')]);
    told.standing = row();
    expect(told.broken()).toEqual([]);
  });

  it('says of how many rows it leaves something as it is', () => {
    const told = new Told();
    const shown = shows(row({ amount: 8 }));
    const undo = (left: number) =>
      told.book.takeBack(told.author(ANNA), shown, { parts: parts(told) }, { made: [], left });
    expect(undo(1)).toEqual([]);
    expect(undo(0)).toEqual([ROW]);
  });
});
