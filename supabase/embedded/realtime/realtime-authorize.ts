import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Claims } from '../auth/jwt.ts';
import { actAs } from '../postgres/claims-context.ts';
import { isDatabaseError } from '../rest/postgrest-error.ts';

export type ChannelRights = { read: boolean; write: boolean };
export const NO_RIGHTS: Readonly<ChannelRights> = { read: false, write: false };

/** Ends the probing transaction. Nothing that it wrote stays, and its notifications are never sent. */
class RollBack extends Error {}

/**
 * What the policies on `realtime.messages` allow this caller on a private channel. It asks as hosted Realtime does. It
 * inserts a message, looks for it and writes another one as the caller, and undoes everything.
 *
 * After a restart every device asks at once. So all of it travels together, and the message is found by its key: those
 * of the whole day lie there.
 */
export async function probeChannel(superuser: Sql, topic: string, claims: Claims): Promise<ChannelRights> {
  const rights = { ...NO_RIGHTS };
  try {
    await superuser.begin(async (sql) => {
      const id = randomUUID();
      const [written, acting, seen, writtenByCaller] = await Promise.allSettled([
        sql`insert into realtime.messages (id, topic, extension, private) values (${id}, ${topic}, 'broadcast', true)`,
        actAs(sql, claims, { 'realtime.topic': topic }),
        sql`select from realtime.messages where id = ${id}`,
        sql`insert into realtime.messages (topic, extension, private) values (${topic}, 'broadcast', true)`,
      ]);
      // Once one has failed, those after it fail because of that.
      for (const one of [written, acting, seen]) if (one.status === 'rejected') throw one.reason;
      rights.read = seen.status === 'fulfilled' && seen.value.length > 0;
      if (writtenByCaller.status === 'rejected') throw writtenByCaller.reason;
      rights.write = true;
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack) && !(isDatabaseError(error) && error.code === '42501')) throw error;
  }
  return rights;
}
