/**
 * Command `entry.edit`: what the server did not take, put right by the user and queued again as a new intent. Also the way to
 * move a transaction out of an account that was lost.
 */
import * as v from 'valibot';
import { mainOperation } from '#domain/main-operation';
import { Operation, type Patch, TRANSACTION_FIELD_GROUPS } from '#domain/operations';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import { TransactionRow } from '#domain/rows';
import type { Database } from '../database.ts';
import { commitIntent, IntentError } from '../intents.ts';
import { newId } from '../new-id.ts';
import type { OutboxEntry } from '../outbox.ts';
import { type EntryFields, keptRow, readRow } from '../queries/entry-subject.ts';
import { mailCallIn } from '../sending.ts';
import { discardEntry } from '../settle.ts';
import type { Actor, CommandProblem } from './commit.ts';
import { placeProblem } from './transaction-add.ts';

interface EntryEdit {
  mutationId: string;
  /** Fields of the row, or arguments of the call, as they shall be; checked by the domain's rules already. */
  fields: EntryFields;
}

/**
 * The entry leaves the outbox and the new intent comes into it together, or nothing changes; in the place of a blocked entry,
 * for what waited behind that comes after it still. Refused as `settled` when somebody has decided on the entry meanwhile.
 * Answers with a mutation id of null when the rows say already what is wanted.
 */
export async function editEntry(
  db: Database,
  actor: Actor,
  { mutationId, fields }: EntryEdit,
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
      if (revocation) await commitIntent(db, [revocation], { ...context, ...place });
      return { ok: true, mutationId: await commitIntent(db, operations, { ...context, ...(!revocation && place) }) };
    });
  } catch (error) {
    if (error instanceof PlaceRefused) return refuseField('accountId', error.problem);
    if (error instanceof IntentError && error.reason === 'not_found') return refuseForm('not_found');
    throw error;
  }
}

/** Thrown, not answered, so that the entry is not discarded. */
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
  return { operations: entry.operations.map((one) => (one === main ? parse(revised) : one)), seen: [] };
}

/** The id of an invitation is what its sending is known by, so another content needs another one. */
function newInvitationId(call: Operation & { kind: 'call' }): { id?: string } {
  return call.name === 'invitation.send' ? { id: newId() } : {};
}

/** The server may have the invitation without its mail, and would then refuse the new one as a second. */
async function revocationOf(db: Database, entry: OutboxEntry): Promise<Operation | null> {
  const call = mailCallIn(entry);
  if (call?.name !== 'invitation.send') return null;
  const { id } = call.arguments;
  // The entry is out of the outbox: what stands is the server's.
  return (await db.invitations.get(id)) ? { kind: 'call', name: 'invitation.revoke', arguments: { id } } : null;
}

/** Where the server has something else under the row's id, another content needs another id. */
function freeId({ verdict }: OutboxEntry): { id?: string } {
  return verdict?.status === 'rejected' && verdict.reason === 'duplicate' ? { id: newId() } : {};
}

/** What is wanted, against the row as it stands now; where it stands no more, a row of that content is made. */
async function repatch(db: Database, entry: OutboxEntry, main: Patch, fields: EntryFields): Promise<Revised> {
  const others = entry.operations.filter((one) => one !== main);
  const { table, id } = main;
  const row = await readRow(db, table, id, keptRow(entry, id) ?? {});
  if (!row) return { operations: [...others, await remake(entry, main, fields)], seen: [] };
  const before: EntryFields = {};
  const after: EntryFields = {};
  const wanted = { ...main.after, ...fields };
  const differs = (field: string) => field in wanted && wanted[field] !== fieldOf(row, field);
  const groups = table === 'transactions' ? TRANSACTION_FIELD_GROUPS : Object.keys(wanted).map((field) => [field]);
  // A group of fields travels whole when one of them changed.
  for (const field of groups.filter((group) => group.some(differs)).flat()) {
    before[field] = fieldOf(row, field);
    after[field] = wanted[field] ?? before[field] ?? null;
  }
  const seen = table === 'transactions' ? [v.parse(TransactionRow, row)] : [];
  if (Object.keys(after).length === 0) return { operations: [], seen };
  return { operations: [...others, { kind: 'patch', table, id, seen: row.version, before, after }], seen };
}

/** Deleted meanwhile: it comes back under its id. Out of reach: a new row says the same. */
async function remake(entry: OutboxEntry, main: Patch, fields: EntryFields): Promise<Operation> {
  const kept = keptRow(entry, main.id);
  if (main.table !== 'transactions' || !kept) throw new IntentError('not_found');
  const { version, userId, userEmail, ...row } = v.parse(TransactionRow, { ...kept, ...main.after, ...fields });
  const { verdict } = entry;
  const deleted = verdict?.status === 'superseded' && verdict.reason === 'deleted';
  const moved = kept.accountId !== row.accountId;
  if (deleted && !moved) return { kind: 'restore', table: 'transactions', row };
  return { kind: 'insert', table: 'transactions', row: { ...row, id: newId() } };
}

function fieldOf(row: object, field: string): string | number | null {
  const value: unknown = Object.entries(row).find(([name]) => name === field)?.[1];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function parse(operation: unknown): Operation {
  return v.parse(Operation, operation);
}
