import type { IncomingMessage } from 'node:http';
import { Counts } from './counts.ts';
import { limits } from './limits.ts';

/**
 * There is too much under way to take this one, for this caller or for all. The caller may try again in some seconds.
 */
export class TooMuchUnderWay extends Error {
  readonly waitSeconds = 2;
  constructor() {
    super('Too many requests are under way. Please try again in a moment.');
    this.name = 'TooMuchUnderWay';
  }
}

/** One request that was let in. The memory that it holds is given back when it ends. */
export type Visit = {
  /** Counts the request as this user's from now on. Throws TooMuchUnderWay. */
  belongTo(user: string): void;
  /** Counts so many more bytes for the request. Throws TooMuchUnderWay. */
  hold(bytes: number): void;
  /** Like `hold`, for a response that nobody has read yet. One response is always taken, however long it is. */
  holdAnswer(bytes: number): void;
  /** The one whose turn it is: the user, or the address of a caller who is not signed in. */
  who(): string;
  end(): void;
};

export type UnderWay = {
  /** Lets a request in that comes from `network`. Throws TooMuchUnderWay. */
  enter(network: string): Visit;
};

/** A caller with at most this many bytes is not refused for what others hold. */
const spared = 64 * 1024;

/** Counts requests under way and the bytes kept for them. `addressFactor` multiplies what one address may have. */
export function createUnderWay(addressFactor: number): UnderWay {
  const ofNetwork = new Limited(limits.requestsPerAddress.most * addressFactor);
  const ofUser = new Limited(limits.requestsPerUser.most);
  const all = new Limited(limits.requests.most);
  const heldBy = new Limited(limits.heldPerUser.most);
  const heldFrom = new Limited(limits.heldPerAddress.most * Math.max(1, addressFactor));
  const held = new Limited(limits.held.most);

  return {
    enter(network) {
      all.add('', 1);
      try {
        ofNetwork.add(network, 1);
      } catch (error) {
        all.add('', -1);
        throw error;
      }
      let user: string | null = null;
      let bytes = 0;
      const holder = () => user ?? network;
      return {
        who: holder,
        belongTo(named) {
          if (user !== null) return;
          ofUser.add(named, 1);
          heldBy.add(holder(), -bytes);
          user = named;
          heldBy.add(holder(), bytes);
        },
        hold(more) {
          heldBy.add(holder(), more);
          const hasRoom = heldFrom.hasRoom(network, more) && held.hasRoom('', more);
          if (!hasRoom && heldBy.count(holder()) > spared) {
            heldBy.add(holder(), -more);
            throw new TooMuchUnderWay();
          }
          heldFrom.add(network, more, true);
          held.add('', more, true);
          bytes += more;
        },
        holdAnswer(more) {
          heldBy.check(holder());
          if (heldBy.count(holder()) + more > spared) {
            heldFrom.check(network);
            held.check('');
          }
          heldBy.add(holder(), more, true);
          heldFrom.add(network, more, true);
          held.add('', more, true);
          bytes += more;
        },
        end() {
          all.add('', -1);
          ofNetwork.add(network, -1);
          if (user !== null) ofUser.add(user, -1);
          heldBy.add(holder(), -bytes);
          heldFrom.add(network, -bytes);
          held.add('', -bytes);
        },
      };
    },
  };
}

/** Counts that have a limit for each key. */
class Limited {
  readonly #counts = new Counts();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  count(key: string): number {
    return this.#counts.of(key);
  }

  hasRoom(key: string, count: number): boolean {
    return this.count(key) + count <= this.#most;
  }

  /** Throws TooMuchUnderWay when there is no room for anything more. */
  check(key: string): void {
    if (!this.hasRoom(key, 1)) throw new TooMuchUnderWay();
  }

  /** Throws TooMuchUnderWay and then counts nothing. With `force` it never throws. */
  add(key: string, count: number, force = false): void {
    if (count > 0 && !force && !this.hasRoom(key, count)) throw new TooMuchUnderWay();
    this.#counts.add(key, count);
  }
}

const visits = new WeakMap<IncomingMessage, Visit>();

export function noteVisit(request: IncomingMessage, visit: Visit): void {
  visits.set(request, visit);
}

/** The visit of a request that was let in. Every request to the API has one. */
export function visitOf(request: IncomingMessage): Visit | null {
  return visits.get(request) ?? null;
}
