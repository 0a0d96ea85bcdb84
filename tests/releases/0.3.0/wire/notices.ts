/**
 * What the server tells somebody whose applied edit or deletion was superseded by another one that had not seen it. All
 * devices of that person show the notice until one of them has settled it.
 */
import * as v from 'valibot';
import { WritableTable } from './operations.ts';
import { Fields, Id, Timestamp } from './rows.ts';

export const Notice = v.object({
  id: Id,
  at: Timestamp,
  accountId: Id,
  table: WritableTable,
  rowId: Id,
  /**
   * `edited`: a later edit of the same fields stands. `deleted`: a later deletion stands. `revived`: a later edit
   * brought back what this person had deleted.
   */
  kind: v.picklist(['edited', 'deleted', 'revived']),
  /** E-mail of the person whose edit or deletion stands, where known. */
  by: v.nullable(v.string()),
  /** This person's values that no longer stand. After a deletion, for members of the account, the whole row. */
  lost: Fields,
  /** The values that stand instead. */
  stands: Fields,
  /**
   * The row as it was when it was last deleted, for members of its account; else empty. Where the row is gone, people
   * recognise it by this.
   */
  removed: Fields,
});

export type Notice = v.InferOutput<typeof Notice>;
