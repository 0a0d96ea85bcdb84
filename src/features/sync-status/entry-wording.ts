import { mainOperation } from '#domain/main-operation';
import { formatSignedAmount } from '#domain/money';
import type { Call, Operation } from '#domain/operations';
import type { Refusal, Verdict } from '#domain/verdicts';
import type { OutboxEntry } from '#store/outbox';
import { sumOf } from './entry-comparison.ts';

const nouns = { accounts: 'account', transactions: 'transaction', categories: 'category', budgets: 'budget' };
const verbs = { insert: 'Add', patch: 'Change', delete: 'Delete', restore: 'Restore' };
const calls: Record<Call['name'], string> = {
  'category.rename': 'Rename category',
  'invitation.send': 'Invite',
  'invitation.resend': 'Resend invitation',
  'invitation.accept': 'Accept invitation',
  'invitation.decline': 'Decline invitation',
  'invitation.revoke': 'Revoke invitation',
  'membership.leave': 'Leave',
  'membership.remove': 'Remove member',
  'membership.change_role': 'Change role',
};

/** What the user did, in a few words: "Add transaction: Groceries, -$12.00". */
export function describeEntry(entry: OutboxEntry): string {
  const operation = mainOperation(entry.operations);
  if (!operation) return '';
  if (operation.kind === 'call') return describeCall(operation);
  const detail = details(operation, entry);
  return `${describeVerb(operation)}${detail ? `: ${detail}` : ''}`;
}

/** What is done to what: "Add transaction". */
export function describeVerb({ kind, table }: Exclude<Operation, Call>): string {
  return `${verbs[kind]} ${nouns[table]}`;
}

function describeCall(call: Call): string {
  switch (call.name) {
    case 'category.rename':
      return `${calls[call.name]}: ${call.arguments.from} → ${call.arguments.to}`;
    case 'invitation.send':
      return `${calls[call.name]}: ${call.arguments.email}`;
    default:
      return calls[call.name];
  }
}

function details(operation: Exclude<Operation, Call>, entry: OutboxEntry): string {
  if (operation.kind === 'restore') return transaction(operation.row);
  if (operation.kind === 'insert') {
    return operation.table === 'transactions' ? transaction(operation.row) : operation.row.name;
  }
  const row = entry.content?.find((kept) => kept.row.id === operation.id)?.row;
  if (row && 'name' in row) return String(row.name);
  if (row && 'description' in row) return String(row.description ?? '');
  return operation.kind === 'patch' ? fieldsOf(operation.after) : '';
}

function transaction(row: {
  type: 'income' | 'expense';
  amount: number;
  description: string;
  category: string;
}): string {
  return `${row.description || row.category}, ${formatSignedAmount(row)}`;
}

/** Fields as the user knows them, without ids; amount and type are one signed sum. */
export function fieldsOf(fields: Record<string, string | number | null>): string {
  const { type, amount, ...others } = fields;
  const texts = Object.entries(others)
    .filter(([name]) => !name.endsWith('Id'))
    .map(([, value]) => String(value ?? ''));
  if (typeof amount === 'number') texts.unshift(sumOf(amount, type));
  else if (type) texts.unshift(String(type));
  return texts.filter((text) => text !== '').join(', ');
}

const refusals: Record<Refusal, string> = {
  forbidden: 'You are not allowed to do this.',
  gone: 'It does not exist any more, or is no longer shared with you.',
  invalid: 'A value is not allowed.',
  duplicate: 'It exists already.',
  reference: 'Something that it belongs to does not exist any more.',
  last_account: 'You must have at least one account.',
  category_in_use: 'This category is being used in one or more budgets.',
  payload_mismatch: 'It was sent before with another content.',
  expired: 'The invitation has expired.',
  settled: 'The invitation was answered or withdrawn already.',
  self: 'You cannot invite yourself.',
  already_member: 'This user already has access.',
  already_invited: 'This user already has a pending invitation.',
};

/**
 * What became of it and why, in a sentence. `account` is the name of the account that it is about, null when that is not on
 * this device; `brief` is without the values that stand instead.
 */
export function describeOutcome(
  entry: OutboxEntry,
  { account = null, brief = false }: { account?: string | null; brief?: boolean } = {},
): string {
  const { verdict } = entry;
  if (entry.state === 'lost') return 'The server was restored from a backup and lost this.';
  if (entry.state === 'blocked' || !verdict) {
    return entry.blocked?.by
      ? 'Waits for another entry that the server could not take.'
      : 'The server could not take this. It is kept on this device.';
  }
  if (verdict.status === 'rejected') {
    return describeRefusal(verdict.reason, mainOperation(entry.operations), account);
  }
  return verdict.status === 'superseded' ? describeOverruled(verdict, brief) : '';
}

function describeRefusal(reason: Refusal, operation: Operation | undefined, account: string | null): string {
  if (reason === 'gone' && operation?.kind === 'insert') return 'Its account is gone, or no longer shared with you.';
  if (reason !== 'forbidden' || !operation || operation.kind === 'call') return refusals[reason];
  // Nobody has a role in an account that never came to be.
  if (operation.table === 'accounts' && operation.kind === 'insert') return refusals[reason];
  if (account) return `Your role in ${account} does not allow this.`;
  const ofTransaction = operation.table === 'transactions';
  return ofTransaction ? 'It is no longer shared with you, or your role does not allow it.' : refusals[reason];
}

function describeOverruled({ by, reason, kept }: Verdict & { status: 'superseded' }, brief: boolean): string {
  const whose = by ? ` by ${by}` : '';
  if (reason === 'deleted') return `It was deleted${whose} meanwhile.`;
  const values = brief ? '' : fieldsOf(kept);
  return `A newer change${whose} stands${values ? `: ${values}` : ''}.`;
}

/** What doing it once more would mean: the user's word then stands over the newer one. */
export function retryLabel({ state, verdict }: OutboxEntry): string {
  if (state === 'lost') return 'Send again';
  if (verdict?.status !== 'superseded') return 'Retry';
  return verdict.reason === 'deleted' ? 'Restore' : 'Use mine';
}

const refusalTitles: Partial<Record<Refusal, string>> = {
  last_account: 'Cannot delete account',
  category_in_use: 'Cannot delete category',
  already_invited: 'Already invited',
};

/** Titles of the specification's error catalogue for what the server refused, and one for what somebody overtook. */
export function failureTitle(entry: OutboxEntry): string {
  if (entry.state === 'superseded') return 'Your change does not stand';
  const { verdict } = entry;
  const ofReason = verdict?.status === 'rejected' && refusalTitles[verdict.reason];
  if (ofReason) return ofReason;
  const operation = mainOperation(entry.operations);
  if (!operation) return 'Error';
  if (operation.kind === 'call') return operation.name === 'category.rename' ? 'Failed to update category' : 'Error';
  const titles: Record<string, string> = {
    'accounts insert': 'Account creation failed',
    'accounts patch': 'Account update failed',
    'accounts delete': 'Account deletion failed',
    'transactions insert': 'Transaction failed',
    'transactions patch': 'Update failed',
    'transactions delete': 'Delete failed',
    'transactions restore': 'Transaction failed',
    'budgets insert': 'Failed to create budget',
    'budgets patch': 'Failed to update budget',
    'budgets delete': 'Failed to delete budget',
    'categories insert': 'Failed to add category',
    'categories patch': 'Failed to update category',
    'categories delete': 'Failed to delete category',
  };
  return titles[`${operation.table} ${operation.kind}`] ?? 'Error';
}
