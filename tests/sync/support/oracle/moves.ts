/** What belongs to an account ends when a row leaves it (S68d, S69c). It is there again after an undo (S67j). */
import { accountOf, type Believed, owe, put } from './believed.ts';
import type { Deed } from './chronicle.ts';
import { type Answer, fieldOf, type Row, type Standing, same, type Values } from './rows.ts';
import { doubt, isDoubted } from './wishes.ts';

const NOTHING = new Map<string, Values>([
  ['status', { status: 'open', reconciliationId: null }],
  ['bankId', { bankId: null, importId: null, importedText: null }],
]);

/** The row has gone from this account to another one. */
export function leaveAccount(believed: Believed, row: Row, accountId: string, deed: Standing): void {
  const details = new Map([...NOTHING.keys()].map((group) => [group, valuesIn(row, group)]));
  believed.left.set(`${row.id} ${accountId}`, { by: deed.by, device: deed.device, details });
  for (const [group, values] of NOTHING) {
    if (!same(values, valuesIn(row, group))) endDetail(row, group, { ...deed, values });
  }
}

/** A move out of `from` opens the row. The author of a status that it had not seen is told (S68j). */
export function tellOfStatus(
  row: Row,
  { from, person, seen, mayBeGuest = false }: Pick<Deed, 'person'> & Leaving,
  believed: Believed,
): void {
  const status = row.groups.get('status');
  if (!status || fieldOf(row, 'status') === 'open') return;
  const answer = seen(status);
  if (answer === 'yes' && !status.isShared && !mayBeGuest) return;
  const isSure = answer === 'no' && status.isEdit && status.by !== person;
  owe(believed, status, { accountId: from, rowId: row.id, kind: 'edited', isSure });
}

interface Leaving {
  from: string;
  /** Whether the mover had seen that. */
  seen: (one: Standing) => Answer;
  /** A guest of a budget, who saw the row, has seen no status. */
  mayBeGuest?: boolean;
}

/** Where nobody can tell what stood, nobody can tell either whether the move has ended anything. */
function endDetail(row: Row, group: string, deed: Standing): void {
  const wasDoubted = isDoubted(row, [group]);
  put(row, group, deed);
  const ended = row.groups.get(group);
  if (wasDoubted && ended) row.groups.set(group, { ...ended, isShared: true });
}

/** Somebody has taken back their move, which had taken these from the row. */
export function comeBack(believed: Believed, row: Row, from: string, deed: Standing): void {
  const left = believed.left.get(`${row.id} ${accountOf(row)}`);
  leaveAccount(believed, row, from, deed);
  const isOwn = deed.undoes === null ? deed.device !== null && left?.device === deed.device : left?.by === deed.by;
  if (!left || !isOwn) return;
  for (const [group, values] of left.details) {
    if (!same(values, NOTHING.get(group) ?? {})) put(row, group, { ...deed, values });
  }
  if (left.details.get('status')?.status !== 'reconciled') return;
  const reconciliation = left.details.get('status')?.reconciliationId;
  const cleared = { status: 'cleared', reconciliationId: null };
  // Whether its author is an admin, who alone reconciles, another question decides.
  if (believed.rows.has(String(reconciliation))) doubt(row, 'status');
  else put(row, 'status', { ...deed, values: cleared });
}

function valuesIn(row: Row, group: string) {
  const fields = Object.keys(NOTHING.get(group) ?? {});
  return Object.fromEntries(fields.map((field) => [field, fieldOf(row, field)]));
}
