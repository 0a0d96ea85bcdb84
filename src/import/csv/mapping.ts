/** What the columns of a table are, why, and what is open. People see the guess and correct it. */
import type { Answers, Question } from '../statement/statement.ts';
import { nameKey } from './columns.ts';
import type { Role } from './roles.ts';
import type { Table } from './table.ts';

/** The column of each role, counted from 0. A role without a column is not in the file. */
export interface Mapping extends Answers {
  columns: Partial<Record<Role, number>>;
  /** The amounts have no signs, and the balance tells which way the money went. */
  signsOfBalance?: boolean;
  /** Columns that may be the amount alike, and which of them the user says it is. */
  rivals?: readonly number[];
  amountColumn?: number;
  /** The rivals are what an expense changed for each person: one of them is the user. */
  areShares?: boolean;
  /** Nothing tells which of the columns of debits and credits is which, as long as `flipped` is not said. */
  areSidesOpen?: boolean;
  /** The user has chosen the columns. */
  chosen?: boolean;
}

/** Why a column has its role. `balance`: the balances add up. */
export type Reason = 'name' | 'values' | 'balance';

export interface Guess {
  mapping: Mapping;
  reasons: Partial<Record<Role, Reason>>;
  questions: Question[];
}

/** What somebody says, or has said, of what a file leaves open. */
export type Answered = Pick<Mapping, 'dateOrder' | 'decimalSign' | 'flipped' | 'amountColumn'>;

/** The key under which a mapping is remembered: the shape of the header. Files without names of columns have none. */
export function mappingKey({ header }: Table): string | null {
  const names = header.map(nameKey);
  return names.some(Boolean) ? names.join('|') : null;
}
