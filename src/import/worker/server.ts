/** The worker's side of an import: it keeps the files that were read, and answers requests in their order. */
import { openDatabase } from '#store/database/database';
import type { Statement } from '../statement.ts';
import type { ImportAnswer, ImportRequest, PlanRequest } from './messages.ts';
import { previewRows } from './preview-rows.ts';
import { ReadFiles } from './read-files.ts';

/** So many rows go to the screen in one message, which it takes without a pause that people notice. */
const IN_ONE = 1000;

/** Returns the function that takes each message; `post` sends the answers. */
export function serveImport(post: (answer: ImportAnswer) => void): (request: ImportRequest) => Promise<void> {
  const read = new ReadFiles();
  let turn: Promise<void> = Promise.resolve();

  const answer = async (request: ImportRequest): Promise<void> => {
    const { id } = request;
    try {
      if (request.kind === 'plan') return await sendPlan(request, read.statement(request), post);
      if (request.kind === 'read') read.open(request, (done) => post({ id, kind: 'progress', done }));
      else read.choose(request);
      post({ id, kind: 'found', found: read.found() });
    } catch {
      // The database could not be read, or there is no memory left: the user can only try again.
      post({ id, kind: 'failed' });
    }
  };

  return (request) => {
    turn = turn.then(() => answer(request));
    return turn;
  };
}

async function sendPlan(
  { id, userId, accountId }: PlanRequest & { id: number },
  statement: Statement,
  post: (answer: ImportAnswer) => void,
): Promise<void> {
  const db = await openDatabase(userId);
  try {
    const { rows, isComplete } = await previewRows(db, accountId, statement);
    for (let from = 0; from < rows.length; from += IN_ONE) {
      post({ id, kind: 'rows', rows: rows.slice(from, from + IN_ONE) });
    }
    post({ id, kind: 'planned', unreadable: statement.unreadable, isComplete });
  } finally {
    db.close();
  }
}
