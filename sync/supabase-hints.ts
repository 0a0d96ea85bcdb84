/**
 * The channel that hints come by. The client joins again by itself after a lost connection, but not when the session could not
 * be had, was refused, or ended while the channel was open; so a channel that is not joined is thrown away after a while and
 * another one is joined.
 */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { backOff } from './back-off.ts';
import { Hint } from './protocol.ts';
import type { HintListener } from './remote.ts';

/** What is used of a client; supabase-js's own fits. */
export interface HintClient extends Pick<SupabaseClient, 'channel' | 'removeChannel'> {
  realtime: { setAuth(): Promise<void> };
}

/** Listens until the returned function is called. `pause` says how many milliseconds to wait after so many failures in a row. */
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
      // Without it a private channel is joined with the anonymous key and refused.
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
