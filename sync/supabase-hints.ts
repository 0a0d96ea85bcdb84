/**
 * The channel for hints. The client joins again by itself after a lost connection. It does not when there was no
 * session, when the session was refused, or when it ended. So this file drops a channel that is not joined, and joins
 * another one after a while (S20d).
 */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { backOff } from './back-off.ts';
import { Hint } from './protocol.ts';
import type { HintListener } from './remote.ts';

/** The part of a client that this file uses; supabase-js's own client fits. */
export interface HintClient extends Pick<SupabaseClient, 'channel' | 'removeChannel'> {
  realtime: { setAuth(): Promise<void> };
}

/**
 * Listens until the returned function is called. `pause` returns the milliseconds to wait after so many failures in a
 * row.
 */
export function listenForHints(
  client: HintClient,
  userId: string,
  listener: HintListener,
  pause = (failures: number) => backOff(failures, Math.random),
): () => void {
  let channel: RealtimeChannel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;

  const leave = async () => {
    const left = channel;
    channel = null;
    if (left) await client.removeChannel(left);
  };
  const fail = () => {
    listener.down();
    if (timer !== undefined) return;
    failures += 1;
    timer = setTimeout(() => void joinAnew(), pause(failures));
  };
  const joinAnew = async () => {
    timer = undefined;
    try {
      await leave();
      // Without it the client joins a private channel with the anonymous key, and the server refuses.
      await client.realtime.setAuth();
      if (!stopped) join();
    } catch {
      if (!stopped) fail();
    }
  };
  const join = () => {
    const joining = client.channel(`user:${userId}`, { config: { private: true } });
    channel = joining;
    joining
      .on('broadcast', { event: 'hint' }, ({ payload }) => {
        const hint = v.safeParse(Hint, payload);
        if (hint.success) listener.hint(hint.output);
      })
      .subscribe((status) => {
        if (channel !== joining) return;
        if (status !== 'SUBSCRIBED') return fail();
        clearTimeout(timer);
        timer = undefined;
        failures = 0;
        listener.joined();
      });
  };

  void joinAnew();
  return () => {
    stopped = true;
    clearTimeout(timer);
    void leave();
  };
}
