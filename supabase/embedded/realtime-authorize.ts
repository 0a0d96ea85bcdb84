import type { Sql } from 'postgres';
import { actAs } from './claims-context.ts';
import type { Claims } from './jwt.ts';
import { isDatabaseError } from './postgrest-error.ts';

export type ChannelRights = { read: boolean; write: boolean };

/** Ends the probing transaction; nothing it wrote stays, and its notifications are never sent. */
class RollBack extends Error {}

/**
 * What the policies on `realtime.messages` let this caller do with a private channel. Asked as hosted Realtime asks:
 * a message is put there, looked for and another one written as the caller, and everything is undone.
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
