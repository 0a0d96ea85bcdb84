import type { Sql } from 'postgres';
import { createFairQueue, type FairQueue, withOneLeft } from '../http/fair-queue.ts';
import type { Database } from '../postgres/database.ts';

/** Kinds of remote calls that do not wait for each other. */
export type LaneName = 'push' | 'pull' | 'heads' | 'call';

/** A lane's own connections, and the turns in which its callers use them. */
export type Lane = { sql: Sql; turns: FairQueue };

export type CallLanes = { laneOf(name: string): Lane; stop(): Promise<void> };

/**
 * Connections of each lane, and how many of them one user may have. v0.1.0 has two pushes and three pulls under way;
 * its third pull waits, so that two people leave places for a third one also in one network.
 */
const places: Record<LaneName, { all: number; ofOne: number }> = {
  push: { all: 4, ofOne: 2 },
  pull: { all: 6, ofOne: 2 },
  heads: { all: 3, ofOne: 1 },
  call: { all: 4, ofOne: 2 },
};

const lanes: Record<string, LaneName> = {
  sync_push: 'push',
  sync_pull: 'pull',
  sync_sums: 'pull',
  sync_heads: 'heads',
};

/** Opens the connections. `session` holds settings of their sessions. */
export function openCallLanes(database: Database, session: Record<string, string>): CallLanes {
  const open = ({ all, ofOne }: { all: number; ofOne: number }): Lane => ({
    sql: database.connect('authenticator', { max: all }, session),
    turns: createFairQueue(all, ofOne, withOneLeft(all)),
  });
  const opened: Record<LaneName, Lane> = {
    push: open(places.push),
    pull: open(places.pull),
    heads: open(places.heads),
    call: open(places.call),
  };
  return {
    laneOf: (name) => opened[lanes[name] ?? 'call'],
    async stop() {
      await Promise.all(Object.values(opened).map(({ sql }) => sql.end({ timeout: 1 })));
    },
  };
}
