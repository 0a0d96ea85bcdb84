import type { Sql } from 'postgres';
import type { Claims } from '../auth/jwt.ts';
import { actAs } from '../postgres/claims-context.ts';
import { isDatabaseError } from '../rest/postgrest-error.ts';

export type ChannelRights = { read: boolean; write: boolean };

/** Ends the probing transaction. Nothing that it wrote stays, and its notifications are never sent. */
class RollBack extends Error {}

/**
 * What the policies on `realtime.messages` allow this caller on a private channel. It asks as hosted Realtime does. It
 * inserts a message, looks for it and writes another one as the caller, and undoes everything.
 */
export async function probeChannel(superuser: Sql, topic: string, claims: Claims): Promise<ChannelRights> {
  const rights: ChannelRights = { read: false, write: false };
  try {
    await superuser.begin(async (sql) => {
      await sql`insert into realtime.messages (topic, extension, private) values (${topic}, 'broadcast', true)`;
      await actAs(sql, claims, { 'realtime.topic': topic });
      const seen = await sql`
        select from realtime.messages where topic = ${topic} and extension = 'broadcast' limit 1`;
      rights.read = seen.length > 0;
      await sql`insert into realtime.messages (topic, extension, private) values (${topic}, 'broadcast', true)`;
      rights.write = true;
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack) && !(isDatabaseError(error) && error.code === '42501')) throw error;
  }
  return rights;
}
