/**
 * The messages between the screen of an import and its worker. They are not parsed: a worker's address names its
 * content, so both ends are always of one build.
 */
import type { ImportFormat, TransactionLine, TransactionRow } from '#domain/rows';
import type { Action } from '#store/actions/actions';
import type { PackedPart } from '#store/actions/packed-part';
import type { Actor } from '#store/commands/commit/commit';
import type { ImportOutcome, ImportPlan } from '#store/commands/imports/import-carry-out';
import type { RevertInput, RevertOutcome } from '#store/commands/imports/import-revert';
import type { MigrationOutcome } from '#store/commands/imports/migration-carry-out';
import type { StorageReason } from '#store/database/storage-failure';
import type { ListedImport } from '#store/queries/imports/imports';
import type { Candidate } from '#store/queries/transfers/transfer-candidates';
import type { Evidence } from '../csv/evidence.ts';
import type { Mapping, Reason } from '../csv/mapping.ts';
import type { Role } from '../csv/roles.ts';
import type { Encoding } from '../encodings/encodings.ts';
import type { FileProblem } from '../file-problems.ts';
import type { Earlier } from '../matching/earlier-categories.ts';
import type { NamedBytes } from '../open-zip.ts';
import type { Choices } from '../read-file.ts';
import type { AccountHint, Question, ReadRow, UnreadableLine } from '../statement/statement.ts';
import type { Totals } from '../statement/totals.ts';
import type { Beside } from './beside-rows.ts';
import type { FoundMigration, MigrateRequest } from './migration-messages.ts';
import type { Changes } from './row-changes.ts';

/** A table of which the user can correct the columns. */
export interface FoundTable {
  /** The shape of its header (`mappingKey`); null without names of columns. */
  shape: string | null;
  header: string[];
  /** The cells of its first lines. */
  first: string[][];
  mapping: Mapping;
  reasons: Partial<Record<Role, Reason>>;
  /** Where the rows miss the bank's balance: columns with which they add up to it. */
  proven?: Mapping;
}

/** What is known of a statement before its rows are looked at. */
export interface FoundStatement {
  kind: 'statement';
  fileName: string;
  /** How many more files it is of. */
  others?: number;
  format: ImportFormat;
  account: AccountHint;
  /** The table names several accounts, of which this is one. */
  isOneOfSeveral?: true;
  /** The currencies of its amounts, where they are not the dollar. */
  currencies: string[];
  /** How many rows could be read. */
  count: number;
  totals: Totals;
  /** What decided which way the money went. */
  evidence: Evidence;
  /** Null where all letters are alike in every encoding. */
  encoding: Encoding | null;
  questions: Question[];
  table: FoundTable | null;
}

/** What was found in the files, in their order. Its place in the list is its number. */
export type Found = FoundStatement | FoundMigration | { kind: 'refused'; fileName: string; reason: FileProblem };

/** A row of a file, what an import would do with it, and the category that it would get. */
export interface PreviewRow {
  row: ReadRow;
  key: string;
  /** How many rows of the file are like this one, itself included. */
  twins: number;
  state: 'new' | 'here' | 'deleted' | 'same' | 'differs';
  /** Of state `same` and `differs`: the row of the account that may be this one. */
  present: TransactionRow | null;
  /** Whether the user may tie the row to the present one. */
  mayLink: boolean;
  /** Whether the user may change the present row, which has another amount or sign, to what the file says. */
  mayCorrect: boolean;
  /** Of state `new`: the row of another account that may be its other side, if the user may change that one. */
  otherSide: Candidate | null;
  /** The letters of its text, by which rows are alike; empty when it has none. */
  letters: string;
  category: string;
  /** Why it has this category; null where nothing tells. */
  why: 'file' | Earlier | null;
  /** The user has said what a category of another app becomes, and it or one of its lines has that. */
  isMapped?: true;
  /** What 0.2.0 made of it, where that was something else, and nothing of the account has that key. */
  former?: { key: string; row: ReadRow };
  /** The lines of a split; null for every other row. */
  lines: Pick<TransactionLine, 'category' | 'cents' | 'note'>[] | null;
}

/** `problem`: why its bytes, which are none then, could not be read. */
export type ChosenFile = NamedBytes & { problem?: Extract<FileProblem, 'too_large' | 'not_opened'> };

export interface ReadRequest {
  kind: 'read';
  files: readonly ChosenFile[];
  /** Remembered mappings by the shapes of headers. */
  remembered: Readonly<Record<string, Mapping>>;
}

/** Reads a statement's file again with other choices. */
export interface ChooseRequest {
  kind: 'choose';
  at: number;
  choices: Choices;
}

export interface PlanRequest {
  kind: 'plan';
  at: number;
  /** The number of the account of a migration; 0 for a statement. */
  account: number;
  userId: string;
  /** Null for an account that is still to be made. */
  accountId: string | null;
}

/** Carries out the plan that is shown. */
export interface CarryOutRequest extends Omit<ImportPlan, 'rows' | 'categories'> {
  kind: 'carry-out';
  /** The number of the request that made the plan. Any other plan is not carried out. */
  plan: number;
  actor: Importer;
  changes: Changes;
  /** Whether the plan was made for an account that was still to be made. */
  intoNew: boolean;
}

export interface RevertRequest extends Pick<RevertInput, 'edited'> {
  kind: 'revert';
  actor: Importer;
  importId: string;
}

/** Asks for the imports of an account. */
export interface ImportsRequest {
  kind: 'imports';
  userId: string;
  accountId: string;
}

type Importer = Pick<Actor, 'userId' | 'email'>;

export type Asked =
  | ReadRequest
  | ChooseRequest
  | PlanRequest
  | CarryOutRequest
  | MigrateRequest
  | RevertRequest
  | ImportsRequest;

/** What is answered in its turn. */
export type Turn = { id: number } & Asked;

/** `stop` ends the request of this number after the slice that is under way, and is not answered itself. */
export type ImportRequest = Turn | { id: number; kind: 'stop' };

/** What comes before the last answer to a request. */
type Meanwhile =
  /** `all` is missing where the page knows it. */
  | { kind: 'progress'; done: number; all?: number }
  /** Some rows of a plan; more follow. */
  | { kind: 'rows'; rows: PreviewRow[] }
  /** A part of an action that was just done. */
  | { kind: 'action'; action: Pick<Action, 'id' | 'at'>; part: PackedPart };

/** The last answer to a request. */
export type LastAnswer =
  | { kind: 'found'; found: Found[] }
  | ({ kind: 'planned' } & PlanEnd)
  | { kind: 'carried-out'; outcome: ImportOutcome }
  | { kind: 'migrated'; outcome: MigrationOutcome }
  | { kind: 'reverted'; outcome: RevertOutcome }
  | { kind: 'imports'; imports: ListedImport[] }
  /** `storage`: what the device's storage says; `storage` for any other reason. */
  | { kind: 'failed'; storage: StorageReason };

export type ImportAnswer = { id: number } & (Meanwhile | LastAnswer);

/** What comes after the rows of a plan. */
export interface PlanEnd {
  unreadable: UnreadableLine[];
  /** False while rows of the account are still to come to this device. */
  isComplete: boolean;
  /** What the account has beside these rows; null for an export of another app, and while it is not known. */
  beside: Beside | null;
}
