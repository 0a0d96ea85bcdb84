/**
 * A wish: what a person wants of one row when they do something. Nothing here knows the rules of the engine. An
 * operation is read only as what its author said, and its `before` as what they had on the screen.
 */
import type { Insert, Operation, Restore, WritableTable } from '#domain/mutations/operations';
import type { Rename } from '#domain/mutations/renames';
import { textOf, type Value } from './value.ts';

export type Values = Readonly<Record<string, Value>>;

export interface Wish {
  /** Wishes of one world, in the order in which they were made. */
  order: number;
  /** The user's id. */
  person: string;
  /** The storage of the device. */
  device: object;
  /** The mutation in which it goes up, as far as that is known. */
  mutation: string | null;
  table: WritableTable;
  rowId: string;
  /**
   * `hold`: these fields shall have these values. `there`: the row shall be there with them. `gone`: it shall not.
   * `shed`: whatever the row holds, it shall not hold these values any more, because they are an old name.
   */
  kind: 'hold' | 'there' | 'gone' | 'shed';
  values: Values;
  /** The row as its author saw it just before; null where they saw none. */
  screen: Values | null;
  /** The line of a file whose row it is, where it comes from one. */
  key: string | null;
  /** Its author adds the row, or takes that back. */
  ofAddition?: 'made' | 'undone';
  /** The row shall be gone as one of this import. */
  ofImport?: string;
  /** The category shall be gone; or have this name, where the other one was missing (S79a). */
  mergedInto?: string;
  /** When its author last tried it again, by the same count. What they were told before does not count any more. */
  triedAgain?: number;
}

export type Said = Pick<
  Wish,
  'table' | 'rowId' | 'kind' | 'values' | 'screen' | 'key' | 'ofAddition' | 'ofImport' | 'mergedInto'
>;

/** What an author has on the screen. */
export interface Shown {
  row(table: WritableTable, id: string): object | undefined;
  /** The ids of the transactions that a rename is about. */
  called(rename: Renaming): string[];
  /** The category of this type and name in an account. */
  categoryNamed(accountId: string, type: string, name: string): (object & { id: string }) | undefined;
}

export type Renaming = Rename['arguments'];

/** Fields that nobody chooses. */
const SET_BY_ITSELF = new Set(['id', 'version', 'createdAt', 'userId', 'userEmail', 'ownerId', 'changes', 'shortId']);

export function valuesOf(row: object): Values {
  const chosen = Object.entries(row).filter(([field]) => !SET_BY_ITSELF.has(field));
  return Object.fromEntries(chosen.map(([field, value]) => [field, textOf(field, value)]));
}

/** Who contributes to a budget chooses no category: the row has that of the budget. */
function chosenIn(row: object): Values {
  const values = valuesOf(row);
  if (values.budgetId === undefined || values.budgetId === 'null') return values;
  const { category, ...others } = values;
  return others;
}

/** Of each row that a file brings, this is wanted: it says so, and money counts. */
export const OF_LINE = ['accountId', 'amount', 'type', 'date'];

/** Which line of which import a row comes from. */
export const OF_ORIGIN = ['bankId', 'importId', 'importedText'];

/**
 * The rest of a row of a file is wanted as far as somebody chose it. Else the file or the app has said it. OPEN: an app
 * of 0.2.0 does not say what was chosen, and reads no list of rows. So nobody tells its user.
 */
function ofLine(operation: Insert): Values {
  const wanted = [...OF_LINE, ...('chosen' in operation ? (operation.chosen ?? []) : [])];
  return Object.fromEntries(Object.entries(chosenIn(operation.row)).filter(([field]) => wanted.includes(field)));
}

/** A device adds occurrences by itself: that is nobody's wish (S80c). */
function isOfDevice(operation: Operation): boolean {
  if (operation.kind !== 'insert' || operation.table !== 'transactions') return false;
  return operation.scheduleId !== undefined && !operation.again;
}

/** What the author of the operation wants. Null for what is about no row, and for an edit that changes nothing. */
export function saidBy(operation: Operation, shown: Shown): Said | null {
  if (operation.kind === 'call') return null;
  const { table } = operation;
  const key = ('key' in operation && operation.key) || null;
  if ('row' in operation) return isOfDevice(operation) ? null : saidOfRow(operation, key, shown);
  const row = shown.row(table, operation.id);
  const seen = row ? valuesOf(row) : null;
  if (operation.kind === 'delete') {
    const ofImport = operation.importId === undefined ? {} : { ofImport: operation.importId };
    return { table, rowId: operation.id, kind: 'gone', values: {}, screen: seen, key, ...ofImport };
  }
  const [before, after] = [valuesOf(operation.before), valuesOf(operation.after)];
  const changed = Object.entries(after).filter(([field, value]) => before[field] !== value);
  if (changed.length === 0) return null;
  const screen = { ...seen, ...before };
  return { table, rowId: operation.id, kind: 'hold', values: Object.fromEntries(changed), screen, key };
}

/** Who makes a row, or brings it back, wants it there, with what they chose. */
function saidOfRow(operation: Insert | Restore, key: string | null, shown: Shown): Said {
  const { table, row } = operation;
  const said = { table, rowId: row.id, kind: 'there', screen: null, key } as const;
  if (operation.kind === 'insert')
    return { ...said, ofAddition: 'made', values: key === null ? chosenIn(row) : ofLine(operation) };
  // Who brings back what is there as it is wants nothing of its fields.
  const isSame = isShownAs(shown.row(table, row.id), row);
  return { ...said, values: isSame ? {} : chosenIn(row) };
}

function isShownAs(shown: object | undefined, row: object): boolean {
  const screen = shown && valuesOf(shown);
  return screen !== undefined && Object.entries(valuesOf(row)).every(([field, value]) => screen[field] === value);
}

/** A row of a file is taken back as one of this import. */
function importOf(row: object): Pick<Said, 'ofImport'> {
  return 'importId' in row && typeof row.importId === 'string' ? { ofImport: row.importId } : {};
}

/** What somebody wants who takes the operation back. `before`: the rows that it changed or deleted, by id. */
export function saidByUndoOf(operation: Operation, before: ReadonlyMap<string, object>, shown: Shown): Said | null {
  if (operation.kind === 'call') return null;
  const { table } = operation;
  const id = 'row' in operation ? operation.row.id : operation.id;
  const row = shown.row(table, id);
  const common = { table, rowId: id, screen: row ? valuesOf(row) : null, key: null };
  if (operation.kind === 'insert')
    return { ...common, kind: 'gone', values: {}, ofAddition: 'undone', ...importOf(operation.row) };
  if (operation.kind === 'restore') return { ...common, kind: 'gone', values: {}, ...importOf(operation.row) };
  if (operation.kind === 'delete') {
    const was = before.get(id);
    return was ? { ...common, kind: 'there', values: valuesOf(was) } : null;
  }
  const [was, made] = [valuesOf(operation.before), valuesOf(operation.after)];
  const changed = Object.entries(was).filter(([field, value]) => made[field] !== value);
  return changed.length > 0 ? { ...common, kind: 'hold', values: Object.fromEntries(changed) } : null;
}

/** What somebody wants who renames a category: that the rows of it have the old name no more. */
export function saidByRename(rename: Renaming, shown: Shown): Said[] {
  const values = { category: textOf('category', rename.from) };
  const common = { table: 'transactions', kind: 'shed', values, key: null } as const;
  if (rename.from === rename.to) return [];
  return shown
    .called(rename)
    .map((rowId) => ({ ...common, rowId, screen: valuesOf(shown.row('transactions', rowId) ?? {}) }));
}

export function isLaterOwn(one: Wish, other: Wish): boolean {
  return one.person === other.person && one.order > other.order;
}

/** What is tried again is wanted once more. */
export function isLaterOrElsewhere({ order, triedAgain = order, device }: Wish, other: Wish): boolean {
  return triedAgain > other.order || device !== other.device;
}

/**
 * The origin of a row is one fact: who says another line of it says all of it anew. Who writes lines says what its
 * category is (S66b).
 */
export function isAbout({ values }: Wish, field: string): boolean {
  return (
    field in values ||
    (field === 'category' && 'lines' in values) ||
    (OF_ORIGIN.includes(field) && OF_ORIGIN.some((one) => one in values))
  );
}

/** Who takes an import back wants the rows that it brought to be gone. What another one brought stays. */
export function isOfAnother({ ofImport }: Wish, row: object): boolean {
  return ofImport !== undefined && 'importId' in row && row.importId !== ofImport;
}
