import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { type Claims, InvalidJwt } from '../auth/jwt.ts';
import { limits } from '../http/limits.ts';
import { describeError, type Log } from '../log.ts';
import { Allowance } from './allowance.ts';
import { numberBindings, withoutEqual } from './change-bindings.ts';
import type { ChannelRights } from './realtime-authorize.ts';
import { type TableChanges, TooManyBindings, UnpublishedTable } from './realtime-changes.ts';
import { BroadcastPayload, JoinPayload, TokenPayload } from './realtime-channel.ts';
import { encodeBroadcast, encodeChange, encodeFrame, type Frame, parseFrame } from './realtime-frames.ts';

/** One joined channel of one socket. `topic` is the whole wire topic, `realtime:<name>`. */
export type Channel = {
  topic: string;
  joinRef: string | null;
  isPrivate: boolean;
  hearsItself: boolean;
  claims: Claims;
  rights: ChannelRights;
  stopChanges: () => void;
};

export type SocketContext = {
  /** The claims of a token, or of a visitor when it is null. Throws InvalidJwt, also when its session has ended. */
  identify(token: string | null): Promise<Claims>;
  probe(name: string, claims: Claims): Promise<ChannelRights>;
  /** Whether this user may have one more socket. A user who has a channel here always may. */
  hasRoomFor(user: string): boolean;
  changes: TableChanges;
  /** Hands a client's broadcast to the other sockets. */
  publish(from: RealtimeSocket, channel: Channel, event: string, payloadJson: string): void;
  log: Log;
};

const topicPrefix = 'realtime:';

/** When this many messages wait, the socket reads no more. */
const pausedAt = 16;
/** Why nothing is read from a socket: much waits to be handled, or much came within a second. */
type Wait = 'queue' | 'bytes';
/** Refusals of too frequent requests come late, because the client asks again at once. */
const lateMilliseconds = 1000;

/**
 * Nobody speaks on a public channel. Callers hear only changes of rows that they may see. Null: they hear nothing at
 * all.
 */
function rightsInPublic({ role }: Claims, bindings: number): ChannelRights | null {
  return role === 'anon' || bindings === 0 ? null : { read: false, write: false };
}

/** Speaks the protocol with one client. It handles messages strictly one after another. */
export class RealtimeSocket {
  readonly channels = new Map<string, Channel>();
  lastHeard = Date.now();
  /** When it last had a channel. While it has one, that is now. */
  #lastJoined = Date.now();
  readonly #socket: WebSocket;
  readonly #context: SocketContext;
  readonly #frames = new Allowance(limits.framesPerSecond.most * 10, 10_000);
  readonly #joins = new Allowance(limits.joinsPerMinute.most, 60_000);
  #identified: { token: string | null; claims: Claims } | null = null;
  readonly #waits = new Set<Wait>();
  #spent = 0;
  #queued = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, context: SocketContext) {
    this.#socket = socket;
    this.#context = context;
    socket.on('message', (data, isBinary) => {
      // One packet may hold more frames than are allowed. The rest of them arrive after the goodbye.
      if (socket.readyState === socket.OPEN && Buffer.isBuffer(data)) this.#hear(data, isBinary);
    });
    socket.on('close', () => {
      for (const channel of this.channels.values()) channel.stopChanges();
      this.channels.clear();
    });
    socket.on('error', (error) => context.log('realtime.socket_error', describeError(error)));
  }

  get lastJoined(): number {
    if (this.channels.size > 0) this.#lastJoined = Date.now();
    return this.#lastJoined;
  }

  /** Bytes that wait because the client has not read the earlier ones. */
  get unread(): number {
    return this.#socket.bufferedAmount;
  }

  /** The users whose channels are joined here; mostly one. */
  users(): Set<string> {
    return new Set([...this.channels.values()].flatMap(({ claims }) => claims.sub ?? []));
  }

  /** Sends a broadcast to this client if it joined that topic in that way and may read it. */
  deliver(topic: string, isPrivate: boolean, message: Buffer): void {
    const channel = this.channels.get(topic);
    if (channel?.isPrivate === isPrivate && channel.rights.read) this.#send(message);
  }

  /** Ends the channels whose token has expired. The client rejoins with a new one. */
  dropExpired(now: number): void {
    for (const channel of this.channels.values()) {
      if (channel.claims.exp !== undefined && channel.claims.exp * 1000 <= now) {
        this.#close(channel, 'Token has expired. Please refresh it and join again.');
      }
    }
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #hear(data: Buffer, isBinary: boolean): void {
    this.lastHeard = Date.now();
    if (this.#queued >= limits.queuedFrames.most || !this.#frames.take(this.lastHeard)) {
      this.#socket.close(1008, 'too many messages');
      return;
    }
    this.#spend(data.length);
    const frame = parseFrame(data, isBinary);
    if (frame === null) {
      this.#socket.close(1003, 'not a frame of protocol 2.0.0');
      return;
    }
    this.#queued += 1;
    // The socket reads nothing meanwhile. A client that sends without end waits, and need not be cut off.
    if (this.#queued === pausedAt) this.#pause('queue');
    this.#work = this.#work
      .then(() => (this.#socket.readyState === this.#socket.OPEN ? this.#handle(frame) : undefined))
      .catch((error: unknown) => this.#fail(frame, error))
      .finally(() => {
        this.#queued -= 1;
        if (this.#queued === pausedAt - 1) this.#resume('queue');
      });
  }

  /** Whoever has sent much is read again after a second. */
  #spend(bytes: number): void {
    this.#spent += bytes;
    if (this.#spent <= limits.socketBytes.most || this.#waits.has('bytes')) return;
    this.#pause('bytes');
    const over = this.#spent / limits.socketBytes.most;
    setTimeout(() => {
      this.#spent = 0;
      this.#resume('bytes');
    }, over * 1000).unref();
  }

  #pause(reason: Wait): void {
    this.#waits.add(reason);
    this.#socket.pause();
  }

  #resume(reason: Wait): void {
    this.#waits.delete(reason);
    if (this.#waits.size === 0) this.#socket.resume();
  }

  async #handle(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return this.#reply(frame, 'ok', {});
    if (frame.event === 'phx_join') return this.#join(frame);
    const channel = this.channels.get(frame.topic);
    if (!channel) return this.#reply(frame, 'error', { reason: 'unmatched topic' });
    switch (frame.event) {
      case 'phx_leave':
        this.#forget(channel);
        return this.#reply(frame, 'ok', {});
      case 'access_token':
        return this.#renew(frame, channel);
      case 'broadcast':
        return this.#broadcast(frame, channel);
      default:
        return;
    }
  }

  async #join(frame: Frame): Promise<void> {
    // Refused joins count, too.
    const mayJoin = this.#joins.take(this.lastHeard);
    if (!mayJoin) {
      await delay(lateMilliseconds);
      return this.#reply(frame, 'error', { reason: 'ChannelRateLimitReached' });
    }
    const parsed = v.safeParse(JoinPayload, frame.payload);
    if (!parsed.success || !frame.topic.startsWith(topicPrefix)) {
      return this.#reply(frame, 'error', { reason: 'MalformedJoin: this server does not offer what was asked for' });
    }
    const { config, access_token: token } = parsed.output;
    const previous = this.channels.get(frame.topic);
    if (previous) this.#forget(previous);
    if (this.channels.size >= limits.channelsPerSocket.most) {
      return this.#reply(frame, 'error', { reason: 'ChannelRateLimitReached' });
    }
    const claims = await this.#identify(token ?? null);
    if (claims.sub !== undefined && !this.#context.hasRoomFor(claims.sub)) {
      return this.#reply(frame, 'error', { reason: 'ConnectionRateLimitReached: this user has too many sockets' });
    }
    const isPrivate = config.private === true;
    const rights = isPrivate
      ? await this.#probe(frame.topic, claims)
      : rightsInPublic(claims, config.postgres_changes.length);
    if (rights === null) {
      return this.#reply(frame, 'error', { reason: 'PrivateOnly: This project only allows private channels' });
    }
    if (isPrivate && !rights.read && !rights.write) {
      const name = frame.topic.slice(topicPrefix.length);
      const reason = `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`;
      return this.#reply(frame, 'error', { reason });
    }
    return this.#open(frame, parsed.output, { isPrivate, claims, rights });
  }

  async #open(
    frame: Frame,
    { config }: v.InferOutput<typeof JoinPayload>,
    allowed: Pick<Channel, 'isPrivate' | 'claims' | 'rights'>,
  ): Promise<void> {
    const channel: Channel = {
      ...allowed,
      topic: frame.topic,
      joinRef: frame.joinRef,
      hearsItself: config.broadcast.self,
      stopChanges: () => {},
    };
    const bindings = numberBindings(config.postgres_changes);
    if (bindings.length > 0) {
      channel.stopChanges = await this.#context.changes.listen({
        bindings: withoutEqual(bindings),
        claims: () => channel.claims,
        deliver: (ids, data) => this.#tellChange(channel, ids, data),
        fail: (message) => this.#close(channel, message),
      });
    }
    if (this.#socket.readyState !== this.#socket.OPEN) {
      // The channel ended before there was anything to stop.
      channel.stopChanges();
      return;
    }
    this.channels.set(frame.topic, channel);
    this.#reply(frame, 'ok', { postgres_changes: bindings.map(({ id, binding }) => ({ id, ...binding })) });
    if (config.presence.enabled) this.#push(channel, 'presence_state', {});
    if (bindings.length > 0) this.#pushSystem(channel, 'ok', 'Subscribed to PostgreSQL', 'postgres_changes');
  }

  async #renew(frame: Frame, channel: Channel): Promise<void> {
    const parsed = v.safeParse(TokenPayload, frame.payload);
    if (!parsed.success) return;
    if (!this.#joins.take(this.lastHeard)) return this.#close(channel, 'Too many tokens.');
    const claims = await this.#identify(parsed.output.access_token);
    // Limits were counted for the user who joined.
    if (claims.sub !== channel.claims.sub) return this.#close(channel, 'This is another user. Please join again.');
    channel.claims = claims;
    if (!channel.isPrivate) return;
    channel.rights = await this.#probe(channel.topic, channel.claims);
    if (!channel.rights.read && !channel.rights.write) this.#close(channel, 'You may no longer join this channel.');
  }

  #broadcast(frame: Frame, channel: Channel): void {
    const parsed = v.safeParse(BroadcastPayload, frame.payload);
    if (parsed.success && channel.rights.write) {
      this.#context.publish(this, channel, parsed.output.event, JSON.stringify(parsed.output.payload));
      this.#reply(frame, 'ok', {});
    } else {
      this.#reply(frame, 'error', { reason: 'Unauthorized' });
    }
  }

  /** All channels of a socket mostly have one token, and then keep its claims once. */
  async #identify(token: string | null): Promise<Claims> {
    const claims = await this.#context.identify(token);
    if (token === null || this.#identified?.token !== token) this.#identified = { token, claims };
    return this.#identified.claims;
  }

  #probe(topic: string, claims: Claims): Promise<ChannelRights> {
    return this.#context.probe(topic.slice(topicPrefix.length), claims);
  }

  #fail(frame: Frame, error: unknown): void {
    const channel = this.channels.get(frame.topic);
    if (error instanceof InvalidJwt && channel) {
      this.#close(channel, error.message);
    } else if (error instanceof InvalidJwt) {
      this.#reply(frame, 'error', { reason: `InvalidJWTToken: ${error.reason}` });
    } else if (error instanceof UnpublishedTable || error instanceof TooManyBindings) {
      this.#reply(frame, 'error', { reason: error.message });
    } else {
      this.#context.log('realtime.failed', describeError(error));
      this.#reply(frame, 'error', { reason: 'Internal error' });
    }
  }

  #close(channel: Channel, message: string): void {
    this.#pushSystem(channel, 'error', message, 'system');
    this.#push(channel, 'phx_close', {});
    this.#forget(channel);
  }

  #forget(channel: Channel): void {
    channel.stopChanges();
    this.channels.delete(channel.topic);
  }

  #tellChange(channel: Channel, ids: number[], data: string): void {
    this.#send(encodeChange(channel.topic, ids, data));
  }

  #pushSystem(channel: Channel, status: 'ok' | 'error', message: string, extension: string): void {
    this.#push(channel, 'system', { status, message, extension, channel: channel.topic.slice(topicPrefix.length) });
  }

  #push({ joinRef, topic }: Channel, event: string, payload: unknown): void {
    this.#send(encodeFrame({ joinRef, ref: null, topic, event, payload }));
  }

  #reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: unknown): void {
    this.#send(encodeFrame({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }));
  }

  #send(data: string | Buffer): void {
    if (this.unread > limits.unreadBytes.most) this.terminate();
    else this.#socket.send(data);
  }
}

/** A broadcast message in the form that RealtimeSocket.deliver takes. */
export function broadcastMessage(name: string, event: string, payloadJson: string): { topic: string; message: Buffer } {
  const topic = topicPrefix + name;
  return { topic, message: encodeBroadcast(topic, event, payloadJson) };
}
