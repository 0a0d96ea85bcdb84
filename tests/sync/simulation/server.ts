/** A server that histories can be lived on: the one in memory, or the real one. */
import type { InvitedRole } from '#domain/rows';
import type { Remote } from '../../../sync/remote.ts';
import type { State } from '../fake/state.ts';
import type { Person } from '../simulated-device.ts';
import type { WorldClock } from './seat.ts';

/** What one gives to somebody: the account, or one budget of it. */
export interface Grant {
  accountId: string;
  budgetId: string | null;
  person: Person;
  role: InvitedRole;
}

export interface HistoryServer {
  addUser(person: Person): Promise<void>;
  /** The server as this user reaches it, from the device with this number. */
  as(userId: string, device?: number): Remote;
  /** What another client does: takes what the person has of the target, and gives it anew unless `role` is null. */
  give(grant: Omit<Grant, 'role'> & { role: InvitedRole | null }): Promise<void>;
  /** Forgets what was removed; devices that are behind start afresh. */
  collectGarbage(): Promise<void>;
  /** Returns what sets the server back to this moment, as a restored backup does. */
  backUp(): () => void;
  /** Everything that the server knows, for judging. */
  state(): Promise<State>;
}

/** The same server, by whose answers devices measure the history's time. */
export function tellingTime(remote: Remote, clock: WorldClock): Remote {
  const serverNow = () => new Date(clock.now).toISOString();
  return {
    ...remote,
    push: async (userId, mutations) => ({ ...(await remote.push(userId, mutations)), serverNow: serverNow() }),
    pull: async (userId, cursors, limit) => ({
      ...(await remote.pull(userId, cursors, limit)),
      serverNow: serverNow(),
    }),
  };
}
