/** Why something was not taken, in a sentence. Cards, lists, toasts and files of what is unsynced say the same. */

import { formatDate } from '#domain/dates/dates';
import { plainFields } from '#domain/mutations/changed-fields';
import type { Insert, Operation } from '#domain/mutations/operations';
import type { NotTaken, Refusal, Verdict } from '#domain/mutations/verdicts';
import type { Fields, ReconciliationRow } from '#domain/rows';
import type { Obstacle } from '#domain/sharing/roles';
import * as texts from '#texts/sync/entries';
import * as notTaken from '#texts/sync/not-taken';
import * as superseded from '#texts/sync/superseded';
import { fieldsInWords } from './entry-comparison.ts';

/** The server's code for what is beyond a limit of one person (S75c). */
const QUOTA = 'PT422';

/** What the server said of an entry, or of one transaction of an entry that was decided apart. */
export type Reported = Exclude<Verdict, { status: 'applied' }> | NotTaken;

/** What this device knows now of the account and of what it allows. */
export interface AccessNow {
  /** The name of the account; null when this device does not have it. */
  account: string | null;
  /** The name of an account that this device does not have any more; null where that is not known. */
  gone: string | null;
  /** What would keep the user from it now; null where nothing would. */
  obstacle: Obstacle | null;
  /** The statement to which the row belongs now. */
  statement: ReconciliationRow | null;
}

interface Untaken {
  reported: Reported;
  /** What the user wanted. */
  operation: Operation | undefined;
  /** The row that was not taken, as it stands on this device; null when it is not here, or when there are several. */
  current: object | null;
  /** The row as far as the entry knows it. */
  known: object | null;
  access: AccessNow;
  /** The user's own e-mail. */
  userEmail: string;
  /** Leaves out the values that stand instead. */
  brief?: boolean;
}

/** The reason as it is now: what has changed since the verdict counts. */
export function reasonOf(untaken: Untaken): string {
  const { reported, operation, userEmail, brief } = untaken;
  if (reported.status === 'rejected' && 'code' in reported && reported.code === QUOTA) return texts.TOO_MUCH;
  if (reported.status === 'rejected') return refusal(reported.reason, untaken);
  const isOwn = reported.by !== null && reported.by === userEmail;
  if (!brief && isLineThatWasThere(reported, operation))
    return wasThere(operation, reported.kept, isOwn ? null : reported.by);
  if ('other' in reported && reported.other) return notTaken.ANOTHER_LINE;
  const by = isOwn ? texts.BY_ONESELF : reported.by;
  return superseded.explanation(
    supersedingOf(reported, operation),
    by,
    brief ? '' : currentValues(untaken, reported.kept),
  );
}

/** Whether it is a line of a file whose row was there already, with other values. */
function isLineThatWasThere(
  { reason, kept }: Extract<Reported, { status: 'superseded' }>,
  operation: Operation | undefined,
): operation is Insert {
  return reason === 'newer' && operation?.kind === 'insert' && Object.keys(kept).length > 0;
}

function wasThere({ row }: Insert, kept: Fields, by: string | null): string {
  const fields = plainFields(row);
  const wanted = Object.fromEntries(Object.keys(kept).map((field) => [field, fields[field] ?? null]));
  const inWords = (values: Fields) => fieldsInWords(values) || texts.EMPTY;
  return notTaken.wasThere(by, inWords(kept), inWords(wanted));
}

/** What somebody did to what the user wanted. */
export function supersedingOf(
  { reason }: Extract<Reported, { status: 'superseded' }>,
  operation: Operation | undefined,
): superseded.Superseding {
  if (reason === 'deleted') return 'deleted';
  return operation?.kind === 'delete' ? 'revived' : 'edited';
}

/** The server's reason is never guessed: `invalid` is about the row's nature and lines, `forbidden` about the role. */
function refusal(reason: Refusal, { operation, current, access }: Untaken): string {
  if (reason === 'gone' && operation?.kind === 'insert') return accessInWords(access) ?? texts.ACCOUNT_GONE;
  if (reason === 'invalid' && operation?.kind === 'patch') return shapeOf(current) ?? texts.REFUSALS.invalid;
  if (reason !== 'forbidden' || !operation || operation.kind === 'call') return texts.REFUSALS[reason];
  // The account was never made, so the user cannot have a role in it.
  if (operation.table === 'accounts' && operation.kind === 'insert') return texts.REFUSALS.forbidden;
  if (access.obstacle === 'reconciled') return reconciledBy(access.statement);
  const ofTransaction = operation.table === 'transactions';
  return accessInWords(access) ?? (ofTransaction ? texts.NOT_SHARED : texts.REFUSALS.forbidden);
}

/** What has become of the user's access to the account; null when this device never had it. */
function accessInWords({ account, gone, obstacle }: AccessNow): string | null {
  if (account) return obstacle ? texts.roleForbids(account) : texts.roleAllowsNow(account);
  return gone && texts.accountGone(gone);
}

function reconciledBy(statement: ReconciliationRow | null): string {
  return statement ? notTaken.reconciled(statement.userEmail, formatDate(statement.date)) : notTaken.RECONCILED;
}

/** What the row has become, where that forbids fields. */
function shapeOf(current: object | null): string | null {
  const { nature, lines } = current ? plainFields(current) : {};
  if (nature === 'transfer') return notTaken.OF_A_TRANSFER;
  return lines ? notTaken.SPLIT : null;
}

/** The values that stand instead. An amount has the sign of the row, also where the type is not in question. */
function currentValues({ current, known }: Untaken, kept: Parameters<typeof fieldsInWords>[0]): string {
  if (!('amount' in kept)) return fieldsInWords(kept);
  const { type = null } = plainFields(current ?? known ?? {});
  return fieldsInWords({ type, ...kept });
}
