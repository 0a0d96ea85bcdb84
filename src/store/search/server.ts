/** The worker's side. It has one user's database open at a time and answers requests in their order. */
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { closeInWorker, openInWorker } from '../database/in-worker.ts';
import { SEARCH_VERSION, type SearchAnswer, SearchRequest } from './messages.ts';
import { Searcher } from './searcher.ts';

interface Opened {
  db: Database;
  searcher: Searcher;
}

/** Returns the function that takes each message; `post` sends the answers. */
export function serveSearch(post: (answer: SearchAnswer) => void): (message: unknown) => Promise<void> {
  let opened: Opened | null = null;
  let turn: Promise<void> = Promise.resolve();

  const open = async (userId: string): Promise<Opened> => {
    if (opened?.db.userId === userId) return opened;
    opened?.searcher.close();
    if (opened) await closeInWorker(opened.db);
    opened = null;
    const db = await openInWorker(userId);
    const report = (scope: string) => post({ version: SEARCH_VERSION, kind: 'changed', scope });
    opened = { db, searcher: new Searcher(db, report) };
    return opened;
  };

  const answer = async (message: unknown): Promise<SearchAnswer> => {
    const request = v.safeParse(SearchRequest, message);
    if (!request.success) return { version: SEARCH_VERSION, kind: 'failed', id: idOf(message), reason: 'malformed' };
    const { id, userId, query } = request.output;
    try {
      const { searcher } = await open(userId);
      return { version: SEARCH_VERSION, kind: 'window', id, window: await searcher.window(query) };
    } catch {
      // Whatever error IndexedDB reports, the screen can only try again or show its pages without search.
      return { version: SEARCH_VERSION, kind: 'failed', id, reason: 'storage' };
    }
  };

  return (message) => {
    turn = turn.then(async () => post(await answer(message)));
    return turn;
  };
}

function idOf(message: unknown): number | null {
  const parsed = v.safeParse(v.object({ id: v.number() }), message);
  return parsed.success ? parsed.output.id : null;
}
