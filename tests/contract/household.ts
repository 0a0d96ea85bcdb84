/** The owner's account, shared with an admin, a member and a viewer. It is shared by invitations, as people do it. */
import * as v from 'valibot';
import type { Operation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { PROTOCOL_VERSION, PushAnswer } from '../../sync/protocol.ts';
import { dismiss, type Person, signIn } from './people.ts';
import { AccountRow, accountColumns, CreatedAccount, TransactionRow, transactionColumns } from './rows.ts';

const Invited = v.looseObject({ invitation_id: v.pipe(v.string(), v.uuid()) });

export interface Household {
  accountId: string;
  owner: Person;
  admin: Person;
  member: Person;
  viewer: Person;
  /** A person without access. */
  stranger: Person;
  /** Closes the connections of the tests. */
  close(): Promise<void>;
}

export async function openHousehold(): Promise<Household> {
  const owner = await signIn('owner');
  // The last account cannot be deleted, so the household is not the only one.
  await createAccount(owner, 'Private');
  const accountId = await createAccount(owner, 'Household');
  const join = async (role: 'admin' | 'member' | 'viewer') => {
    const person = await signIn(role);
    const invitationId = await invite(owner, person.email, role, accountId);
    await accept(person, invitationId);
    return person;
  };
  const [admin, member, viewer] = [await join('admin'), await join('member'), await join('viewer')];
  const stranger = await signIn('stranger');
  const close = () => dismiss(stranger, viewer, member, admin, owner);
  return { accountId, owner, admin, member, viewer, stranger, close };
}

export async function createAccount({ client }: Person, name: string): Promise<string> {
  const { data, error } = await client.rpc('create_account', {
    p_account_name: name,
    p_account_type: 'personal',
    p_description: null,
  });
  if (error) throw error;
  return v.parse(CreatedAccount, data);
}

/** Sends an invitation to an account; returns its id. */
export async function invite({ client }: Person, email: string, role: string, targetId: string): Promise<string> {
  const body = { email, name: '', role, target: 'account', targetId };
  const { data, error } = await client.functions.invoke('send-invitation', { body });
  if (error) throw error;
  return v.parse(Invited, data).invitation_id;
}

/**
 * Point 7 has no call to answer an invitation; there it is local only. This backend takes the answer as the app sends
 * it.
 */
function accept(person: Person, invitationId: string): Promise<void> {
  return push(person, [{ kind: 'call', name: 'invitation.accept', arguments: { id: invitationId } }]);
}

/** Sends one mutation as the app does. Rejects when the server does not apply it. */
async function push({ id, client }: Person, operations: readonly Operation[]): Promise<void> {
  const mutation = { id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations };
  const { data, error } = await client.rpc('sync_push', {
    p_user: id,
    p_schema: PROTOCOL_VERSION,
    p_mutations: [mutation],
  });
  if (error) throw error;
  const [verdict] = v.parse(PushAnswer, data).verdicts;
  if (verdict?.status !== 'applied') throw new Error(`The mutation was not applied: ${JSON.stringify(verdict)}`);
}

/** The payload of a new transaction, as the specification has it. */
export function transactionOf(accountId: string, fields: { type?: 'credit' | 'debit'; amount?: number } = {}) {
  return {
    account_id: accountId,
    type: 'debit',
    amount: 12.5,
    transaction_date: '2026-03-31',
    description: 'Bread',
    category_id: null,
    metadata: { category_name: 'Food', notes: '', source: 'ui' },
    ...fields,
  };
}

/** Enters a transaction; returns its id. */
export async function enter(
  person: Person,
  accountId: string,
  fields?: Parameters<typeof transactionOf>[1],
): Promise<string> {
  const { data, error } = await person.client
    .from('transactions')
    .insert(transactionOf(accountId, fields))
    .select()
    .single();
  if (error) throw error;
  return v.parse(v.looseObject({ transaction_id: v.string() }), data).transaction_id;
}

/** Moves 7.00 from one account to another, as the app does; returns the ids of both sides. */
export async function transfer(person: Person, from: string, to: string): Promise<{ from: string; to: string }> {
  const shared = { nature: 'transfer', transferId: crypto.randomUUID(), category: 'Transfer', amount: 700 } as const;
  const side = (accountId: string, type: 'income' | 'expense', description: string) => ({
    ...TRANSACTION_DEFAULTS,
    ...shared,
    id: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
    accountId,
    type,
    date: '2026-03-31',
    description,
    notes: '',
    budgetId: null,
  });
  const rows = [side(from, 'expense', 'Moved'), side(to, 'income', 'Came')] as const;
  await push(
    person,
    rows.map((row) => ({ kind: 'insert', table: 'transactions', row })),
  );
  return { from: rows[0].id, to: rows[1].id };
}

export async function readAccount({ client }: Person, accountId: string): Promise<v.InferOutput<typeof AccountRow>> {
  const { data, error } = await client.from('accounts').select(accountColumns).eq('account_id', accountId).single();
  if (error) throw error;
  return v.parse(AccountRow, data);
}

export async function readTransactions(
  { client }: Person,
  accountId: string,
): Promise<v.InferOutput<typeof TransactionRow>[]> {
  const { data, error } = await client
    .from('transactions')
    .select(transactionColumns)
    .eq('account_id', accountId)
    .order('transaction_date', { ascending: false });
  if (error) throw error;
  return v.parse(v.array(TransactionRow), data);
}

/** Income minus expense of the rows, in cents. The account's balance must equal it. */
export async function recount(person: Person, accountId: string): Promise<number> {
  const rows = await readTransactions(person, accountId);
  const cents = rows.map(({ type, amount }) => Math.round(amount * 100) * (type === 'credit' ? 1 : -1));
  return cents.reduce((sum, one) => sum + one, 0);
}
