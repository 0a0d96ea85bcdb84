import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { type Claims, InvalidJwt } from './jwt.ts';
import { describeError, type Log } from './log.ts';
import type { ChannelRights } from './realtime-authorize.ts';
import { type ChangeData, type TableChanges, UnpublishedTable } from './realtime-changes.ts';
import { BroadcastPayload, JoinPayload, TokenPayload } from './realtime-channel.ts';
import { encodeBroadcast, encodeFrame, type Frame, parseFrame } from './realtime-frames.ts';

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
  /** Claims of a token, or of nobody when there is none. Throws InvalidJwt. */
  identify(token: string | null): Claims;
  probe(name: string, claims: Claims): Promise<ChannelRights>;
  changes: TableChanges;
  /** Hands a client's broadcast to the other sockets. */
  publish(from: RealtimeSocket, channel: Channel, event: string, payloadJson: string): void;
  log: Log;
};

const topicPrefix = 'realtime:';
const maxChannels = 100;
/** A client that reads slower than it is told things loses its connection, and pulls when it is back. */
const maxUnsentBytes = 4 * 1024 * 1024;

/** Speaks the protocol with one client. Messages are handled strictly one after another. */
export class RealtimeSocket {
  readonly channels = new Map<string, Channel>();
  lastHeard = Date.now();
  readonly #socket: WebSocket;
  readonly #context: SocketContext;
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, context: SocketContext) {
    this.#socket = socket;
    this.#context = context;
    socket.on('message', (data, isBinary) => {
      this.lastHeard = Date.now();
      const frame = Buffer.isBuffer(data) ? parseFrame(data, isBinary) : null;
      if (frame === null) {
        socket.close(1003, 'not a frame of protocol 2.0.0');
        return;
      }
      this.#work = this.#work.then(() => this.#handle(frame)).catch((error: unknown) => this.#fail(frame, error));
    });
    socket.on('close', () => {
      for (const channel of this.channels.values()) channel.stopChanges();
      this.channels.clear();
    });
    socket.on('error', (error) => context.log('realtime.socket_error', describeError(error)));
  }

  /** Sends a broadcast to this client if it joined that topic in that way and may read it. */
  deliver(topic: string, isPrivate: boolean, message: Buffer): void {
    const channel = this.channels.get(topic);
    if (channel?.isPrivate === isPrivate && channel.rights.read) this.#send(message);
  }

  /** Ends the channels whose token is no longer good; the client rejoins with a new one. */
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
    const parsed = v.safeParse(JoinPayload, frame.payload);
    if (!parsed.success || !frame.topic.startsWith(topicPrefix)) {
      return this.#reply(frame, 'error', { reason: 'MalformedJoin: this server does not offer what was asked for' });
    }
    const { config, access_token: token } = parsed.output;
    const previous = this.channels.get(frame.topic);
    if (previous) this.#forget(previous);
    if (this.channels.size >= maxChannels) return this.#reply(frame, 'error', { reason: 'ChannelRateLimitReached' });

    const isPrivate = config.private === true;
    const claims = this.#context.identify(token ?? null);
    const rights = isPrivate ? await this.#probe(frame.topic, claims) : { read: true, write: true };
    if (!rights.read && !rights.write) {
      const name = frame.topic.slice(topicPrefix.length);
      const reason = `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`;
      return this.#reply(frame, 'error', { reason });
    }
    const channel: Channel = {
      topic: frame.topic,
      joinRef: frame.joinRef,
      isPrivate,
      hearsItself: config.broadcast.self,
      claims,
      rights,
      stopChanges: () => {},
    };
    const bindings = config.postgres_changes.map((binding, index) => ({ id: index + 1, binding }));
    if (bindings.length > 0) {
      channel.stopChanges = await this.#context.changes.listen({
        bindings,
        claims: () => channel.claims,
        deliver: (ids, data) => this.#tellChange(channel, ids, data),
      });
    }
    this.channels.set(frame.topic, channel);
    this.#reply(frame, 'ok', { postgres_changes: bindings.map(({ id, binding }) => ({ id, ...binding })) });
    if (config.presence.enabled) this.#push(channel, 'presence_state', {});
    if (bindings.length > 0) this.#pushSystem(channel, 'ok', 'Subscribed to PostgreSQL', 'postgres_changes');
  }

  async #renew(frame: Frame, channel: Channel): Promise<void> {
    const parsed = v.safeParse(TokenPayload, frame.payload);
    if (!parsed.success) return;
    channel.claims = this.#context.identify(parsed.output.access_token);
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

  #probe(topic: string, claims: Claims): Promise<ChannelRights> {
    return this.#context.probe(topic.slice(topicPrefix.length), claims);
  }

  #fail(frame: Frame, error: unknown): void {
    const channel = this.channels.get(frame.topic);
    if (error instanceof InvalidJwt && channel) {
      this.#close(channel, error.message);
    } else if (error instanceof InvalidJwt) {
      this.#reply(frame, 'error', { reason: `InvalidJWTToken: ${error.reason}` });
    } else if (error instanceof UnpublishedTable) {
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

  #tellChange(channel: Channel, ids: number[], data: ChangeData): void {
    this.#send(
      encodeFrame({
        joinRef: null,
        ref: null,
        topic: channel.topic,
        event: 'postgres_changes',
        payload: { ids, data },
      }),
    );
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
    if (this.#socket.bufferedAmount > maxUnsentBytes) this.terminate();
    else this.#socket.send(data);
  }
}

/** A broadcast message in the form that RealtimeSocket.deliver takes. */
export function broadcastMessage(name: string, event: string, payloadJson: string): { topic: string; message: Buffer } {
  const topic = topicPrefix + name;
  return { topic, message: encodeBroadcast(topic, event, payloadJson) };
}
