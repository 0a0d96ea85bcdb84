/** Rows of a file come in with what is done to them afterwards: links with other accounts, and corrections. */
import type { TransactionRow } from '#domain/rows';
import { noteAction } from '../../actions/actions.ts';
import type { Database } from '../../database/database.ts';
import { StorageFailure, storageReason } from '../../database/storage-failure.ts';
import type { NoteAction } from '../commit/commit.ts';
import type { NewRow } from './import-rows.ts';

interface MadeRow {
  /** The row with which it is linked. */
  otherSide: TransactionRow | null;
  /** What it is corrected to. */
  corrected: NewRow | null;
}

/**
 * All of it is one transaction of the database. So no page that closes meanwhile leaves a half, and no other side goes
 * between the check and the link. A refusal takes back everything. What is done is noted when all of it is.
 */
export async function bringInTogether<Done extends { ok: boolean }>(
  db: Database,
  made: readonly MadeRow[],
  note: NoteAction | undefined,
  act: (note: NoteAction | undefined) => Promise<Done>,
): Promise<Done> {
  if (made.every(({ otherSide, corrected }) => otherSide === null && corrected === null)) return act(note);
  const noted: Parameters<NoteAction>[] = [];
  let acting: Promise<Done> | undefined;
  try {
    const done = await db.transaction('rw', db.tables, () => {
      acting = act((...part) => noted.push(part));
      return acting;
    });
    for (const [action, part] of noted) (note ?? ((one, some) => noteAction(db, one, some)))(action, part);
    return done;
  } catch (error) {
    // A refusal ends the transaction, too.
    const refused = await acting?.catch(() => null);
    if (refused?.ok === false) return refused;
    const reason = storageReason(error);
    if (reason === 'storage' || error instanceof StorageFailure) throw error;
    throw new StorageFailure(reason, { cause: error, userId: db.userId });
  }
}
