import { Counts } from '../http/counts.ts';
import { limits } from '../http/limits.ts';
import type { RealtimeSocket } from './realtime-socket.ts';

/** All open sockets, counted by network and by user. */
export class SocketSet {
  readonly #sockets = new Set<RealtimeSocket>();
  readonly #ofNetwork = new Counts();
  readonly #mostOfNetwork: number;

  constructor(mostOfNetwork: number) {
    this.#mostOfNetwork = mostOfNetwork;
  }

  get size(): number {
    return this.#sockets.size;
  }

  all(): Iterable<RealtimeSocket> {
    return this.#sockets;
  }

  /** The end of the status line that refuses one more socket from there; null when there is room. */
  refusal(network: string): string | null {
    if (this.#ofNetwork.of(network) >= this.#mostOfNetwork) return '429 Too Many Requests';
    return this.#sockets.size >= limits.sockets.most ? '503 Service Unavailable' : null;
  }

  add(socket: RealtimeSocket, network: string): void {
    this.#sockets.add(socket);
    this.#ofNetwork.add(network, 1);
  }

  remove(socket: RealtimeSocket, network: string): void {
    if (!this.#sockets.delete(socket)) return;
    this.#ofNetwork.add(network, -1);
  }

  /** Whether this user may join a channel on that socket. */
  hasRoomFor(user: string, socket: RealtimeSocket): boolean {
    if (socket.users().has(user)) return true;
    let count = 0;
    for (const other of this.#sockets) if (other.users().has(user)) count += 1;
    return count < limits.socketsPerUser.most;
  }

  /** Closes the sockets that have read least, as long as all sockets together have too much unread. */
  dropSlowest(): void {
    const slow = [...this.#sockets].filter(({ unread }) => unread > 0).sort((a, b) => b.unread - a.unread);
    let unread = slow.reduce((sum, socket) => sum + socket.unread, 0);
    for (const socket of slow) {
      if (unread <= limits.unread.most) return;
      unread -= socket.unread;
      socket.terminate();
    }
  }
}
