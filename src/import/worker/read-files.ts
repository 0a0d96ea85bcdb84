/** The files that were read, in parts: each statement, each app's export, and each file that could not be read. */
import type { ImportFormat } from '#domain/rows';
import { evidenceOf } from '../csv/evidence.ts';
import { mappingKey } from '../csv/mapping.ts';
import { provenReading } from '../csv/proven-reading.ts';
import type { Encoding } from '../encodings/encodings.ts';
import { differences, formerReadings } from '../former/former-readings.ts';
import type { FileLines } from '../matching/earlier-readings.ts';
import { accountKey, mergeFiles } from '../merge-files.ts';
import type { NamedBytes } from '../open-zip.ts';
import { mergeMigrations } from '../profiles/merge-migrations.ts';
import type { Migration } from '../profiles/migration.ts';
import { type Choices, type ReadFile, readChosen, readFile, refuse } from '../read-file.ts';
import { RowRoom } from '../row-room.ts';
import { apartByCurrency } from '../statement/merge-statements.ts';
import type { Statement } from '../statement/statement.ts';
import { totalsOf } from '../statement/totals.ts';
import { accountsOf, foundMigration } from './found-migration.ts';
import type { ChooseRequest, ChosenFile, Found, FoundStatement, PlanRequest, ReadRequest } from './messages.ts';
import type { FoundMigration } from './migration-messages.ts';

const FIRST_LINES = 4;

type Plain = Exclude<ReadFile, { kind: 'migration' }>;

interface PlainPart {
  kind: 'plain';
  file: NamedBytes;
  read: Plain;
  statement: Statement | null;
  /** How many more files it is of. */
  others?: number;
}

/** All files of one app, because a register and a budget, or several accounts, belong together. */
interface MigrationPart {
  kind: 'migration';
  files: readonly NamedBytes[];
  name: string;
  migration: Migration;
}

type Part = PlainPart | MigrationPart;

export class ReadFiles {
  #parts: Part[] = [];
  /** The same with the files of each account in one, as they are found. */
  #found: Part[] = [];

  open({ files, remembered }: ReadRequest, onProgress: (done: number) => void): void {
    const room = new RowRoom();
    const parts = files.flatMap((file, at) => {
      const reads = readOrRefuse(file, room).map((read): ReadFile => {
        const known = read.kind === 'table' && remembered[mappingKey(read.table) ?? ''];
        return known ? { ...read, ...readChosen(read.table, { remembered: known }) } : read;
      });
      onProgress(at + 1);
      return reads.flatMap((read) => partsOf(file, read));
    });
    this.#keep(joined(parts));
  }

  choose({ at, choices }: ChooseRequest): void {
    const chosen = this.#found[at];
    const place = chosen ? this.#parts.indexOf(chosen) : -1;
    // What is of several files leaves nothing open.
    if (!chosen || place < 0) return;
    if (chosen.kind === 'migration') {
      const again = joined(
        chosen.files.flatMap((file) => readFile(file, choices).flatMap((read) => partsOf(file, read))),
      );
      const same = again.find((one) => one.kind === 'migration' && one.migration.app === chosen.migration.app);
      if (same) this.#keep(this.#parts.with(place, same));
    } else if (chosen.read.kind === 'table' && isSameText(chosen.read, choices))
      this.#chooseTable(chosen, chosen.read, choices);
    else this.#keep(this.#readAgain(chosen, choices));
  }

  statement({ at, account }: Pick<PlanRequest, 'at' | 'account'>): Statement {
    const part = this.#found[at];
    const statement = part?.kind === 'migration' ? accountsOf(part.migration)[account] : part?.statement;
    if (!statement) throw new Error('this part has no rows');
    return statement;
  }

  /** What else the lines of a table say; null for other formats, which every version reads alike. */
  lines(at: number): FileLines | null {
    const part = this.#found[at];
    if (part?.kind !== 'plain' || !part.statement) return null;
    if (part.read.kind !== 'table') return formerLines(part.statement);
    const { table, bytes, guess } = part.read;
    const cells = new Map(table.lines.map((one) => [one.line, one.cells]));
    const former = formerReadings(bytes, table, guess.mapping, part.statement.rows);
    return { former, cellsOf: (line) => cells.get(line) ?? [] };
  }

  migration(at: number): FoundMigration {
    const part = this.#found[at];
    if (part?.kind !== 'migration') throw new Error('this part is no export of another app');
    return foundMigration(part.name, part.migration);
  }

  found(): Found[] {
    return this.#found.map((part, at) => (part.kind === 'migration' ? this.migration(at) : foundOf(part)));
  }

  #keep(parts: Part[]): void {
    this.#parts = parts;
    this.#found = withOnePlan(parts);
  }

  /** A choice is about the whole table, which may be of several accounts. */
  #chooseTable({ file }: PlainPart, read: Extract<ReadFile, { kind: 'table' }>, choices: Choices): void {
    const isOfTable = (part: Part) =>
      part.kind === 'plain' && part.read.kind === 'table' && part.read.bytes === read.bytes;
    const again = partsOf(file, { ...read, ...readChosen(read.table, choices) });
    const first = this.#parts.findIndex(isOfTable);
    this.#keep(this.#parts.filter((part) => !isOfTable(part)).toSpliced(first, 0, ...again));
  }

  /** An answer is about the whole file, so every statement of it is read again. */
  #readAgain({ file }: PlainPart, choices: Choices): Part[] {
    const isOfFile = (part: Part) => part.kind === 'plain' && part.file === file;
    const again = readFile(file, choices).flatMap((read) => partsOf(file, read));
    const plain = again.filter((part) => part.kind === 'plain');
    const first = this.#parts.findIndex(isOfFile);
    return this.#parts.filter((part) => !isOfFile(part)).toSpliced(first, 0, ...plain);
  }
}

/** One file never takes the others along. */
function readOrRefuse({ problem, ...file }: ChosenFile, room: RowRoom): ReadFile[] {
  if (problem) return [refuse(file, problem)];
  try {
    return readFile(file, {}, room);
  } catch {
    return [refuse(file, 'failed')];
  }
}

/** Of other formats, 0.2.0 read few rows in another way. Lines of several files cannot be told apart. */
function formerLines({ rows }: Statement): FileLines | null {
  const lines = new Set(rows.map(({ line }) => line));
  if (!rows.some((row) => row.former) || lines.size < rows.length) return null;
  const former = rows.map(({ former: other, ...row }) => ({ ...row, ...other }));
  return { former: differences(former, rows), cellsOf: () => [] };
}

function partsOf(file: NamedBytes, read: ReadFile): Part[] {
  if (read.kind === 'migration') return [{ kind: 'migration', files: [file], name: read.name, migration: read }];
  if (read.kind === 'refused') return [{ kind: 'plain', file, read, statement: null }];
  return read.statements.map((statement) => ({ kind: 'plain', file, read, statement }));
}

/** The parts with the files of each app in one, where the first of them stood. */
function joined(parts: readonly Part[]): Part[] {
  const ofApps = Map.groupBy(parts, (part) => (part.kind === 'migration' ? part.migration.app : part));
  return [...ofApps.values()].flatMap((some) => {
    const migrations = some.flatMap((part) => (part.kind === 'migration' ? part : []));
    const [first, ...others] = migrations;
    if (!first || others.length === 0) return some;
    const names = [...new Set(migrations.map(({ name }) => name))];
    const { app } = first.migration;
    const migration = mergeMigrations(
      app,
      migrations.map((one) => one.migration),
    );
    // The files of one ZIP are read together.
    const files = [...new Set(migrations.flatMap((one) => one.files))];
    return [{ kind: 'migration', files, name: names.join(', '), migration }];
  });
}

/** The parts with the files of each account in one, where the first of them stood. */
function withOnePlan(parts: readonly Part[]): Part[] {
  return [...Map.groupBy(parts, (part) => accountOf(part) ?? part).values()].flatMap((some) => {
    const plain = some.flatMap((part) =>
      part.kind === 'plain' && part.statement ? { part, name: part.read.name, statement: part.statement } : [],
    );
    if (plain.length < 2) return some;
    return apartByCurrency(plain, ({ statement }) => statement).flatMap(([first, ...others]) => {
      if (!first || others.length === 0) return first?.part ?? [];
      const { file, read } = first.part;
      // A ZIP is one file.
      const files = new Set([file, ...others.map(({ part }) => part.file)]);
      const statement = mergeFiles(first, ...others);
      return { ...first.part, read: { ...read, name: file.name }, statement, others: files.size - 1 };
    });
  });
}

/** Null where the file does not number its account, or left something open that only the user can tell. */
function accountOf(part: Part): string | null {
  if (part.kind !== 'plain' || part.read.kind !== 'statements' || part.read.questions.length > 0) return null;
  return part.statement && !part.statement.againstTypes ? accountKey(part.statement) : null;
}

/** Whether the bytes of the file stay the same letters. */
function isSameText({ encoding }: { encoding: Encoding | null }, { encoding: chosen }: Choices): boolean {
  return chosen === undefined || encoding === chosen;
}

function foundOf({ read, statement, others = 0 }: PlainPart): Found {
  const { name: fileName } = read;
  if (read.kind === 'refused') return { kind: 'refused', fileName, reason: read.reason };
  const totals = totalsOf(statement ?? { rows: [] });
  const misses = read.kind === 'table' && read.statements.length === 1 && Boolean(totals.check?.differs);
  const proven = misses && statement ? provenReading(read.table, read.guess.mapping, statement) : null;
  const table =
    read.kind === 'table'
      ? {
          shape: mappingKey(read.table),
          header: read.table.header,
          first: read.table.lines.slice(0, FIRST_LINES).map(({ cells }) => cells),
          mapping: read.guess.mapping,
          reasons: read.guess.reasons,
          ...(proven && { proven }),
        }
      : null;
  const format: ImportFormat = statement?.format ?? 'csv';
  const account = statement?.account ?? {};
  const currencies = statement?.currencies ?? [];
  const count = statement?.rows.length ?? 0;
  const said = { fileName, format, account, currencies, count, totals, encoding: read.encoding, table };
  const isOneOfSeveral = read.kind === 'table' && read.statements.length > 1;
  const found = {
    kind: 'statement',
    ...said,
    ...signsOf(read, statement),
    ...(isOneOfSeveral && ({ isOneOfSeveral } as const)),
  } as const;
  return others > 0 ? { ...found, others } : found;
}

/** What decided on the signs, and what is open. Of an OFX file with several accounts, some may have open signs. */
function signsOf(
  read: Exclude<Plain, { kind: 'refused' }>,
  statement: Statement | null,
): Pick<FoundStatement, 'evidence' | 'questions'> {
  if (read.kind === 'table') return { evidence: evidenceOf(read.table, read.guess), questions: read.questions };
  const signs = statement?.againstTypes;
  return { evidence: signs ?? 'format', questions: read.questions.filter((one) => signs || one !== 'sign') };
}
