import type { Sql } from 'postgres';
import { describeError, type Log } from './log.ts';

/** A message that the database sent with `realtime.send`; `payload` is JSON text. */
export type SentMessage = { topic: string; event: string; payload: string; private: boolean };

const keptHours = 24;
const cleaningInterval = 600_000;

/**
 * Hands on what `realtime.send` writes. A notification carries an id alone, for it has room for 8,000 bytes; the
 * messages are read again, all that came in one go together. Returns the function that stops it.
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
    waiting.push(id);
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
