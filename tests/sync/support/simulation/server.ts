/** A server that histories run on: the in-memory one or the real one. */
import type { InvitedRole } from '#domain/rows';
import type { Remote } from '../../../../sync/remote.ts';
import type { State } from '../fake/state.ts';
import type { Person } from '../simulated-device.ts';
import type { WorldClock } from './seat.ts';

/** What a person is given: the account, or one budget of it. */
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
  /** Acts as another client: takes the person's role on the target, and gives `role` unless it is null. */
  give(grant: Omit<Grant, 'role'> & { role: InvitedRole | null }): Promise<void>;
  /** The owner offers an account, and its member takes it. False where that is refused. */
  handOver(accountId: string, from: Person, to: Person): Promise<boolean>;
  /** Forgets the tombstones. Devices that are behind start anew. */
  collectGarbage(): Promise<void>;
  /** Returns a function that sets the server back to this moment, as a restored backup does. */
  backUp(): () => void;
  /** Returns everything that the server knows, for the checks. */
  state(): Promise<State>;
}

/** The same server with the history's time in its responses, by which devices measure their clocks. */
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
