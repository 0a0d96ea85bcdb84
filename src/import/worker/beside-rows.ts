/** What an account has beside the rows of a file, collected row by row. */
import { signedCents } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { Statement, StatementBalance } from '../statement/statement.ts';
import { totalsOf } from '../statement/totals.ts';

/** What the account has beside the rows of the file. */
export interface Beside {
  /** The balance in the file. */
  balance: StatementBalance | null;
  /** The sum of its rows up to the day of that balance, without opening balances. */
  held: number;
  /** The day of its first row that is no opening balance. */
  first: string | null;
  /** Its opening balances. With more than one, nobody knows which is wrong. */
  openings: readonly TransactionRow[];
  /** The rows of the file do not lead to that balance, so it says nothing sure of the time before them. */
  isMissed?: true;
  /** Whether the user may correct the opening balance, or add one. */
  mayCorrect: boolean;
}

export class BesideRows {
  readonly openings: TransactionRow[] = [];
  readonly #balance: StatementBalance | null;
  readonly #isMissed: boolean;
  #held = 0;
  #first: string | null = null;

  constructor(statement: Statement) {
    this.#balance = statement.balance ?? null;
    this.#isMissed = (totalsOf(statement).check?.differs ?? 0) !== 0;
  }

  add(row: TransactionRow): void {
    if (row.nature === 'opening') {
      this.openings.push(row);
      return;
    }
    if (this.#balance && row.date <= this.#balance.date) this.#held += signedCents(row);
    if (this.#first === null || row.date < this.#first) this.#first = row.date;
  }

  found(mayCorrect: boolean): Beside {
    const found = { balance: this.#balance, held: this.#held, first: this.#first, openings: this.openings, mayCorrect };
    return this.#isMissed ? { ...found, isMissed: true } : found;
  }
}
