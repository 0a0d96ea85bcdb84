/**
 * What the server told this user and they have not decided on. Whoever edits the same field again, or deletes the row,
 * has decided, also while that entry waits (S51c). Once it has arrived, the server leaves the notice out of its pulls
 * (S40d).
 */
import { groupOf } from '#domain/mutations/changed-fields';
import type { Notice } from '#domain/mutations/notices';
import type { Operation } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';
import type { Database } from '../../database/database.ts';

/** Every open notice, oldest first, with the fields that are left to decide. Reads no transactions. */
export async function readNotices(db: Database): Promise<Notice[]> {
  const notices = await db.notices.toArray();
  const open = (await Promise.all(notices.map((notice) => undecided(db, notice)))).filter((notice) => notice !== null);
  return open.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1));
}

/** One open notice; null when it is not there or is decided. */
export async function findNotice(db: Database, id: string): Promise<Notice | null> {
  const notice = await db.notices.get(id);
  return notice ? undecided(db, notice) : null;
}

async function undecided(db: Database, notice: Notice): Promise<Notice | null> {
  const { table, rowId, kind, lost, stands } = notice;
  const entries = await db.outbox.where('rows').equals([table, rowId]).toArray();
  const own = entries.flatMap(({ operations }) => operations).filter((operation) => isOfRow(operation, notice));
  if (own.length === 0) return notice;
  if (kind !== 'edited' || own.some((operation) => operation.kind === 'delete')) return null;
  const decided = decidedGroups(table, own, lost);
  const left = (values: Notice['lost']) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !decided.has(groupOf(table, field) ?? '')));
  const rest = left(lost);
  return Object.keys(rest).length > 0 ? { ...notice, lost: rest, stands: left(stands) } : null;
}

function isOfRow(operation: Operation, { table, rowId }: Notice): boolean {
  if (operation.kind === 'call') return renamesRows(operation) && table === 'categories';
  return ('row' in operation ? operation.row.id : operation.id) === rowId;
}

const BOUND = ['amount', 'category', 'lines'];

/** A lost change of the type or of lines took amount, type, category and lines together: one word on all. */
function decidedGroups(table: Notice['table'], own: readonly Operation[], lost: Notice['lost']): Set<string> {
  const named = own.flatMap((operation) => (operation.kind === 'patch' ? Object.keys(operation.after) : ['name']));
  const groups = new Set(named.flatMap((field) => groupOf(table, field) ?? []));
  const binds = table === 'transactions' && ['type', 'refund', 'lines'].some((field) => field in lost);
  return binds && BOUND.some((group) => groups.has(group)) ? new Set([...groups, ...BOUND]) : groups;
}
