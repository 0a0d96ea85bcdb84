/**
 * The last days of some accounts. Only the pages of a quarter are read, and after a change only the changed ones: an
 * entry into an account of a hundred thousand rows reads one page.
 */
import { monthOf, shiftMonths } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import { summarize } from '#domain/money/totals';
import {
  balanceAfter,
  balanceLine,
  type DaySums,
  firstLineDay,
  type MonthSoFar,
  monthSoFar,
  sumByDay,
} from '#domain/reports/recent-days';
import type { Database } from '../../database/database.ts';
import type { PageName } from '../../database/records.ts';
import { pageDirectory, readPages, readSums, readTotals } from '../../ledger/ledger.ts';
import type { ChangedPage } from '../../search/changed-pages.ts';

export interface RecentDays {
  /** The balance at the end of each day, in cents, oldest first. */
  line: number[];
  month: MonthSoFar;
}

/** Reads the last days, and again after each change of them. It remembers the sums of unchanged pages. */
export class RecentDaysReader {
  readonly #db: Database;
  readonly #scopes: readonly string[];
  readonly #today: string;
  /** The sums of a page by its name. */
  readonly #pages = new Map<string, DaySums>();
  #changes = 0;

  constructor(db: Database, accountIds: readonly string[], today: string) {
    this.#db = db;
    this.#scopes = accountIds.map(accountScope);
    this.#today = today;
  }

  /** Forgets the changed pages. Returns whether any of them is of these accounts. */
  forget(changed: 'all' | readonly ChangedPage[]): boolean {
    this.#changes += 1;
    if (changed === 'all') {
      this.#pages.clear();
      return true;
    }
    const own = changed.filter(({ scope }) => this.#scopes.includes(scope));
    for (const { scope, ...page } of own) this.#pages.delete(nameOf(scope, page));
    return own.length > 0;
  }

  /** The last days; null while a part of them is not on this device. */
  async read(): Promise<RecentDays | null> {
    const firstMonth = monthOf(firstLineDay(this.#today));
    const cursors = await this.#db.cursors.toArray();
    if (cursors.some(({ scope, before }) => this.#scopes.includes(scope) && (before ?? '') > firstMonth)) return null;
    const found = await Promise.all(this.#scopes.map((scope) => this.#readScope(scope, firstMonth)));
    const days = found.flatMap((one) => one.days);
    const balance = found.reduce((sum, one) => sum + one.balance, 0) - balanceAfter(days, this.#today);
    return { line: balanceLine(days, this.#today, balance), month: monthSoFar(days, this.#today) };
  }

  /** The days of the scope until the end of this month, and the balance that it then has. */
  async #readScope(scope: string, firstMonth: string): Promise<{ days: DaySums; balance: number }> {
    const month = monthOf(this.#today);
    const next = monthOf(shiftMonths(`${month}-01`, 1));
    const [directory, sums, later] = await Promise.all([
      pageDirectory(this.#db, scope, firstMonth),
      readSums(this.#db, scope),
      readTotals(this.#db, scope, next),
    ]);
    const pages = directory.filter((page) => page.month <= month);
    const days = await this.#daysOf(scope, pages);
    return { days, balance: sums.balance - summarize(later.flatMap(({ lines }) => lines)).balance };
  }

  async #daysOf(scope: string, pages: readonly PageName[]): Promise<DaySums> {
    const missing = pages.filter((page) => !this.#pages.has(nameOf(scope, page)));
    const before = this.#changes;
    const read = await readPages(this.#db, scope, missing);
    const fresh = new Map(missing.map((page, at) => [nameOf(scope, page), sumByDay(read[at]?.rows ?? [])]));
    // A page that changed during the read may have been read before the change.
    if (before === this.#changes) for (const [name, days] of fresh) this.#pages.set(name, days);
    return pages.flatMap((page) => fresh.get(nameOf(scope, page)) ?? this.#pages.get(nameOf(scope, page)) ?? []);
  }
}

function nameOf(scope: string, { month, part }: PageName): string {
  return `${scope} ${month} ${part}`;
}
