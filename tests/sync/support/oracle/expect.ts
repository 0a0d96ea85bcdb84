/** Holds what a server and its devices have at the end against what the oracle believes. */
import { accountOf, type Believed, coveredCents, type Duty, type KnownKey, rowsIn } from './believed.ts';
import { fitLines } from './lines.ts';
import { ANYTHING, fieldOf, isUncertain, plain, type Row, type Value, valuesOf } from './rows.ts';

type Content = Readonly<Record<string, unknown>>;

/** What a server holds: its rows by table, and what it tells each person that they have not settled. */
export interface Found {
  tables: Readonly<Record<string, Iterable<object & { id: string }>>>;
  notices: readonly { person: string; rowId: string; kind: string }[];
  keys?: readonly Pick<KnownKey, 'accountId' | 'key' | 'rowId' | 'importId' | 'fate'>[];
  /** The accounts that each person may see as a whole or in part. */
  reachable: (person: string) => ReadonlySet<string>;
}

/** Returns what is wrong, in words. */
export function compare(believed: Believed, found: Found): string[] {
  return [...wrongRows(believed, found), ...wrongNotices(believed, found), ...wrongKeys(believed, found)];
}

/** Each row of a file is known as what it is, so that it neither comes twice nor stays away. */
function wrongKeys({ keys }: Believed, { keys: found = [] }: Found): string[] {
  const strange = found.filter(({ accountId, key }) => !keys.has(`${accountId} ${key}`));
  const standing = new Map(found.map((one) => [`${one.accountId} ${one.key}`, one]));
  const wrong = [...keys].flatMap(([name, { isOpen, rowId, importId, fate }]) => {
    const other = standing.get(name);
    const isRight = other?.rowId === rowId && other.importId === importId && other.fate === fate;
    const is = other ? `${other.fate} as ${other.rowId} of ${other.importId}` : 'unknown';
    return isOpen || isRight ? [] : [`the key ${name} is ${is}, not ${fate} as ${rowId} of ${importId}`];
  });
  return [...wrong, ...strange.map(({ accountId, key }) => `the key ${accountId} ${key} stands for nothing`)];
}

function wrongRows(believed: Believed, { tables }: Found): string[] {
  const wrong: string[] = [];
  for (const [table, rows] of Object.entries(tables)) {
    if (table === 'categories' && !believed.areCategoriesSure) continue;
    const standing = new Map([...rows].map((row) => [row.id, row]));
    for (const row of rowsIn(believed, table)) {
      const other = standing.get(row.id);
      standing.delete(row.id);
      if (other === undefined) wrong.push(`${table} ${row.id} is missing`);
      else wrong.push(...differences(row, Object.fromEntries(Object.entries(other))));
    }
    for (const id of standing.keys()) if (!believed.open.has(id)) wrong.push(`${table} ${id} is not gone`);
  }
  return wrong;
}

/** Milliseconds by which a device may mistake the time after it has compared its clock. */
const CLOSE = 5000;

function differences(row: Row, found: Content): string[] {
  const wanted = Object.entries(valuesOf(row));
  const different = wanted.filter(([field, value]) => !(field in found) || !fits(value, plain(found[field])));
  const entered = Date.parse(String(found.createdAt));
  const { at, blurMs } = row.enteredAt ?? { at: entered, blurMs: 0 };
  const isMistaken = Math.abs(at - entered) > Math.max(CLOSE, blurMs);
  return [
    ...different.map(([field, value]) => `${field} of ${row.table} ${row.id} is ${found[field]}, not ${value}`),
    ...(isMistaken ? [`createdAt of ${row.table} ${row.id} is wrong: ${found.createdAt}`] : []),
  ];
}

/** A name with bars stands for any of its parts (renames.ts). */
function fits(value: Value, found: Value): boolean {
  if (value === found || value === ANYTHING) return true;
  if (typeof value !== 'string' || !isUncertain(value)) return false;
  return fitLines(value, found, fits) || value.split('|').includes(String(found));
}

/**
 * Everybody is told who must be (S36e), and nobody without a reason. Of a row that somebody's later edit brought back
 * with all that it held, nobody must still be told that it was deleted (S40d).
 */
function wrongNotices({ duties, rows, open }: Believed, { notices, reachable }: Found): string[] {
  const is = (one: { person: string; rowId: string; kind: string }) => (other: typeof one) =>
    one.person === other.person && one.rowId === other.rowId && one.kind === other.kind;
  const isOpen = ({ kind, rowId }: Duty) => kind !== 'deleted' || !rows.has(rowId);
  const untold = duties.filter(
    (duty) =>
      duty.isSure &&
      isOpen(duty) &&
      !open.has(duty.rowId) &&
      reachable(duty.person).has(duty.accountId) &&
      !notices.some(is(duty)),
  );
  const needless = notices.filter((notice) => !duties.some(is(notice)) && !open.has(notice.rowId));
  return [
    ...untold.map(({ person, rowId, kind }) => `${person} was not told that ${rowId} was ${kind}`),
    ...needless.map(({ person, rowId, kind }) => `${person} was told without reason that ${rowId} was ${kind}`),
  ];
}

/** What came into an account minus what went out, in cents. */
export function balanceOf(believed: Believed, accountId: string): number {
  if ([...believed.open.values()].includes(accountId)) return Number.NaN;
  return sum(rowsIn(believed, 'transactions', accountId).map((row) => [row, Number(fieldOf(row, 'amount'))]));
}

/** The same for what a budget is about. */
export function budgetSum(believed: Believed, budgetId: string): number {
  const budget = believed.rows.get(budgetId);
  if (!budget) return 0;
  if ([...believed.open.values()].includes(accountOf(budget))) return Number.NaN;
  const rows = rowsIn(believed, 'transactions', accountOf(budget));
  return sum(rows.map((row) => [row, coveredCents(believed, budget, row)]));
}

/** Not a number where nobody can tell what stands. */
function sum(rows: readonly [row: Row, cents: number][]): number {
  return rows.reduce((total, [row, cents]) => {
    const isVague = Object.values(valuesOf(row)).includes(ANYTHING);
    return isVague ? Number.NaN : total + (fieldOf(row, 'type') === 'income' ? cents : -cents);
  }, 0);
}
