/** Lines of a file that schedules have expected, and whose rows devices have added: with another amount or date. */
import { shiftDays } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import { occurrenceFor, WINDOW } from '#domain/schedules/takes-place';
import type { Database } from '#store/database/database';
import { type AddedOccurrence, isAsAdded, readAddedOccurrences } from '#store/queries/schedules/added-occurrences';
import type { planRows } from '../matching/plan-rows.ts';
import type { ReadRow } from '../statement/statement.ts';

type Planned = ReturnType<typeof planRows>[number];

export class ExpectedRows {
  readonly #added: ReadonlyMap<string, AddedOccurrence>;

  private constructor(added: ReadonlyMap<string, AddedOccurrence>) {
    this.#added = added;
  }

  static async read(db: Database, accountId: string, rows: readonly ReadRow[]): Promise<ExpectedRows> {
    const latest = rows.reduce((last, { date }) => (date > last ? date : last), '');
    const none = latest === '' || (await db.schedules.where({ accountId }).count()) === 0;
    return new ExpectedRows(none ? new Map() : await readAddedOccurrences(db, accountId, shiftDays(latest, WINDOW)));
  }

  /** Whether the row may be of a line with another amount. */
  mayBeOfLine({ id }: Pick<TransactionRow, 'id'>): boolean {
    return this.#added.has(id);
  }

  /** Whether a device has added the row by itself, and nobody has touched it. The bank knows better what was paid. */
  isUntouched(row: TransactionRow): boolean {
    const one = this.#added.get(row.id);
    return one !== undefined && isAsAdded(row, one);
  }

  /** The same plan, with what a schedule has expected: its row stands for it. Each row stands for one line. */
  find(planned: readonly Planned[], present: readonly TransactionRow[]): Planned[] {
    const taken = new Set(planned.flatMap((one) => ('id' in one ? one.id : [])));
    let open = present.flatMap((row) => {
      const one = this.#added.get(row.id);
      return one && !taken.has(row.id) && this.isUntouched(row) ? [{ ...one, id: row.id }] : [];
    });
    if (open.length === 0) return [...planned];
    const found = new Map<string, string>();
    for (const { row, key, state } of planned.toSorted((one, other) => (one.row.date < other.row.date ? -1 : 1))) {
      if (state !== 'new' || row.pending || row.opening || row.parts) continue;
      const { date, cents, text } = row;
      const entry = {
        date,
        amount: Math.abs(cents),
        type: cents > 0 ? 'income' : 'expense',
        description: text,
      } as const;
      const one = occurrenceFor(entry, open);
      if (!one) continue;
      open = open.filter((other) => other !== one);
      found.set(key, one.id);
    }
    return planned.map((one): Planned => {
      const id = found.get(one.key);
      return id === undefined ? one : { row: one.row, key: one.key, twins: one.twins, state: 'same', id };
    });
  }
}
