/** What an account has beside the rows of a file, collected row by row. */
import { signedCents } from '#domain/money';
import type { TransactionRow } from '#domain/rows';
import type { Statement, StatementBalance } from '../statement.ts';
import type { Beside } from './opening-finding.ts';

export class BesideRows {
  readonly openings: TransactionRow[] = [];
  readonly #balance: StatementBalance | null;
  #held = 0;
  #first: string | null = null;

  constructor({ balance = null }: { balance?: Statement['balance'] | null }) {
    this.#balance = balance;
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
    return { balance: this.#balance, held: this.#held, first: this.#first, openings: this.openings, mayCorrect };
  }
}
