import { useEffect, useState } from 'react';
import type { HistoryEvent, HistoryPage } from '#domain/transactions/history';
import { useOnline } from '../../session/use-online.ts';
import { useAuth } from '../auth/auth.tsx';
import type { Auth } from '../auth/auth-client.ts';
import { AuthFailure, type AuthReason } from '../auth/auth-failure.ts';

/** Asks for the page after an event, or for the first one. */
export type ReadPage = (auth: Auth, after: HistoryEvent | null) => Promise<HistoryPage>;

export interface History {
  /** Null until the first page has come. */
  events: HistoryEvent[] | null;
  /** There are older ones. */
  more: boolean;
  /** Why the last question got no answer. */
  failure: AuthReason | null;
  isAsking: boolean;
  readMore: () => void;
  retry: () => void;
}

const NOTHING: Pick<History, 'events' | 'more' | 'failure' | 'isAsking'> = {
  events: null,
  more: false,
  failure: null,
  isAsking: true,
};

/**
 * What the server tells of the past of something, page by page. `of` names it: another value asks anew, and so does a
 * connection that comes back. Nothing of it is stored.
 */
export function useHistory(of: string, read: ReadPage): History {
  const loadAuth = useAuth();
  const online = useOnline();
  const [shown, setShown] = useState(NOTHING);
  const [tries, setTries] = useState(0);

  const ask = async (known: HistoryEvent[]): Promise<typeof shown> => {
    try {
      const { events, more } = await read(await loadAuth(), known.at(-1) ?? null);
      return { events: [...known, ...events], more, failure: null, isAsking: false };
    } catch (error) {
      const failure = error instanceof AuthFailure ? error.reason : 'server';
      return { events: known.length > 0 ? known : null, more: known.length > 0, failure, isAsking: false };
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for what is read; `tries` asks again.
  useEffect(() => {
    let left = false;
    setShown((before) => ({ ...before, isAsking: true }));
    void ask([]).then((next) => {
      // What was read stays readable when the connection is gone.
      if (!left) setShown((before) => (next.events || !before.events ? next : { ...before, isAsking: false }));
    });
    return () => {
      left = true;
    };
  }, [of, online, tries]);

  return {
    ...shown,
    readMore: () => {
      setShown({ ...shown, isAsking: true });
      void ask(shown.events ?? []).then(setShown);
    },
    retry: () => setTries((count) => count + 1),
  };
}
