/** The rows of a statement beside what the account has: what would be done with each, and its category. */

import { findCategory, UNCATEGORIZED } from '#domain/books/categories';
import { builtInCategories } from '#domain/books/new-categories';
import { cleanText, LONGEST_LINE_NOTE } from '#domain/entered-text';
import type { Fate } from '#domain/ids/import-keys';
import { FEWEST_LINES } from '#domain/money/lines';
import { signedCents } from '#domain/money/money';
import type { CategoryRow, TransactionRow } from '#domain/rows';
import { type Access, canChange, canSetStatus } from '#domain/sharing/roles';
import { saysNoCategory } from '#domain/transactions/chosen-category';
import type { Database } from '#store/database/database';
import { readAccess } from '#store/queries/accounts/access';
import { categoriesFor } from '#store/queries/categories/categories';
import { readForPlan } from '#store/queries/imports/imports';
import { type Candidate, freeRows } from '#store/queries/transfers/transfer-candidates';
import { type Earlier, EarlierCategories, lettersOf } from '../matching/earlier-categories.ts';
import { type FileLines, findEarlierReadings } from '../matching/earlier-readings.ts';
import { planRows } from '../matching/plan-rows.ts';
import { findOtherSides } from '../matching/same-rows.ts';
import type { ReadRow, Statement } from '../statement/statement.ts';
import { type Beside, BesideRows } from './beside-rows.ts';
import { ExpectedRows } from './expected-rows.ts';
import type { PreviewRow } from './messages.ts';

interface Preview {
  rows: PreviewRow[];
  isComplete: boolean;
  beside: Beside | null;
}

type Guessed = Pick<PreviewRow, 'category' | 'why' | 'lines'>;
type Offered = Pick<CategoryRow, 'name' | 'type'>;

/**
 * `accountId` is null for an account that is still to be made: then all rows are new. `lines` is null where earlier
 * versions read the format as this one does.
 */
export async function previewRows(
  db: Database,
  accountId: string | null,
  statement: Statement,
  lines: FileLines | null = null,
): Promise<Preview> {
  const guessed = isMigration(statement) ? guessOfApp : guess;
  if (accountId === null) {
    const own = await categoriesFor(db, '');
    const offered = own.length > 0 ? own : builtInCategories('', '');
    const planned = planRows(statement.rows, { fates: new Map(), present: [] });
    const rows = planned.map((one) =>
      completed(
        one,
        null,
        NOTHING,
        guessed(one.row, offered, () => null),
      ),
    );
    const beside = new BesideRows(statement).found(true);
    return { rows: await withOtherSides(db, null, statement, rows), isComplete: true, beside };
  }
  const earlier = new EarlierCategories();
  const beside = new BesideRows(statement);
  const amounts = new Set(statement.rows.map(({ cents }) => cents));
  const expected = await ExpectedRows.read(db, accountId, isMigration(statement) ? [] : statement.rows);
  const mayBeOfLine = lines === null ? () => false : lineFilter(statement, lines);
  const isWanted = (row: TransactionRow) => {
    earlier.add(row);
    beside.add(row);
    if (amounts.has(signedCents(row)) || expected.mayBeOfLine(row)) return true;
    return row.importId !== null && mayBeOfLine(row);
  };
  const [known, offered, access] = await Promise.all([
    readForPlan(db, accountId, statement.format, isWanted),
    categoriesFor(db, accountId),
    readAccess(db, db.userId, { accountId }),
  ]);
  const { fates, present, standing, idOf, isComplete } = known;
  const byId = new Map([...present, ...standing].map((row) => [row.id, row]));
  const readings = (open: readonly ReadRow[], taken: ReadonlySet<string>) =>
    lines === null || standing.length === 0
      ? open.map(() => null)
      : findEarlierReadings(open, lines, { fates, idOf, rows: standing }, taken);
  const rows = expected.find(planRows(statement.rows, known, readings), present).map((planned) => {
    const same = 'id' in planned ? (byId.get(planned.id) ?? null) : null;
    const may = same !== null && canSetStatus(access, same, db.userId);
    const isExpected = same !== null && planned.state === 'same' && expected.isUntouched(same);
    return completed(
      planned,
      same,
      {
        mayLink: may && planned.state === 'same' && !isExpected,
        mayCorrect: may && (isExpected || (planned.state === 'differs' && isPlain(same))),
      },
      guessed(planned.row, offered, (row) => earlier.of(row)),
    );
  });
  const all = lines ? withFormer(rows, lines, fates) : rows;
  const mayCorrect = beside.openings.every((row) => mayCorrectOpening(access, row, db.userId));
  return {
    rows: await withOtherSides(db, accountId, statement, all),
    isComplete,
    beside: isComplete && !isMigration(statement) ? beside.found(mayCorrect) : null,
  };
}

/** The same rows, with what 0.2.0 made of those that are new. */
function withFormer(rows: PreviewRow[], { former }: FileLines, fates: ReadonlyMap<string, Fate>): PreviewRow[] {
  if (former.size === 0) return rows;
  const keys = new Set(rows.map(({ key }) => key));
  return rows.map((one) => {
    const reading = one.state === 'new' ? former.get(one.row.line) : undefined;
    const isFree = reading && !keys.has(reading.key) && (fates.get(reading.key) ?? 'reverted') === 'reverted';
    return isFree ? { ...one, former: reading } : one;
  });
}

/** What a statement agrees with is changed by nobody in passing. */
function mayCorrectOpening(access: Access, row: TransactionRow, userId: string): boolean {
  return row.status !== 'reconciled' && canChange(access, row, userId);
}

/** The same rows, with what may be their other sides. The export of another app says itself what a transfer is. */
async function withOtherSides(
  db: Database,
  accountId: string | null,
  statement: Statement,
  rows: PreviewRow[],
): Promise<PreviewRow[]> {
  if (isMigration(statement)) return rows;
  const open = rows.filter(({ state, row, lines }) => state === 'new' && !row.opening && !lines);
  const days = open.map(({ row }) => row.date).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return rows;
  const amounts = new Set(open.map(({ row }) => -row.cents));
  const elsewhere = { elsewhere: accountId, from, to };
  const found = await freeRows(db, db.userId, elsewhere, (row) => amounts.has(signedCents(row)));
  if (found.length === 0) return rows;
  const byId = new Map(found.map((one) => [one.row.id, one]));
  const ids = findOtherSides(
    open.map(({ row }) => row),
    found.map(({ row }) => row),
  );
  const sides = new Map<PreviewRow, Candidate | undefined>(open.map((row, at) => [row, byId.get(ids[at] ?? '')]));
  return rows.map((row) => ({ ...row, otherSide: sides.get(row) ?? null }));
}

/** Which rows of earlier imports may stand for a line: few, unless 0.2.0 read lines of this file in another way. */
function lineFilter({ rows }: Statement, { former }: FileLines): (row: TransactionRow) => boolean {
  if (former.size > 0) return () => true;
  const amounts = new Set(rows.map(({ cents }) => Math.abs(cents)));
  const bankIds = new Set(rows.map(({ bankId }) => bankId));
  return ({ amount, bankId }) => amounts.has(amount) || (bankId !== null && bankIds.has(bankId));
}

type Rights = Pick<PreviewRow, 'mayLink' | 'mayCorrect'>;
const NOTHING: Rights = { mayLink: false, mayCorrect: false };

/** The amount of a split, of a transfer and of what was reconciled hangs together with more than the row. */
function isPlain({ lines, nature, status }: TransactionRow): boolean {
  return !lines && nature === 'regular' && status !== 'reconciled';
}

function completed(
  { row, key, twins, state }: Pick<PreviewRow, 'row' | 'key' | 'twins' | 'state'>,
  present: TransactionRow | null,
  rights: Rights,
  guessed: Guessed,
): PreviewRow {
  return { row, key, twins, state, present, ...rights, otherSide: null, letters: lettersOf(row.text), ...guessed };
}

/** What people chose before goes before what the file says, because files name categories of another app. */
function guess(row: ReadRow, offered: readonly Offered[], earlier: (row: ReadRow) => Earlier | null): Guessed {
  const type = row.cents > 0 ? 'income' : 'expense';
  const nameOf = (name = '') => (saysNoCategory(name) ? undefined : findCategory(offered, type, name)?.name);
  const lines = linesOf(row, (name) => nameOf(name) ?? UNCATEGORIZED);
  const before = earlier(row);
  const known = nameOf(before?.category);
  if (before && known) return { category: known, why: before, lines };
  const named = nameOf(row.category);
  return named ? { category: named, why: 'file', lines } : { category: UNCATEGORIZED, why: null, lines };
}

/** The screen maps the categories of another app. So a row keeps the name that the file gives it. */
function guessOfApp(row: ReadRow, offered: readonly Offered[], earlier: (row: ReadRow) => Earlier | null): Guessed {
  const lines = linesOf(row, (name) => name || UNCATEGORIZED);
  if (row.category) return { category: row.category, why: 'file', lines };
  return { ...guess(row, offered, earlier), lines };
}

function isMigration({ format }: Statement): boolean {
  return ['ynab', 'actual', 'firefly'].includes(format);
}

/** Lines add up to the amount without signs, so parts of both signs stay one row. */
function linesOf({ cents, parts = [] }: ReadRow, nameOf: (name: string) => string): PreviewRow['lines'] {
  if (parts.length < FEWEST_LINES || parts.some((part) => part.cents > 0 !== cents > 0)) return null;
  return parts.map((part) => {
    const category = nameOf(part.category ?? '');
    const note = cleanText(part.text || part.payee || '')
      .slice(0, LONGEST_LINE_NOTE)
      .toWellFormed();
    return { category, cents: Math.abs(part.cents), note };
  });
}
