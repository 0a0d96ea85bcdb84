/** One mutation under judgement. */
import type { Verdict } from '#domain/mutations/verdicts';
import type { Believed } from './believed.ts';
import type { Deed } from './chronicle.ts';
import type { Answer, Row } from './rows.ts';

/** By row: what it ever was after which event, also in a time that a restore undid. */
export type Past = Map<string, { index: number; row: Row }[]>;

export interface Case {
  believed: Believed;
  /** Which event of the chronicle it is. */
  index: number;
  verdict: Exclude<Verdict, { status: 'rejected' }>;
  /** The new numbers that it took, by account. */
  numbers: Record<string, number>;
  past: Past;
  /** The rows of which something was not taken, where the verdict names them (S71a). */
  named: ReadonlySet<string>;
  /** The verdict is on one row only, so what it keeps is of this row. */
  isAlone: boolean;
  /** By row: whether what both sides of a transfer share has to be written (sides.ts). */
  together: ReadonlyMap<string, Answer>;
  /** The server was restored. Nobody can tell any more which device wrote what it lost. */
  hasRestored: boolean;
  /** The server forgot deletions, so a late edit of a deleted row may find nothing. */
  isForgetful: boolean;
  complain(text: string): void;
}

/** What the deed does to one row; the deeds on a row are not empty. */
export type Deeds = readonly [Deed, ...Deed[]];

export function idIn(operation: Deed['operation']): string | null {
  if (operation.kind === 'call') return null;
  return operation.kind === 'insert' || operation.kind === 'restore' ? operation.row.id : operation.id;
}

/** What is decided as one. An entry takes an occurrence's place after it came in, by an operation of its own. */
export function rowOrDeed(deed: Deed): Deed | string {
  return 'scheduleId' in deed.operation ? deed : (idIn(deed.operation) ?? deed);
}

/** Whether all are on one row. That an occurrence may come again says nothing of its row. */
export function isOnOneRow(deeds: readonly Deed[]): boolean {
  const ofRows = deeds.filter(({ operation }) => operation.kind !== 'call' || operation.name !== 'occurrence.unskip');
  return new Set(ofRows.map(({ operation }) => idIn(operation))).size <= 1;
}
