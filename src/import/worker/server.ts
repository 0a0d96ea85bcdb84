/** The worker's side of an import: it keeps the files that were read, and answers requests in their order. */
import type { ImportFormat } from '#domain/rows';
import { openDatabase } from '#store/database/database';
import { mappingKey } from '../csv/mapping.ts';
import type { NamedBytes } from '../open-zip.ts';
import { type Choices, type ReadFile, readChosen, readFile } from '../read-file.ts';
import type { Statement } from '../statement.ts';
import type { ChooseRequest, Found, ImportAnswer, ImportRequest, PlanRequest, ReadRequest } from './messages.ts';
import { previewRows } from './preview-rows.ts';

/** So many rows go to the screen in one message, which it takes without a pause that people notice. */
const IN_ONE = 1000;
const FIRST_LINES = 4;

/** Returns the function that takes each message; `post` sends the answers. */
export function serveImport(post: (answer: ImportAnswer) => void): (request: ImportRequest) => Promise<void> {
  const read = new ReadFiles();
  let turn: Promise<void> = Promise.resolve();

  const answer = async (request: ImportRequest): Promise<void> => {
    const { id } = request;
    try {
      if (request.kind === 'plan') return await sendPlan(request, read.statement(request.at), post);
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

/** A statement of a file, or a file that could not be read. */
interface Part {
  file: NamedBytes;
  read: ReadFile;
  statement: Statement | null;
}

class ReadFiles {
  #parts: Part[] = [];

  open({ files, remembered }: ReadRequest, onProgress: (done: number) => void): void {
    this.#parts = files.flatMap((file, at) => {
      const reads = readFile(file).map((read): ReadFile => {
        const mapping = read.kind === 'table' && remembered[mappingKey(read.table) ?? ''];
        return mapping ? { ...read, ...readChosen(read.table, { mapping }) } : read;
      });
      onProgress(at + 1);
      return reads.flatMap((read) => partsOf(file, read));
    });
  }

  choose({ at, choices }: ChooseRequest): void {
    const chosen = this.#parts[at];
    if (!chosen) return;
    this.#parts =
      chosen.read.kind === 'table'
        ? this.#parts.map((part) => (part === chosen ? chooseTable(part, choices) : part))
        : this.#readAgain(chosen, choices);
  }

  statement(at: number): Statement {
    const statement = this.#parts[at]?.statement;
    if (!statement) throw new Error('this part has no rows');
    return statement;
  }

  found(): Found[] {
    return this.#parts.map(foundOf);
  }

  /** An answer is about the whole file, so every statement of it is read again. */
  #readAgain({ file }: Part, choices: Choices): Part[] {
    const again = readFile(file, choices).flatMap((read) => partsOf(file, read));
    const first = this.#parts.findIndex((part) => part.file === file);
    const others = this.#parts.filter((part) => part.file !== file);
    return others.toSpliced(first, 0, ...again);
  }
}

function partsOf(file: NamedBytes, read: ReadFile): Part[] {
  if (read.kind === 'refused') return [{ file, read, statement: null }];
  return read.statements.map((statement) => ({ file, read, statement }));
}

function chooseTable(part: Part, choices: Choices): Part {
  if (part.read.kind !== 'table') return part;
  const read: ReadFile = { ...part.read, ...readChosen(part.read.table, choices) };
  return { ...part, read, statement: read.statements[0] ?? null };
}

function foundOf({ read, statement }: Part): Found {
  const { name: fileName } = read;
  if (read.kind === 'refused') return { kind: 'refused', fileName, reason: read.reason };
  const table =
    read.kind === 'table'
      ? {
          shape: mappingKey(read.table),
          header: read.table.header,
          first: read.table.lines.slice(0, FIRST_LINES).map(({ cells }) => cells),
          mapping: read.guess.mapping,
          reasons: read.guess.reasons,
        }
      : null;
  const format: ImportFormat = statement?.format ?? 'csv';
  const account = statement?.account ?? {};
  const count = statement?.rows.length ?? 0;
  return { kind: 'statement', fileName, format, account, count, questions: read.questions, table };
}
