/** What a push sends: entries as the server reads them. */
import { mailCallIn } from '#domain/mutations/mail-call';
import type { Operation, SentMutation } from '#domain/mutations/operations';
import { leaveOutDefaults } from '#domain/row-defaults';
import type { OutboxEntry } from '#store/database/records';
import type { PushResponse } from './read-answer.ts';
import type { PushRemote } from './remote.ts';

/** The function that sends invitations tells neither epoch nor time. */
export type BatchResponse = Pick<PushResponse, 'user' | 'verdicts'> & Partial<PushResponse>;

/**
 * An invitation comes alone and goes through its own function (S28a). `device` is null when the browser has emptied the
 * database.
 */
export async function ask(
  remote: PushRemote,
  userId: string,
  entries: readonly OutboxEntry[],
  device: string | null,
): Promise<BatchResponse> {
  const [first] = entries;
  const call = first && mailCallIn(first);
  if (!call) {
    return remote.push(
      userId,
      entries.map((entry) => toMutation(entry, device)),
    );
  }
  const verdict =
    call.name === 'invitation.send'
      ? await remote.sendInvitation(userId, first.id, call.arguments)
      : await remote.resendInvitation(userId, first.id, call.arguments.id);
  return { user: userId, verdicts: [verdict] };
}

/** Without a device the numbers are no device's, and a copy of the past is none's either (S29i). */
function toMutation(entry: OutboxEntry, device: string | null): SentMutation {
  const { id, seq, editedAt, cursors, operations, resent, apart, action, undoes } = entry;
  const named = device && resent === undefined ? { device, number: seq } : {};
  return {
    id,
    editedAt,
    ...named,
    ...(cursors && { cursors }),
    ...(apart && { apart }),
    ...(action && { action }),
    ...(undoes && { undoes }),
    operations: operations.map((one) => withoutDefaults(withoutTaken(one))),
  };
}

/** What a merge took, the server knows better. */
function withoutTaken(operation: Operation): Operation {
  if (operation.kind !== 'call' || operation.name !== 'category.unmerge') return operation;
  const { taken, ...named } = operation.arguments;
  return { ...operation, arguments: named };
}

/**
 * A new transaction leaves out the fields that came after v0.1.0 and hold their defaults, so slow lines carry it as
 * fast. A restore names every field, because what it leaves out comes from the tombstone (S43e).
 */
function withoutDefaults(operation: Operation): SentMutation['operations'][number] {
  if (operation.kind !== 'insert' || operation.table !== 'transactions') return operation;
  const row: Extract<SentMutation['operations'][number], { table: 'transactions'; kind: 'insert' }>['row'] = {
    ...operation.row,
  };
  leaveOutDefaults(row);
  return { ...operation, row };
}
