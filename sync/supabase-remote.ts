/** The server behind a Supabase client: its responses and its hints. */
import { type CallClient, callRemote } from './call-remote.ts';
import type { Remote } from './remote.ts';
import { type HintClient, listenForHints } from './supabase-hints.ts';

/** The part of a client that the engine uses; supabase-js's own client fits. */
export type RemoteClient = CallClient & HintClient;

export function supabaseRemote(client: RemoteClient, limits?: Parameters<typeof callRemote>[1]): Remote {
  return {
    ...callRemote(client, limits),
    subscribe: (userId, listener) => listenForHints(client, userId, listener),
  };
}
