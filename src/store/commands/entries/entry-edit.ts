/**
 * Command `entry.edit`: the user corrects an entry that the server did not take, and it is queued as a new mutation. It
 * also moves a transaction out of an account that the user lost.
 */

import * as v from 'valibot';
import { chosenIds } from '#domain/books/categories';
import { changedFields, plainFields } from '#domain/mutations/changed-fields';
import { mailCallIn } from '#domain/mutations/mail-call';
import { mainOperation } from '#domain/mutations/main-operation';
import { type Insert, Operation, type Patch, type Restore } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { valuesNotApplied } from '#domain/mutations/superseded';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import { PLAIN, TransactionRow } from '#domain/rows';
import { withFittingLines } from '#domain/transactions/fitting-lines';
import type { TransactionInput } from '#domain/transactions/transactions';
import { linkElsewhere } from '#domain/transactions/transfers';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import type { OutboxEntry } from '../../database/records.ts';
import { commitMutation, MutationError } from '../../optimistic/mutations.ts';
import { type EntryFields, keptRow, readRow } from '../../queries/rows/entry-subject.ts';
import { presentNaming } from '../commit/chosen-categories.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';
import { placeProblem } from '../transactions/transaction-add.ts';
import { discardEntry } from './entry-discard.ts';

interface EntryEdit {
  mutationId: string;
  /**
   * The new values for fields of the row, or for arguments of the call. The domain's rules have already checked them.
   */
  fields: EntryFields;
  /** Of a transaction: the form that the fields come from, with the ids of categories that were chosen there. */
  chosen?: Pick<TransactionInput, 'categoryId' | 'lines'> | undefined;
}

/**
 * Takes the entry out of the outbox and puts the new mutation in, in one transaction. The new mutation takes the place
 * of a blocked entry, because entries behind it still have to come after it. Refused as `settled` when the entry was
 * settled meanwhile. Returns a mutation id of null when the rows already have these values.
 */
export async function editEntry(
  db: Database,
  actor: Actor,
  { mutationId, fields, chosen }: EntryEdit,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, 'accountId', CommandProblem | 'settled'>> {
  try {
    return await db.transaction('rw', db.tables, async () => {
      const entry = await db.outbox.get({ id: mutationId });
      if (!entry || !(await discardEntry(db, mutationId))) return refuseForm('settled');
      const { operations, seen } = await revise(db, entry, fields);
      if (operations.length === 0) return { ok: true, mutationId: null };
      for (const operation of operations) await checkPlace(db, actor, operation);
      const context = { userId: actor.userId, userEmail: actor.email, now, seen };
      const place = entry.state === 'blocked' && { seq: entry.seq };
      const revocation = await revocationOf(db, entry);
      if (revocation) await commitMutation(db, [revocation], { ...context, ...place });
      const underPresentNames = presentNaming(db, { now, seen, chosen: idsIn(operations, chosen) });
      const placed = { ...context, underPresentNames, ...(!revocation && place) };
      return { ok: true, mutationId: await commitMutation(db, operations, placed) };
    });
  } catch (error) {
    if (error instanceof PlaceRefused) return refuseField('accountId', error.problem);
    if (error instanceof MutationError && error.reason === 'not_found') return refuseForm('not_found');
    throw error;
  }
}

function idsIn(operations: readonly Operation[], chosen: EntryEdit['chosen']): ReadonlyMap<string, string> {
  const main = mainOperation(operations);
  if (!main || !chosen || main.kind === 'call') return new Map();
  const id = 'row' in main ? main.row.id : main.id;
  return chosenIds([{ id, categoryId: chosen.categoryId }, ...(chosen.lines ?? [])]);
}

/** Thrown, not returned, so that the transaction rolls back and the entry is not discarded. */
class PlaceRefused extends Error {
  readonly problem: CommandProblem;

  constructor(problem: CommandProblem) {
    super(`refused: ${problem}`);
    this.problem = problem;
  }
}

async function checkPlace(db: Database, actor: Actor, operation: Operation): Promise<void> {
  if (operation.kind !== 'insert' || operation.table !== 'transactions') return;
  const problem = await placeProblem(db, actor, operation.row);
  if (problem) throw new PlaceRefused(problem);
}

interface Revised {
  operations: Operation[];
  seen: TransactionRow[];
}

async function revise(db: Database, entry: OutboxEntry, fields: EntryFields): Promise<Revised> {
  const main = mainOperation(entry.operations);
  if (!main || main.kind === 'delete') return { operations: entry.operations, seen: [] };
  if (main.kind === 'patch') return repatch(db, entry, main, fields);
  const revised =
    main.kind === 'call'
      ? { ...main, arguments: { ...main.arguments, ...fields, ...newInvitationId(main) } }
      : { ...main, row: { ...main.row, ...fields, ...freeId(entry) } };
  const parsed = elsewhereAsNew(parse(revised), main);
  return { operations: entry.operations.map((one) => (one === main ? parsed : one)), seen: [] };
}

/** The server knows a sent invitation by its id, so changed content needs a new id. */
function newInvitationId(call: Operation & { kind: 'call' }): { id?: string } {
  return call.name === 'invitation.send' ? { id: newId() } : {};
}

/** The server may have the invitation although its mail failed. It would then refuse the new one as a duplicate. */
async function revocationOf(db: Database, entry: OutboxEntry): Promise<Operation | null> {
  const call = mailCallIn(entry);
  if (call?.name !== 'invitation.send') return null;
  const { id } = call.arguments;
  // The entry has left the outbox, so this row is the server's.
  return (await db.invitations.get(id)) ? { kind: 'call', name: 'invitation.revoke', arguments: { id } } : null;
}

/** The server has another row under this id, so the corrected row needs a new id. */
function freeId({ verdict }: OutboxEntry): { id?: string } {
  return verdict?.status === 'rejected' && verdict.reason === 'duplicate' ? { id: newId() } : {};
}

/**
 * Turns the wanted values into a patch of the row as it is now. If the row is gone, a row with that content is made.
 */
async function repatch(db: Database, entry: OutboxEntry, main: Patch, fields: EntryFields): Promise<Revised> {
  const others = entry.operations.filter((one) => one !== main);
  const { table, id } = main;
  const row = await readRow(db, table, id, keptRow(entry, id) ?? {});
  if (!row) return { operations: [...others, await remake(entry, main, fields)], seen: [] };
  const seen = table === 'transactions' ? [v.parse(TransactionRow, row)] : [];
  const current = plainFields(row);
  const wanted = withFittingLines({ ...current, ...valuesNotApplied(entry.verdict, main), ...fields });
  const changed = changedFields(table, current, wanted);
  if (!changed) return { operations: [], seen };
  return { operations: [...others, { kind: 'patch', table, id, seen: seenOf(row), ...changed }], seen };
}

/** A row that was deleted meanwhile comes back under its id. A row out of reach is made again as a new one. */
async function remake(entry: OutboxEntry, main: Patch, fields: EntryFields): Promise<Operation> {
  const kept = keptRow(entry, main.id);
  if (main.table !== 'transactions' || !kept) throw new MutationError('not_found');
  const { version, userId, userEmail, ...row } = v.parse(TransactionRow, { ...kept, ...main.after, ...fields });
  const { verdict } = entry;
  const deleted = verdict?.status === 'superseded' && verdict.reason === 'deleted';
  const moved = kept.accountId !== row.accountId;
  return deleted && !moved ? { kind: 'restore', table: 'transactions', row } : asNew(row);
}

/** Nothing comes back in an account where it never was. So what goes to another account is made anew there. */
function elsewhereAsNew(revised: Operation, before: Operation): Operation {
  if (revised.kind !== 'restore' || before.kind !== 'restore') return revised;
  return revised.row.accountId === before.row.accountId ? revised : asNew(revised.row);
}

/**
 * The server refuses the import of another account, and one side of a transfer alone. So the new row is open and of no
 * file, and what was a side is regular.
 */
function asNew(row: Restore['row']): Insert {
  const made = { ...row, ...PLAIN, ...linkElsewhere(row, null), id: newId() };
  return { kind: 'insert', table: 'transactions', row: made };
}

function parse(operation: unknown): Operation {
  return v.parse(Operation, operation);
}
