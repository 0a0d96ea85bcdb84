import type { Sql } from 'postgres';
import type { Database } from '../postgres/database.ts';

/** Realtime's own connections. Listening to many tables or joining often delays neither hints nor other work. */
export type RealtimeConnections = {
  /** Hints that the database sent. */
  messages: Sql;
  /** Asks for rights on channels. */
  rights: Sql;
  /** Reads changed rows as their listeners may see them. */
  changes: Sql;
  /** Logical replication. It connects only once somebody asks for table changes. */
  replication: Sql;
  stop(): Promise<void>;
};

/** How many rights are asked for at once. */
export const rightsPlaces = 2;

export function openRealtimeConnections(database: Database): RealtimeConnections {
  const messages = database.connect('supabase_admin', { max: 1 });
  const rights = database.connect('supabase_admin', { max: rightsPlaces });
  const changes = database.connect('supabase_admin', { max: 1 });
  return {
    messages,
    rights,
    changes,
    replication: database.connect('supabase_admin', { max: 1, publications: 'supabase_realtime' }),
    async stop() {
      await Promise.all([messages, rights, changes].map((sql) => sql.end({ timeout: 1 })));
    },
  };
}
