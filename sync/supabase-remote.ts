/** The server behind a Supabase client: its answers and its hints. */
import { type CallClient, callRemote } from './call-remote.ts';
import type { Remote } from './remote.ts';
import { type HintClient, listenForHints } from './supabase-hints.ts';

/** What is used of a client; supabase-js's own fits. */
export type RemoteClient = CallClient & HintClient;

export function supabaseRemote(client: RemoteClient, limits?: Parameters<typeof callRemote>[1]): Remote {
  return {
    ...callRemote(client, limits),
    subscribe: (userId, listener) => listenForHints(client, userId, listener),
  };
}
