/** Says in words what somebody's later action did to the user's. */

import { formatSignedAmount } from '#domain/money/money';
import type { Notice } from '#domain/mutations/notices';
import type { NoticeSubject } from '#store/queries/entries/notice-subject';
import type { EntryFields } from '#store/queries/rows/entry-subject';
import * as entries from '#texts/sync/entries';
import * as texts from '#texts/sync/superseded';
import { compare, type Difference, type Names } from '../../session/entries/entry-comparison.ts';

/**
 * What happened to which row: "Your change was replaced: Dinner, -$30.00". The row is as the user meant it. One that is
 * back is as they find it now.
 */
export function supersededTitle({ kind, table, lost }: Notice, subject: NoticeSubject | null): string {
  const found = kind === 'revived' ? subject?.current : null;
  return texts.title(kind, rowInWords(table, found ?? subject?.meant ?? lost));
}

/** What happened to it. Who brings a row back by hand changes nothing in it. */
export function supersededReason({ kind, by, stands }: Notice): string {
  const saysWhat = kind !== 'revived' || Object.keys(stands).length > 0;
  return saysWhat ? texts.explanation(kind, by) : texts.broughtBack(by);
}

/**
 * The fields in which something else stands than the user's own value, or of a row that is back, than before its
 * deletion: what stands now, where this device has the row. Whoever has only a budget does not know what was before.
 */
export function differencesIn(notice: Notice, subject: NoticeSubject | null, names: Names): Difference[] {
  const before = notice.kind === 'revived' ? notice.removed : notice.lost;
  const current = subject?.current ?? null;
  const known = Object.entries(notice.stands).filter(([field]) => field in before);
  const now = Object.fromEntries(known.map(([field, then]) => [field, current?.[field] ?? then]));
  return compare(before, now, names, subject?.meant ?? null);
}

function rowInWords(table: Notice['table'], fields: EntryFields): string {
  const { name, description, category, type, amount } = fields;
  if (name) return texts.named(table, String(name));
  const what = String(description || category || '');
  if (!what || typeof amount !== 'number' || (type !== 'income' && type !== 'expense')) return what;
  return entries.transaction(what, formatSignedAmount({ type, amount }));
}
