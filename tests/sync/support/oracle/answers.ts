/** What people write after they were told of something may answer it. */
import type { Believed } from './believed.ts';
import { idIn } from './case.ts';
import type { Deed } from './chronicle.ts';

/**
 * Whoever writes in the row again may have answered what they were told of it. Who deletes the row or brings it back
 * answers for everybody whether it shall stand.
 */
export function mayHaveAnswered(believed: Believed, { operation, person }: Deed): void {
  const id = idIn(operation);
  const isOfRow = operation.kind === 'delete' || operation.kind === 'restore' || operation.kind === 'insert';
  for (const duty of believed.duties) {
    const isRenamed = operation.kind === 'call' && believed.rows.get(duty.rowId)?.table === 'categories';
    if (duty.rowId !== id && !isRenamed) continue;
    if (duty.person === person || (isOfRow && duty.kind !== 'edited')) duty.isSure = false;
  }
}
