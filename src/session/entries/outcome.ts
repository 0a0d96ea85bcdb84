/** What became of an entry, as it is now, in a sentence. */
import { mainOperation } from '#domain/mutations/main-operation';
import type { Operation } from '#domain/mutations/operations';
import type { Database } from '#store/database/database';
import { readGoneAccounts } from '#store/database/gone-accounts';
import type { OutboxEntry } from '#store/database/records';
import { type RowNotTaken, readRowsNotTaken } from '#store/queries/entries/rows-not-taken';
import { type EntrySubject, readEntrySubject, rowOf } from '#store/queries/rows/entry-subject';
import { readRowNames } from '#store/queries/rows/row-names';
import * as texts from '#texts/sync/entries';
import * as notTaken from '#texts/sync/not-taken';
import { readAllowed } from './allowed.ts';
import { accountNameOf, type Names } from './entry-comparison.ts';
import { listsRows } from './entry-description.ts';
import { type AccessNow, reasonOf } from './reason.ts';

interface Known {
  /** Null when it was not read. */
  subject?: EntrySubject | null;
  access?: AccessNow;
  /** Leaves out the values that stand instead. */
  brief?: boolean;
}

const NO_ACCESS: AccessNow = { account: null, gone: null, obstacle: 'role', statement: null };

/** The outcome of the entry and its reason. Several transactions have a list, which says the reason of each. */
export function describeOutcome(
  entry: OutboxEntry,
  { subject = null, access = NO_ACCESS, brief = false }: Known = {},
): string {
  const { state, verdict, blocked, operations, userEmail } = entry;
  if (state === 'lost') return texts.LOST;
  if (listsRows(entry)) return notTaken.SEE_EACH;
  if (state === 'blocked' || !verdict) return blocked?.by ? texts.BLOCKED_BY_OTHER : texts.BLOCKED;
  if (verdict.status === 'applied') return '';
  const operation = mainOperation(operations);
  // Of several, nobody knows which one the verdict is about.
  const current = operations.length === 1 ? (subject?.current ?? null) : null;
  const known = current ?? knownTo(entry, operation);
  return reasonOf({ reported: verdict, operation, current, known, access, userEmail, brief });
}

function knownTo(entry: OutboxEntry, operation: Operation | undefined): object | null {
  return operation?.kind === 'patch' || operation?.kind === 'delete' ? rowOf(entry, operation) : null;
}

/** The reason of one transaction of a list. */
export function describeRow(
  row: RowNotTaken,
  { userEmail, names, gone }: Pick<OutboxEntry, 'userEmail'> & { names: Names; gone: Names },
): string {
  const { accountId = '' } = row.known ?? {};
  const [account, former] = [names.get(accountId) ?? null, gone.get(accountId) ?? null];
  const access = { account, gone: former, obstacle: row.obstacle, statement: row.reconciliation };
  return reasonOf({ ...row, access, userEmail });
}

/** The same as `describeOutcome` with everything that this device knows now. */
export async function readOutcome(db: Database, entry: OutboxEntry): Promise<string> {
  const { verdict } = entry;
  const isPlain = verdict?.status !== 'rejected' && verdict?.status !== 'superseded';
  // Nothing that is read would say more of these.
  if (isPlain || listsRows(entry)) return describeOutcome(entry);
  const [subject, names, gone] = await Promise.all([
    readEntrySubject(db, entry),
    readRowNames(db),
    readGoneAccounts(db),
  ]);
  if (!subject) return describeOutcome(entry);
  const allowed = await readAllowed(db, entry, subject);
  const access = { account: accountNameOf(subject, names), gone: accountNameOf(subject, gone), ...allowed };
  return describeOutcome(entry, { subject, access });
}

/** The outcome of each transaction of the entry, by its id, for a file that has no list beside it. */
export async function readOutcomes(db: Database, entry: OutboxEntry): Promise<(id?: string) => string> {
  const outcome = await readOutcome(db, entry);
  if (!listsRows(entry)) return () => outcome;
  const [rows, names, gone] = await Promise.all([readRowsNotTaken(db, entry), readRowNames(db), readGoneAccounts(db)]);
  const reasons = new Map(rows.map((row) => [row.reported.id, describeRow(row, { ...entry, names, gone })]));
  return (id = '') => reasons.get(id) ?? outcome;
}
