/** Command `repeat.leave`. It stays on this device. */
import type { Database } from '../../database/database.ts';
import { writeMeta } from '../../database/meta.ts';
import { LEFT_REPEATS, readLeftRepeats } from '../../queries/schedules/found-repeats.ts';

/** More payees than anybody dismisses. */
const MOST = 500;

/** The user does not want to be asked about this again. `id` is that of a `FoundRepeat` or a `StandingTwice`. */
export async function leaveRepeat(db: Database, id: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = (await readLeftRepeats(db)).filter((one) => one !== id);
    await writeMeta(db, LEFT_REPEATS, [id, ...others].slice(0, MOST));
  });
}
