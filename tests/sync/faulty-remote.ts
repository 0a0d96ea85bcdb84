/** A network that misbehaves on demand, between a device and the server. */
import type { PushAnswer } from '../../sync/protocol.ts';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';

/** What befalls the next requests, in order; `ok` when none is left. */
export type Fault =
  | 'ok'
  | 'lost request'
  | 'lost reply'
  | 'duplicate' // the request arrives twice
  | 'busy' // the server asks to try again
  | 'signed out'
  | 'overtaken' // another tab syncs before the answer comes
  | 'edited'; // the user goes on working before the answer comes

export interface FaultyNetwork {
  faults: Fault[];
  /** Limits what a pull brings, so that short histories have many pages. */
  limit: number;
  overtake: () => Promise<void>;
  edit: () => Promise<void>;
}

export function throughFaults(server: Remote, network: FaultyNetwork): Remote {
  async function pass<T>(call: () => Promise<T>): Promise<T> {
    const fault = network.faults.shift() ?? 'ok';
    if (fault === 'lost request') throw new RemoteFailure('offline');
    if (fault === 'busy') throw new RemoteFailure('retryable', '40001');
    if (fault === 'signed out') throw new RemoteFailure('unauthorized', 'PT401');
    if (fault === 'duplicate') await call();
    const answer = await call();
    if (fault === 'overtaken') await network.overtake();
    if (fault === 'edited') await network.edit();
    if (fault === 'lost reply') throw new RemoteFailure('offline');
    return answer;
  }
  return {
    push: (userId, mutations): Promise<PushAnswer> => pass(() => server.push(userId, mutations)),
    pull: (userId, cursors) => pass(() => server.pull(userId, cursors, network.limit)),
    sendInvitation: (userId, id, draft) => pass(() => server.sendInvitation(userId, id, draft)),
    heads: () => pass(() => server.heads()),
    subscribe: (userId, listener) => server.subscribe(userId, listener),
  };
}
