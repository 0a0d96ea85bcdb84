/** Writes down each wish of a person at the moment when it is made, and what people are told of them. */
import type { Notice } from '#domain/mutations/notices';
import type { Operation } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';
import { otherOf } from '#domain/mutations/verdicts';
import type { Action, ActionPart, Undone } from '#store/actions/actions';
import type { OutboxEntry } from '#store/database/records';
import { type Subject, Tellings, toldByEntry, toldByNotice } from './tellings.ts';
import { type Said, type Shown, saidBy, saidByRename, saidByUndoOf, type Values, valuesOf, type Wish } from './wish.ts';

/** The part of a device that counts here: who has it, and which storage it is. */
export interface Author {
  storage: object;
  person: { userId: string };
}

/** Whether the server took this of the mutation. `field`: null for the row as a whole. */
type IsTaken = (mutation: string, rowId: string, field: string | null) => boolean;

/** What goes up for an undo, and of how many rows its user is told that something stays. */
export interface TakenBack {
  made: readonly (readonly [mutation: string, operations: readonly Operation[]])[];
  left: number;
}

export class WishBook {
  #wishes: Wish[] = [];
  readonly tellings = new Tellings();
  /** Renames of categories, each with the wish before it. After a merge also the ids of the two. */
  readonly renames: { order: number; device: object; mutation: string; from: string; to: string }[] = [];
  #order = 0;
  readonly #lost = new Set<object>();
  /** By person: when they last lost access. */
  readonly #shutOut = new Map<string, number>();
  /** Of emptied devices: what the server had not taken by then. */
  readonly #underWay: Wish[] = [];

  /** The wishes that count at the end, in their order. What was under way when a device was emptied may have come. */
  wishes(isTaken: IsTaken): Wish[] {
    const came = this.#underWay.flatMap((wish) => takenOf(wish, isTaken));
    return [...this.#wishes, ...came].sort((one, other) => one.order - other.order);
  }

  /** Somebody does something with that on the screen. */
  write(author: Author, shown: Shown, mutation: string, operations: readonly Operation[]): void {
    for (const operation of operations) {
      this.#note(author, mutation, saidBy(operation, shown));
      this.#noteRename(author, shown, mutation, operation);
    }
  }

  #noteRename(author: Author, shown: Shown, mutation: string, operation: Operation): void {
    if (!renamesRows(operation)) return;
    const { type, from, to } = operation.arguments;
    if (operation.name === 'category.unmerge') {
      this.#noteSame(author, mutation, to, from);
      const back = operation.arguments.taken?.category;
      const values = back && valuesOf({ ...back, name: from });
      const said = { table: 'categories', kind: 'there', screen: null, key: null } as const;
      if (back && values) this.#note(author, mutation, { ...said, rowId: back.id, values });
      return;
    }
    for (const said of saidByRename(operation.arguments, shown)) this.#note(author, mutation, said);
    this.#noteSame(author, mutation, from, to);
    if (operation.name !== 'category.merge') return;
    const { accountId } = operation.arguments;
    const [went, into] = [shown.categoryNamed(accountId, type, from), shown.categoryNamed(accountId, type, to)];
    if (!went || !into) return;
    const said = { table: 'categories', kind: 'gone', values: {}, key: null, mergedInto: to } as const;
    this.#note(author, mutation, { ...said, rowId: went.id, screen: valuesOf(went) });
    // Who chose the one for a budget has the other now.
    this.#noteSame(author, mutation, went.id, into.id);
  }

  #noteSame({ storage: device }: Author, mutation: string, from: string, to: string): void {
    this.renames.push({ order: ++this.#order, device, mutation, from, to });
  }

  /**
   * Somebody takes a deed back. `made`: what goes up for that. `left`: of how many rows they are told at once that
   * something stays. Returns the rows of which something stays, if nobody told them of so many.
   */
  takeBack(author: Author, shown: Shown, { parts }: Pick<Action, 'parts'>, { made, left }: TakenBack): string[] {
    this.#noteRenames(author, shown, made);
    // What was never sent has just left the outbox. Of the rest, what was done last is taken back first.
    const sent = parts.filter(({ mutationId }) => this.#wishes.some(({ mutation }) => mutation === mutationId));
    const stay = sent.reverse().flatMap((part) => this.#takePartBack(author, shown, part, made));
    return new Set(stay).size > left ? stay : [];
  }

  /**
   * Somebody does again what they had taken back: the undo is taken back, and what had left the outbox is wanted once
   * more. Returns the rows of which something is not done again, if nobody told them of so many.
   */
  doAgain(author: Author, shown: Shown, { parts }: Pick<Undone, 'parts'>, { made, left }: TakenBack): string[] {
    this.#noteRenames(author, shown, made);
    const stay = parts.toReversed().flatMap(({ part, by }) => {
      if (!by) return this.#send(author, saidIn(part, shown), made);
      // An undo that was never sent has just left the outbox.
      const isSent = this.#wishes.some(({ mutation }) => mutation === by.mutationId);
      return isSent ? this.#takePartBack(author, shown, by, made) : [];
    });
    return new Set(stay).size > left ? stay : [];
  }

  #noteRenames(author: Author, shown: Shown, made: TakenBack['made']): void {
    for (const [mutation, operations] of made) {
      for (const operation of operations) this.#noteRename(author, shown, mutation, operation);
    }
  }

  /** Returns the rows of which something stays. */
  #takePartBack(author: Author, shown: Shown, part: ActionPart, made: TakenBack['made']): string[] {
    const rows = new Map(part.before.map(({ row }) => [row.id, row]));
    const all = part.operations.flatMap((operation) => saidByUndoOf(operation, rows, shown) ?? []);
    return this.#send(author, all.reverse(), made);
  }

  /** Notes what of it goes up. Returns the rows of which something does not, and is not on the screen either. */
  #send(author: Author, all: readonly Said[], made: TakenBack['made']): string[] {
    return all.flatMap((said) => {
      const { mutation, wanted, isWhole } = goingUp(said, made);
      if (wanted) this.#note(author, mutation, wanted);
      return isWhole ? [] : said.rowId;
    });
  }

  #note({ storage, person }: Author, mutation: string | null, said: Said | null): void {
    if (said) this.#wishes.push({ ...said, order: ++this.#order, person: person.userId, device: storage, mutation });
  }

  /** The user changed their mind before anything was sent. */
  withdraw(mutation: string): void {
    this.#wishes = this.#wishes.filter((wish) => wish.mutation !== mutation);
  }

  /**
   * The browser removed what the device had stored. Only what the server has taken of it goes on; the app tells its
   * user that the rest may be gone.
   */
  lose(storage: object, isTaken: IsTaken): void {
    this.#lost.add(storage);
    this.#wishes = this.#wishes.flatMap((wish) => {
      if (wish.device !== storage) return wish;
      const taken = takenOf(wish, isTaken);
      if (taken.length === 0) this.#underWay.push(wish);
      return taken;
    });
  }

  /** Whether the browser removed what the device had stored. */
  isLost(storage: object): boolean {
    return this.#lost.has(storage);
  }

  /** Somebody loses access, and their devices what they had of the account. */
  shutOut(person: string): void {
    this.#shutOut.set(person, this.#order);
  }

  /** Whether the author of the wish lost access after it. */
  wasShutOut({ person, order }: Wish): boolean {
    return (this.#shutOut.get(person) ?? -1) >= order;
  }

  /** What a person reads on a device, or would read: entries that were not applied, and notices. */
  hear(person: string, entries: readonly OutboxEntry[], notices: readonly Notice[]): void {
    const subjects = [...entries.flatMap(toldByEntry), ...notices.flatMap(toldByNotice)];
    this.tellings.note(person, subjects, this.#order);
  }

  /**
   * The user tries again what the entry tells. Wishes that it keeps are made once more, now that they know what
   * stands; `mutationOf` is the mutation in which a row goes up now. What was blocked keeps its place before what the
   * user has wanted since (S8b).
   */
  again(author: Author, shown: Shown, entry: OutboxEntry, mutationOf: (rowId: string) => string | null): void {
    const { userId } = author.person;
    this.hear(userId, [entry], []);
    if (entry.state === 'blocked') {
      this.#tryAgain(entry.id, mutationOf);
      return;
    }
    const told = toldByEntry(entry);
    // The rows that stand for the lines of a file of which these were to be the rows.
    const others = new Map((entry.notTaken ?? []).map((one) => [one.id, otherOf(one)]));
    const rows = new Map(told.map(({ rowId }) => [rowId, this.#wishedOf(userId, rowId, told)]));
    for (const [rowId, said] of rows) {
      if (!said) {
        this.#bringBack(author, entry, rowId, mutationOf(rowId));
        continue;
      }
      const line = others.get(rowId) ?? rowId;
      const row = shown.row(said.table, line);
      const wanted = row ? { ...changing(said, valuesOf(row)), rowId: line } : bringingBack(said);
      this.#note(author, mutationOf(line), wanted);
    }
  }

  /** What a restored server lost of somebody else comes back by who has it, and who wants it there. */
  #bringBack(author: Author, { state, operations }: OutboxEntry, rowId: string, mutation: string | null): void {
    if (state !== 'lost' || mutation === null) return;
    const lost = operations.find((one) => 'row' in one && one.row.id === rowId);
    if (!lost || lost.kind === 'call') return;
    this.#note(author, mutation, { table: lost.table, rowId, kind: 'there', values: {}, screen: null, key: null });
  }

  #tryAgain(before: string, mutationOf: (rowId: string) => string | null): void {
    const triedAgain = ++this.#order;
    this.#wishes = this.#wishes.map((wish) => {
      if (wish.mutation !== before) return wish;
      return { ...wish, mutation: mutationOf(wish.rowId) ?? before, triedAgain };
    });
  }

  /** What the person last wanted of the row, as far as the entry tells it. */
  #wishedOf(person: string, rowId: string, told: readonly Subject[]): Said | null {
    const ofRow = told.filter((one) => one.rowId === rowId);
    const names = new Set(ofRow.map((one) => (one.kind === 'hold' ? `${one.field} ${one.value}` : one.kind)));
    const own = this.#wishes.filter((wish) => wish.person === person && wish.rowId === rowId);
    const values: Record<string, string> = {};
    let last: Wish | undefined;
    for (const wish of own) {
      const kept = Object.entries(wish.values).filter(([field, value]) => names.has(`${field} ${value}`));
      if (kept.length === 0 && !(wish.kind === 'gone' && names.has('gone'))) continue;
      for (const [field, value] of kept) values[field] = value;
      last = wish;
    }
    return last ? { ...last, values: last.kind === 'gone' ? {} : values } : null;
  }
}

/** What of the wish the server took: none, or one. */
function takenOf(wish: Wish, isTaken: IsTaken): Wish[] {
  const { mutation, rowId, kind, values } = wish;
  if (mutation === null) return [];
  if (kind !== 'hold') return isTaken(mutation, rowId, null) ? [wish] : [];
  const taken = Object.entries(values).filter(([field]) => isTaken(mutation, rowId, field));
  return taken.length > 0 ? [{ ...wish, values: Object.fromEntries(taken) }] : [];
}

function saidIn({ operations }: ActionPart, shown: Shown): Said[] {
  return operations.flatMap((operation) => saidBy(operation, shown) ?? []);
}

/** What the screen shows already is not wanted once more. */
function changing(said: Said, screen: Values): Said {
  const values = Object.entries(said.values).filter(([field, value]) => screen[field] !== value);
  return { ...said, screen, values: Object.fromEntries(values) };
}

/** What is gone comes back with it. */
function bringingBack(said: Said): Said {
  return said.kind === 'hold' ? { ...said, kind: 'there' } : said;
}

/** What of the wish goes up, and in which mutation. `isWhole`: the rest of it is on the screen already. */
function goingUp(said: Said, made: TakenBack['made']) {
  const found = made.flatMap(([mutation, operations]) =>
    operations.flatMap((one) => (one.kind !== 'call' && idOf(one) === said.rowId ? [{ mutation, one }] : [])),
  )[0];
  if (!found) return { mutation: null, wanted: null, isWhole: isShown(said) };
  const { mutation, one } = found;
  if (one.kind !== 'patch' || said.kind !== 'hold') return { mutation, wanted: said, isWhole: true };
  const [named, others] = parted(said.values, Object.keys(one.after));
  return { mutation, wanted: { ...said, values: named }, isWhole: isShown({ ...said, values: others }) };
}

function parted(values: Values, fields: readonly string[]): [Values, Values] {
  const all = Object.entries(values);
  const of = (isNamed: boolean) => Object.fromEntries(all.filter(([field]) => fields.includes(field) === isNamed));
  return [of(true), of(false)];
}

function idOf(operation: Exclude<Operation, { kind: 'call' }>): string {
  return 'row' in operation ? operation.row.id : operation.id;
}

/** Whether the screen shows already what is wanted. */
function isShown({ kind, values, screen }: Said): boolean {
  if (kind === 'gone') return screen === null;
  return screen !== null && Object.entries(values).every(([field, value]) => screen[field] === value);
}
