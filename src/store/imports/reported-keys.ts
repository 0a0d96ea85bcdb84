/** Import keys that the server reports. */
import type { KeyPage } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import type { Database } from '../database/database.ts';
import { type KnownKey, putKeys } from './stored-keys.ts';

/** Writes keys as the server reports them. A key may go from one import to another. */
export async function writeKeys(db: Database, accountId: string, pages: readonly KeyPage[]): Promise<void> {
  const reported = pages.flatMap(({ importId, keys, made, others }) =>
    keys.map((key, at): KnownKey => {
      const { rowId = null, fate = 'here' } = others[key] ?? {};
      const isOwn = rowId === null || rowId === importedId(accountId, key);
      return { importId, key, rowId: isOwn ? null : rowId, fate, made: made[at] ?? 0 };
    }),
  );
  await putKeys(db, accountId, reported);
}
