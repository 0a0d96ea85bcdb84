/**
 * The screen's side of the search worker. Each list has a view, and in a view the latest query wins. While one query is
 * being answered, only the newest other one waits, so fast typing never builds a queue.
 */
import * as v from 'valibot';
import { endInTime } from '../database/in-worker.ts';
import { SEARCH_VERSION, SearchAnswer, type SearchFailure, type SearchRequest } from './messages.ts';
import type { SearchQuery, SearchWindow } from './query.ts';

/** `crashed`: the worker did not start or failed. `closed`: the search was closed before the answer came. */
type SearchProblem = SearchFailure | 'crashed' | 'closed';

export class SearchError extends Error {
  override readonly name = 'SearchError';
  readonly reason: SearchProblem;

  constructor(reason: SearchProblem) {
    super(`search failed: ${reason}`);
    this.reason = reason;
  }
}

export interface SearchView {
  /**
   * Resolves with the window, or with null when a later query replaced this one before it was sent. Rejects with
   * SearchError.
   */
  ask(query: SearchQuery): Promise<SearchWindow | null>;
}

export interface Search {
  /** A view of its own for each list on the screen. */
  view(): SearchView;
  /**
   * Calls the listener with the scope of every change in a scope that was queried: query it again. Returns the function
   * that stops it.
   */
  subscribe(listener: (scope: string) => void): () => void;
  /** Ends the worker. Open queries are rejected as `closed`. */
  close(): void;
}

/** The part of a `Worker` that the client needs. */
export interface SearchPort {
  postMessage(message: SearchRequest): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

/** Starts the worker for this user's database. The worker reads a scope at its first query. */
export function openSearch(userId: string): Search {
  // The bundler finds the worker only when its address is inside the call.
  const worker = new Worker(new URL('../../search.worker.ts', import.meta.url), { type: 'module', name: 'search' });
  return searchThrough(worker, userId, endInTime(worker));
}

/**
 * The same through any port. Exported because the test environment has no workers; the test brings a message channel.
 */
export function searchThrough(port: SearchPort, userId: string, endPort: () => void): Search {
  const open = new Map<number, PromiseWithResolvers<SearchWindow>>();
  const listeners = new Set<(scope: string) => void>();
  let ended: SearchProblem | null = null;
  let last = 0;

  const end = (reason: SearchProblem) => {
    ended = reason;
    for (const pending of open.values()) pending.reject(new SearchError(reason));
    open.clear();
  };

  port.addEventListener('error', () => end('crashed'));
  port.addEventListener('message', ({ data }) => {
    const answer = v.safeParse(SearchAnswer, data);
    if (!answer.success) return end('malformed');
    if (answer.output.kind === 'changed') {
      for (const listener of listeners) listener(answer.output.scope);
      return;
    }
    if (answer.output.id === null) return end('malformed');
    const pending = open.get(answer.output.id);
    open.delete(answer.output.id);
    if (answer.output.kind === 'window') pending?.resolve(answer.output.window);
    else pending?.reject(new SearchError(answer.output.reason));
  });

  const send = (query: SearchQuery): Promise<SearchWindow> => {
    if (ended) return Promise.reject(new SearchError(ended));
    const id = ++last;
    const pending = Promise.withResolvers<SearchWindow>();
    open.set(id, pending);
    port.postMessage({ version: SEARCH_VERSION, id, userId, query });
    return pending.promise;
  };

  return {
    view: () => latestWins(send),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      end('closed');
      endPort();
    },
  };
}

/**
 * Sends one query at a time. Of the queries that come meanwhile, the newest is sent next and the others resolve with
 * null.
 */
function latestWins(send: (query: SearchQuery) => Promise<SearchWindow>): SearchView {
  let busy = false;
  let next: (() => void) | null = null;
  let overtake = () => {};

  const ask = async (query: SearchQuery): Promise<SearchWindow | null> => {
    if (busy) {
      overtake();
      const turn = Promise.withResolvers<boolean>();
      overtake = () => turn.resolve(false);
      next = () => turn.resolve(true);
      if (!(await turn.promise)) return null;
    }
    busy = true;
    try {
      return await send(query);
    } finally {
      const waiting = next;
      next = null;
      overtake = () => {};
      if (waiting) waiting();
      else busy = false;
    }
  };
  return { ask };
}
