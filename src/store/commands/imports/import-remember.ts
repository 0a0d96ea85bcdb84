/** Command `import.remember`. It stays on this device. */
import type { Database } from '../../database/database.ts';
import { writeMeta } from '../../database/meta.ts';
import { IMPORT_HABITS, type ImportHabit, readImportHabits } from '../../queries/imports/import-habits.ts';

/** More kinds of files than anybody has. */
const MOST = 100;

/** Remembers which account this kind of file was imported into, and how its columns were chosen. */
export async function rememberImport(db: Database, habit: ImportHabit): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = (await readImportHabits(db)).filter((one) => !isSameKind(one, habit));
    await writeMeta(db, IMPORT_HABITS, [habit, ...others].slice(0, MOST));
  });
}

function isSameKind(one: ImportHabit, other: ImportHabit): boolean {
  return one.accountId === other.accountId && one.number === other.number && one.table?.shape === other.table?.shape;
}
