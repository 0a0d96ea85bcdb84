import type { Sql } from 'postgres';
import { describeError, type Log } from '../log.ts';

/** A message that the database sent with `realtime.send`. `payload` is JSON text. */
export type SentMessage = { topic: string; event: string; payload: string; private: boolean };

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const keptHours = 24;
/** Hints beyond this number are forgotten. A device that missed one asks for news by itself. */
const mostWaiting = 20_000;
const cleaningInterval = 600_000;

/**
 * Delivers the messages that `realtime.send` writes. A notification has room for 8,000 bytes, so it carries only an id.
 * The messages are then read together, all that came at once. Returns the function that stops it.
 */
export async function listenToMessages(
  superuser: Sql,
  isWanted: () => boolean,
  deliver: (message: SentMessage) => void,
  log: Log,
): Promise<() => Promise<void>> {
  let waiting: string[] = [];
  let reading = false;

  const read = async () => {
    if (reading) return;
    reading = true;
    try {
      while (waiting.length > 0) {
        const ids = waiting.splice(0, 1000);
        if (!isWanted()) continue;
        const messages = await superuser<SentMessage[]>`
          select m.topic, coalesce(m.event, '') as event, m.payload::text as payload, m.private
          from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
          join realtime.messages m on m.id = wanted.id
          where m.extension = 'broadcast' order by wanted.place`;
        for (const message of messages) deliver(message);
      }
    } catch (error) {
      log('realtime.read_failed', describeError(error));
    } finally {
      reading = false;
    }
  };

  const { unlisten } = await superuser.listen('realtime_messages', (id) => {
    // Whoever may connect to the database may notify in it. One wrong id would lose all that are read together.
    if (!uuid.test(id)) return;
    if (waiting.push(id) > mostWaiting) waiting = [];
    setImmediate(() => void read());
  });
  const clean = () =>
    superuser`delete from realtime.messages where inserted_at < now() - make_interval(hours => ${keptHours})`.catch(
      (error: unknown) => log('realtime.cleaning_failed', describeError(error)),
    );
  void clean();
  const timer = setInterval(() => void clean(), cleaningInterval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    waiting = [];
    await unlisten();
  };
}
