/** A network between a device and the server that fails on demand. */
import { type Remote, RemoteFailure } from '../../../sync/remote.ts';
import { strike } from './faults/strikes.ts';

/** The faults of the next requests, in order; `ok` when none is left. */
export const FAULTS = [
  'ok',
  'lost request',
  'lost reply',
  'duplicate', // the request arrives twice
  'straggler', // the device gives up, the request arrives after the next one
  'busy', // the server asks to try again
  'defect', // the server fails on it
  'signed out',
  'other user', // the session is somebody else's by now
  'too old', // the server speaks another protocol
  'overtaken', // another tab syncs before the response comes
  'edited', // the user goes on working before the response comes
  'server too old', // the server was set back to a version that does not speak this protocol
  'evicted', // the browser removes the database before the response comes
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultyNetwork {
  faults: Fault[];
  /** Requests of all devices that are still under way. */
  stragglers: (() => Promise<unknown>)[];
  /** The server with the session of another user. */
  otherSession: Remote;
  overtake: () => Promise<void>;
  edit: () => Promise<void>;
  evict: () => Promise<void>;
}

/** The faults that refuse a request before the server gets it. */
const REFUSALS: Partial<Record<Fault, () => RemoteFailure>> = {
  'lost request': () => new RemoteFailure('offline'),
  busy: () => new RemoteFailure('retryable', '40001'),
  defect: () => new RemoteFailure('server', 'XX000'),
  'signed out': () => new RemoteFailure('unauthorized', 'PT401'),
  'too old': () => new RemoteFailure('upgrade_required', 'PT426'),
  'server too old': () => new RemoteFailure('server_outdated', 'PT426'),
};

export function throughFaults(server: Remote, network: FaultyNetwork): Remote {
  async function pass<T>(call: (remote: Remote) => Promise<T>): Promise<T> {
    const fault = network.faults.shift() ?? 'ok';
    const refusal = REFUSALS[fault];
    if (fault === 'server too old') strike('a server of an older version');
    if (refusal) throw refusal();
    if (fault === 'other user') return call(network.otherSession);
    if (fault === 'straggler') {
      network.stragglers.push(() => call(server));
      throw new RemoteFailure('offline', 'timeout');
    }
    return deliver(fault, () => call(server), network);
  }
  return {
    push: (userId, mutations) => pass((remote) => remote.push(userId, mutations)),
    sendInvitation: (userId, id, draft) => pass((remote) => remote.sendInvitation(userId, id, draft)),
    resendInvitation: (userId, id, invitation) => pass((remote) => remote.resendInvitation(userId, id, invitation)),
    pull: (userId, cursors, limit) => pass((remote) => remote.pull(userId, cursors, limit)),
    heads: () => pass((remote) => remote.heads()),
    sums: () => pass((remote) => remote.sums()),
    subscribe: (userId, listener) => server.subscribe(userId, listener),
  };
}

async function deliver<T>(fault: Fault, call: () => Promise<T>, network: FaultyNetwork): Promise<T> {
  // This comes before the request. Otherwise the server's speed would decide what the user finds on the device.
  if (fault === 'edited') await network.edit();
  if (fault === 'duplicate') await call();
  const answer = await call();
  await arrive(network.stragglers);
  if (fault === 'overtaken') await network.overtake();
  if (fault === 'evicted') await network.evict();
  if (fault === 'lost reply') throw new RemoteFailure('offline');
  return answer;
}

/** Delivers the requests that were under way. Nobody waits for their responses any more. */
export async function arrive(stragglers: FaultyNetwork['stragglers']): Promise<void> {
  for (const call of stragglers.splice(0)) await call();
}
