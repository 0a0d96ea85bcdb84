/** The subject of a notice, for people to look at. Apart from the list of notices, which every page reads. */
import type { Notice } from '#domain/mutations/notices';
import type { Database } from '../../database/database.ts';
import { rowOfNotice, takingBack } from '../../resolve/taking-back.ts';
import { type EntryFields, fieldsOf } from '../rows/entry-subject.ts';

/** What it takes to describe one notice; ids are named with `readRowNames`. */
export interface NoticeSubject {
  /** The row as it is shown now; null when this device does not have it. */
  current: EntryFields | null;
  /** The row as far as the notice and this device know it, with the user's lost values on top. */
  meant: EntryFields;
  /** Whether this device can undo what the notice tells, and the user's role allows it. */
  canTakeBack: boolean;
}

/** Searches for the transaction that the notice is about, so it is read for the notices on the screen only. */
export async function readNoticeSubject(db: Database, notice: Notice): Promise<NoticeSubject> {
  const [row, taking] = await Promise.all([rowOfNotice(db, notice), takingBack(db, notice)]);
  const current = row && fieldsOf(row);
  return {
    current,
    meant: { ...(current ?? notice.removed), ...notice.lost },
    canTakeBack: typeof taking !== 'string',
  };
}
