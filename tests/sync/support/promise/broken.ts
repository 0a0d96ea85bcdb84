/**
 * The first rule of the oracle, from G1 alone: each wish of a person is fulfilled, or somebody who had seen it, or the
 * same person, has wanted something else since, or that person was told of it, with the content.
 */
import { type End, isAlsoAddedBy, standsAs } from './end.ts';
import {
  endsByMove,
  endsReconciliation,
  endsRefund,
  endsSplit,
  isHandedOn,
  isTakenBack,
  isTakenByMove,
  leavesCategory,
  refundEnder,
  splitEnder,
} from './endings.ts';
import { isSameByNow } from './names.ts';
import { isOpenRemoval, isOpenReturn, isOpenValue, type KnownWishes } from './open.ts';
import type { Subject } from './tellings.ts';
import {
  isAbout,
  isLaterOrElsewhere,
  isLaterOwn,
  isOfAnother,
  OF_LINE,
  OF_ORIGIN,
  type Values,
  valuesOf,
  type Wish,
} from './wish.ts';
import type { WishBook } from './wish-book.ts';

/** Returns the wishes that are neither fulfilled nor told, in words. */
export function brokenWishes(book: WishBook, end: End): string[] {
  const all = book.wishes(end.isTaken);
  const byId = Map.groupBy(all, ({ rowId }) => rowId);
  const ofRows = Map.groupBy(all, (wish) => standsAs(wish, byId, end));
  return [...ofRows.values()].flatMap((wishes) => new RowWishes(wishes, { byId, book, end }).broken());
}

interface All {
  byId: ReadonlyMap<string, readonly Wish[]>;
  book: WishBook;
  end: End;
}

class RowWishes {
  readonly #wishes: readonly Wish[];
  readonly #byId: ReadonlyMap<string, readonly Wish[]>;
  readonly #book: WishBook;
  readonly #end: End;

  /** `wishes`: all that are about one row. `byId`: all that there are, by the rows that they name. */
  constructor(wishes: readonly Wish[], { byId, book, end }: All) {
    this.#wishes = wishes;
    this.#byId = byId;
    this.#book = book;
    this.#end = end;
  }

  broken(): string[] {
    const known = this.#wishes.filter((wish) => !this.#isOutOfReach(wish, null) && !this.#isForgotten(wish));
    return known.flatMap((wish) => this.#brokenParts(wish));
  }

  /**
   * The browser removed what its device had stored, or its author lost access, and the server was set back. So nobody
   * has it any more.
   */
  #isForgotten(wish: Wish): boolean {
    const { mutation, device } = wish;
    const isGone = this.#book.isLost(device) || this.#book.wasShutOut(wish);
    return mutation !== null && isGone && this.#end.isUndone(mutation);
  }

  /** Who lost access is told of that, and the rows are no business of theirs any more (G6). What waits counts. */
  #isOutOfReach(wish: Wish, field: string | null): boolean {
    const accountId = this.#accountOf(wish);
    return this.#isTaken(wish, field) && accountId !== null && !this.#end.reaches(wish.person, accountId);
  }

  /** It left the part of the account that the person may see. What became of it is not theirs to know (G6). */
  #isOutOfSight({ person, table, rowId }: Wish): boolean {
    return table === 'transactions' && !this.#end.shows(person, rowId);
  }

  #accountOf({ table, rowId, values, screen }: Wish): string | null {
    if (table === 'accounts') return rowId;
    const row = this.#end.row(table, rowId);
    const moved = this.#wishes.findLast((one) => 'accountId' in one.values && this.#isTaken(one, 'accountId'));
    const name = (row && valuesOf(row).accountId) ?? (moved ?? { values }).values.accountId ?? screen?.accountId;
    return name ? JSON.parse(name) : null;
  }

  #brokenParts(wish: Wish): string[] {
    const { rowId, kind, table } = wish;
    const row = this.#standing(wish);
    if (kind === 'gone') return this.#brokenRemoval(wish, row);
    if (kind === 'shed') return this.#isShed(wish, row) ? [] : [complaint(wish, `${table} ${rowId} has the old name`)];
    if (this.#isRemoved(wish)) return [];
    if (!row && kind === 'there') {
      if (this.#isTold(wish, { rowId, kind }) || isOpenReturn(wish, this.#known())) return [];
      return [complaint(wish, `${table} ${rowId} shall be there, and is not`)];
    }
    return this.#brokenValues(wish, row ? valuesOf(row) : {});
  }

  #brokenRemoval(wish: Wish, row: object | undefined): string[] {
    const { rowId, table } = wish;
    if (!row || this.#isOutOfSight(wish) || isOfAnother(wish, row) || this.#wasOfAnother(wish)) return [];
    if (this.#isBack(wish) || this.#isTold(wish, { rowId, kind: 'gone' })) return [];
    const into = wish.mergedInto;
    if (into !== undefined && this.#isSame('name', JSON.stringify(into), valuesOf(row).name, wish)) return [];
    if (isOpenRemoval(wish, this.#known())) return [];
    return [complaint(wish, `${table} ${rowId} shall be gone, and is there`)];
  }

  /** Somebody had said, unseen, that the row is of another import, and may have taken that back since. */
  #wasOfAnother(wish: Wish): boolean {
    if (wish.ofImport === undefined) return false;
    const links = this.#wishes.filter(({ kind, values }) => kind === 'hold' && values.importedText !== undefined);
    const before = links.filter((one) => one.order < wish.order && this.#isTaken(one, 'importedText'));
    return before.some((one) => !this.#knew(wish, one, 'importedText'));
  }

  #brokenValues(wish: Wish, now: Values): string[] {
    const { rowId, table } = wish;
    const own = Object.entries(wish.values).filter(([field]) => {
      const isOfOthers = this.#isLinkedSince(wish, field) || this.#isOfOtherRow(wish, field);
      return !isOfOthers && !this.#isOutOfReach(wish, field);
    });
    return own.flatMap(([field, value]) => {
      if (isHandedOn(wish, field, this.#end) || this.#comesAlong(wish, field, now[field])) return [];
      if (this.#isSame(field, value, now[field], wish) || this.#isChanged(wish, field)) return [];
      if (this.#isTold(wish, { rowId, kind: 'hold', field, value }) || this.#isToldOfOrigin(wish, field)) return [];
      if (isTakenBack(wish, field, this.#wishes) || isOpenValue(wish, field, this.#known())) return [];
      return [complaint(wish, `${field} of ${table} ${rowId} shall be ${value}, and is ${now[field]}`)];
    });
  }

  /**
   * A rename is about a type and an account. The old name may be wanted again, or be the new name of another category,
   * and a rename may be refused as a whole.
   */
  #isShed(wish: Wish, row: object | undefined): boolean {
    const { category } = wish.values;
    const now = row ? valuesOf(row) : {};
    const isOfIt = ['type', 'refund', 'accountId'].every((field) => now[field] === wish.screen?.[field]);
    if (!isOfIt || now.category !== category || !this.#isTaken(wish, null)) return true;
    const { renames } = this.#book;
    if (
      renames.some(
        ({ to, order, device }) => JSON.stringify(to) === category && (order > wish.order || device !== wish.device),
      )
    )
      return true;
    return this.#wishes.some(
      (other) => other.kind !== 'shed' && other.values.category === category && isLaterOrElsewhere(other, wish),
    );
  }

  /** What is known to be broken (open.ts). */
  #known(): KnownWishes {
    const isUndone = (mutation: string) => this.#end.isUndone(mutation);
    return { wishes: this.#wishes, isUndone, isTaken: (wish) => this.#isTaken(wish, null) };
  }

  /**
   * Who brings a row back gets it with unseen edits of other devices (S67c), and what became of these since. Of values
   * that they had seen, too, they have chosen nothing: whoever did may want something else since, or is told (S39f).
   */
  #comesAlong(wish: Wish, field: string, now: string | undefined): boolean {
    if (wish.kind !== 'there' || now === undefined) return false;
    return this.#wishes.some(
      (other) =>
        other.kind === 'hold' &&
        other.order < wish.order &&
        other.device !== wish.device &&
        field in other.values &&
        this.#isTaken(other, field) &&
        !this.#knew(wish, other, field) &&
        (this.#isSame(field, other.values[field] ?? '', now, other) ||
          this.#isChanged(other, field) ||
          (other.values[field] === wish.values[field] && this.#isSettledSince(other, field, wish))),
    );
  }

  /** Whether its author has wanted something else since the row is back, or was told. */
  #isSettledSince(edit: Wish, field: string, { rowId, order }: Wish): boolean {
    const subject = { rowId, kind: 'hold', field, value: edit.values[field] ?? '' } as const;
    if (this.#book.tellings.isTold(edit.person, subject, order)) return true;
    return this.#about(edit).some((one) => one.order > order && isLaterOwn(one, edit) && field in one.values);
  }

  /** The same person has said since that another row is the one of the line, as it is. */
  #isLinkedSince(wish: Wish, field: string): boolean {
    const { key, kind } = wish;
    if (kind !== 'there' || key === null || OF_LINE.includes(field)) return false;
    return this.#wishes.some((other) => other.kind === 'hold' && other.key === key && isLaterOwn(other, wish));
  }

  /** A row that came back may give way to another one of its line (S69o). What that one says besides is its own. */
  #isOfOtherRow(wish: Wish, field: string): boolean {
    return wish.key === null && !OF_LINE.includes(field) && standsAs(wish, this.#byId, this.#end) !== wish.rowId;
  }

  /** What is about the row of the wish. Of a line of a file, that is also the row that it was to make. */
  #about({ rowId }: Wish): readonly Wish[] {
    const named = this.#byId.get(rowId) ?? [];
    return [...new Set([...this.#wishes, ...named])];
  }

  #standing(wish: Wish): object | undefined {
    return this.#end.row(wish.table, standsAs(wish, this.#byId, this.#end));
  }

  /** Of a line of a file, what is told of a row that stands or stood for it counts, too. */
  #isTold(wish: Wish, subject: Subject): boolean {
    const { person, order, triedAgain = order } = wish;
    const ids = [subject.rowId, standsAs(wish, this.#byId, this.#end), ...this.#linkedTo(wish.key)];
    const { renames, tellings } = this.#book;
    return ids.some((rowId) => tellings.isTold(person, { ...subject, rowId }, triedAgain, renames.length > 0));
  }

  /** The rows that somebody has said to be the one of the line. */
  #linkedTo(key: string | null): string[] {
    if (key === null) return [];
    const isLink = (one: Wish) => one.kind === 'hold' && one.key === key;
    return [...this.#byId].flatMap(([rowId, wishes]) => (wishes.some(isLink) ? rowId : []));
  }

  /** The origin of a row is one fact: who is told that it comes from another line knows that its text does, too. */
  #isToldOfOrigin(wish: Wish, field: string): boolean {
    if (!OF_ORIGIN.includes(field)) return false;
    const { rowId } = wish;
    const origin = Object.entries(wish.values).filter(([one]) => OF_ORIGIN.includes(one));
    return origin.some(([one, value]) => this.#isTold(wish, { rowId, kind: 'hold', field: one, value }));
  }

  #isTaken({ mutation, rowId }: Wish, field: string | null): boolean {
    return mutation !== null && this.#end.isTaken(mutation, rowId, field);
  }

  /** Somebody who knew that the row was gone has brought it back since, or the same person wanted something of it. */
  #isBack(wish: Wish): boolean {
    return this.#about(wish).some((other) => {
      if (other.kind === 'gone' || other.kind === 'shed') return false;
      const isLater = other.order > wish.order || (other.mutation !== null && !this.#end.isTimed(other.mutation));
      const isOwn = other.person === wish.person;
      return (isOwn && isLater) || (other.kind === 'there' && (isOwn || isLater) && this.#isTaken(other, null));
    });
  }

  /**
   * Somebody who had seen what was wanted, or the same person, has deleted the row since. Nobody can have seen what was
   * not taken, and its author was told of that.
   */
  #isRemoved(wish: Wish): boolean {
    const { rowId } = wish;
    const open = Object.entries(wish.values).filter(
      ([field, value]) => !this.#isTold(wish, { rowId, kind: 'hold', field, value }),
    );
    return this.#about(wish).some(
      (other) =>
        other.kind === 'gone' &&
        !isAlsoAddedBy(wish, other, this.#end) &&
        (isLaterOwn(other, wish) ||
          (this.#isTaken(other, null) && other.screen && open.every(([field]) => this.#hasSeen(other, wish, field)))),
    );
  }

  /** Whether the deletion knew the value, or the one with which the row came back instead. */
  #hasSeen(deletion: Wish, wish: Wish, field: string): boolean {
    return this.#knew(deletion, wish, field) || this.#comesAlong(wish, field, deletion.screen?.[field]);
  }

  /** Somebody who had seen what was wanted, or the same person, has wanted something else since. */
  #isChanged(wish: Wish, field: string): boolean {
    if (this.#isOutOfReconciliation(wish, field)) return true;
    return this.#about(wish).some(
      (other) =>
        other.kind !== 'shed' &&
        ((isTakenByMove(other, field) && this.#isTaken(other, 'accountId')) ||
          (endsSplit(other, wish, field) &&
            (isLaterOwn(other, wish) || this.#isEndedBy(splitEnder(other), other, wish, field))) ||
          (leavesCategory(other, wish, field, this.#book.renames) && this.#isTaken(other, 'type')) ||
          (endsRefund(other, field) &&
            (isLaterOwn(other, wish) || this.#isEndedBy(refundEnder(other), other, wish, field))) ||
          (endsByMove(other, field) && (isLaterOwn(other, wish) || this.#isEndedBy('accountId', other, wish, field))) ||
          (isAbout(other, field) && isLaterOwn(other, wish)) ||
          (field in other.values && this.#isTaken(other, field) && this.#knew(other, wish, field))),
    );
  }

  /** Its author has taken back the reconciliation that was to count it: since, or for good before (S68e). */
  #isOutOfReconciliation(wish: Wish, field: string): boolean {
    const named: string | null = JSON.parse(wish.values.reconciliationId ?? 'null');
    const isGone = named !== null && !this.#end.row('reconciliations', named);
    const about = this.#byId.get(named ?? '') ?? [];
    return about.some((other) => endsReconciliation(other, wish, field, isGone) && this.#isTaken(other, null));
  }

  /** Whether somebody who had seen the value ended it by this field. */
  #isEndedBy(by: string, edit: Wish, wish: Wish, field: string): boolean {
    return this.#isTaken(edit, by) && this.#knew(edit, wish, field);
  }

  #isSame(field: string, wanted: string, now: string | undefined, wish: Wish): boolean {
    return isSameByNow({ field, wanted, now }, wish, this.#book.renames);
  }

  /** Whether the one was made by somebody who had the other on the screen, or what became of it. */
  #knew(one: Wish, other: Wish, field: string, seen: ReadonlySet<Wish> = new Set()): boolean {
    const shown = one.screen?.[field];
    const wanted = other.values[field];
    // What a file says of a line is the same for everybody who brings it, so who changed it by hand had seen that.
    const isOfFile = other.kind === 'there' && other.key !== null;
    if (wanted === undefined || one === other || (one.order < other.order && !isOfFile)) return false;
    // OPEN, against G1. What was chosen for a line is no edit (S36h): another choice on the screen counts as known.
    if (isOfFile && shown !== undefined && !OF_LINE.includes(field)) return true;
    // A release that shows no such field shows the row as well as it can.
    if (one.kind === 'gone' && one.screen && shown === undefined) return true;
    if (shown === undefined) return false;
    if (this.#isSame(field, wanted, shown, other)) return true;
    const known = new Set([...seen, one]);
    return this.#about(other).some(
      (between) =>
        !known.has(between) &&
        between.order < one.order &&
        field in between.values &&
        this.#isSame(field, between.values[field] ?? '', shown, between) &&
        (isLaterOwn(between, other) || this.#knew(between, other, field, known)),
    );
  }
}

function complaint({ order, person, kind, mutation }: Wish, text: string): string {
  return `wish ${order} of ${person.slice(-1)} (${kind}, ${mutation}): ${text}, and nobody told`;
}
