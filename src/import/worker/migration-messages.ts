/** What screen and worker tell each other of the export of another app (`messages.ts`). */
import type { AccountKind } from '#domain/account-kinds';
import type { TransactionType } from '#domain/rows';
import type { Actor } from '#store/commands/commit/commit';
import type { TransferPair } from '../matching/transfer-pairs.ts';
import type { Migration } from '../profiles/migration.ts';
import type { Question, UnreadableLine } from '../statement/statement.ts';
import type { Changes } from './row-changes.ts';

/** An account of another app. Its place in the list is its number in the migration. */
export interface FoundAccount {
  name: string;
  /** What it is for, as far as the file tells. */
  kind: AccountKind;
  /** How many rows could be read, and their sum in cents. */
  count: number;
  cents: number;
}

/** A category of another app that rows or budgets use. */
export interface FoundCategory {
  type: TransactionType;
  name: string;
  group: string | null;
  /** How many rows and lines are of it. */
  count: number;
}

/** The newest amount that was set aside for a category; cents. */
export interface FoundBudget {
  category: string;
  cents: number;
  month: string;
}

/** What is known of the export of another app before its rows are compared with anything. */
export interface FoundMigration {
  kind: 'migration';
  /** The names of its files. */
  fileName: string;
  app: Migration['app'];
  /** The currencies of its amounts, where they are not the dollar. */
  currencies: string[];
  accounts: FoundAccount[];
  categories: FoundCategory[];
  budgets: FoundBudget[];
  /** The rows that are the two sides of a transfer. */
  pairs: TransferPair[];
  unreadable: UnreadableLine[];
  questions: Question[];
}

/** Where an account of the export goes: `NEW`, `LEAVE`, or the id of an account. */
export interface AccountChoice {
  into: string;
  /** The name and the kind of a new account. */
  name: string;
  kind: AccountKind;
  /** The id of the account, should it be made. */
  newId: string;
}

/** A category of the file and what it becomes: one of this name is used, any other is made, unless the user chooses. */
export interface ChosenCategory {
  found: FoundCategory;
  choice: string;
  /** Its name is too long, or the name for none, for a split or for a transfer. */
  cannotBeMade: boolean;
}

export interface PlannedBudget {
  /** What the category of the file becomes. */
  category: string;
  cents: number;
  month: string;
  /** Why it is not made: no category, one that has a budget, or the second one of a category. */
  problem: 'no_category' | 'has_budget' | 'second' | null;
}

/** Carries out the plan that is shown: it is made anew of the same rows and the same choices. */
export interface MigrateRequest {
  kind: 'migrate';
  /** The number of the export among what was found. */
  at: number;
  actor: Pick<Actor, 'userId' | 'email'>;
  /** For each account the number of the request that made its plan; null where it stays out. */
  plans: readonly (number | null)[];
  choices: readonly AccountChoice[];
  categories: readonly ChosenCategory[];
  /** Of the rows of all accounts (`changesIn`). */
  changes: Changes;
  budgets: readonly PlannedBudget[];
  budgetsInto: string;
}
