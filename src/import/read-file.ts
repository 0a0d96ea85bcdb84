/** Reads what somebody dropped or chose: finds the format by the content, and opens a ZIP. Nothing here throws. */
import { readCamt } from './camt/read-camt.ts';
import { withoutBrokenEnd } from './csv/broken-end.ts';
import { withDecimals } from './csv/cents-columns.ts';
import { guessMapping } from './csv/guess-mapping.ts';
import { isListOfOthers } from './csv/list-of-others.ts';
import { withoutLongLines } from './csv/long-lines.ts';
import type { Guess, Mapping } from './csv/mapping.ts';
import { readTable } from './csv/read-table.ts';
import { ROLES } from './csv/roles.ts';
import { openTable, type Table } from './csv/table.ts';
import { decodeText } from './decoding.ts';
import type { Encoding } from './encodings/encodings.ts';
import { type FileProblem, isText, isZip, problemOfBytes, problemOfText } from './file-problems.ts';
import { formerColumns } from './former/former-reading.ts';
import { isMt940, readMt940 } from './mt940/read-mt940.ts';
import { isOfx, readOfx } from './ofx/read-ofx.ts';
import { type NamedBytes, openZip } from './open-zip.ts';
import { readActual } from './profiles/actual.ts';
import { readFirefly } from './profiles/firefly.ts';
import type { Migration } from './profiles/migration.ts';
import { readYnab } from './profiles/ynab.ts';
import { readQif } from './qif/read-qif.ts';
import { isLack, type Lack, RowRoom } from './row-room.ts';
import { mergeByCurrency } from './statement/merge-statements.ts';
import type { Answers, Statements } from './statement/statement.ts';

export type ReadFile = { name: string } & (
  | ({ kind: 'statements'; encoding: Encoding | null } & Statements)
  /** A table: its columns are guessed, and the user may choose other ones. `bytes` are its own, also in a ZIP. */
  | ({ kind: 'table'; bytes: Uint8Array; encoding: Encoding | null; table: Table; guess: Guess } & Statements)
  /** The export of another app, with all of its accounts. */
  | ({ kind: 'migration' } & Migration)
  | { kind: 'refused'; reason: FileProblem }
);

/** What the user chose for a file, or what was remembered. */
export interface Choices extends Answers {
  encoding?: Encoding;
  /** For tables. Its date order and decimal sign win over the other answers. */
  mapping?: Mapping;
  /** What was remembered of the last table of this shape: columns only where the user chose them. */
  remembered?: Mapping;
}

/**
 * What a file or a ZIP of files holds. A ZIP in a ZIP is not opened. Files that are chosen together share `room`; what
 * does not fit is refused as a whole.
 */
export function readFile(file: NamedBytes, choices: Choices = {}, room: RowRoom = new RowRoom()): ReadFile[] {
  if (!isZip(file.bytes)) return [readSingle(file, choices, room)];
  const zip = openZip(file.bytes);
  if ('reason' in zip) return [refuse(file, zip.reason)];
  // Spreadsheets are ZIPs, too.
  if (zip.files.some(({ name }) => name === '[Content_Types].xml')) return [refuse(file, 'spreadsheet')];
  if (zip.files.some(({ name }) => name === 'content.xml' || name.endsWith('.iwa')))
    return [refuse(file, 'spreadsheet')];
  if (zip.files.some(({ name }) => name === 'db.sqlite')) return [refuse(file, 'actual_data')];
  if (zip.files.length === 0) return [refuse(file, 'empty')];
  const read = room.tryOut(() => readAll(zip.files, choices, room));
  return isLack(read) ? [refuse(file, read)] : read;
}

/** What lacks, as soon as one does not fit. */
function readAll(files: readonly NamedBytes[], choices: Choices, room: RowRoom): ReadFile[] | Lack {
  const read: ReadFile[] = [];
  for (const file of files) {
    const one = readSingle(file, choices, room);
    if (one.kind === 'refused' && isLack(one.reason)) return one.reason;
    read.push(one);
  }
  return read;
}

function readSingle(file: NamedBytes, choices: Choices, room: RowRoom): ReadFile {
  const { name, bytes } = file;
  const problem = problemOfBytes(bytes);
  if (problem) return refuse(file, problem);
  const decoded = decodeText(bytes, choices.encoding);
  const isPlain = decoded.encoding === 'utf-8' && decoded.text.length === bytes.length;
  const encoding = isPlain ? null : decoded.encoding;
  const text = withoutZeros(decoded.text);
  if (text.trim() === '') return refuse(file, 'empty');
  if (!isText(text)) return refuse(file, 'no_text');
  const lack = room.take(text);
  if (lack) return refuse(file, lack);
  const read = readMarked(text, choices);
  if (read?.statements.length === 0) return refuse(file, problemOfText(text));
  if (read) return { name, kind: 'statements', encoding, ...read, statements: mergeByCurrency(read.statements) };
  return readAsTable(file, text, encoding, choices);
}

/** What does not say what it is, by the columns of its lines. */
function readAsTable(file: NamedBytes, given: string, encoding: Encoding | null, choices: Choices): ReadFile {
  const { name, bytes } = file;
  const { text, long } = withoutLongLines(given);
  // In the export of another app, a line could not be listed.
  const migration = long.length > 0 ? null : (readYnab(text, choices) ?? readActual(text) ?? readFirefly(text));
  if (migration) return { name, kind: 'migration', ...migration };
  const opened = openTable(text);
  if (!opened) return refuse(file, problemOfText(text));
  const whole = withoutBrokenEnd({ ...opened, unreadable: [...long, ...opened.unreadable] }, text);
  const table = withDecimals(whole);
  const chosen = readChosen(table, choices);
  if (isListOfOthers(table, chosen)) return refuse(file, 'list');
  return { name, kind: 'table', bytes, encoding, ...chosen };
}

/** Formats that say what they are; null for a table. */
function readMarked(text: string, answers: Answers): Statements | null {
  const head = text.slice(0, 5_000);
  if (isOfx(head)) return readOfx(text, answers);
  if (/^\s*!(Type|Account|Option|Clear)\b/i.test(head)) return readQif(text, answers);
  if (isMt940(head)) return readMt940(text);
  return /^\s*</.test(head) ? readCamt(text) : null;
}

/** Reads the table again with other choices, without opening the file again. */
export function readChosen(table: Table, choices: Choices): { table: Table; guess: Guess } & Statements {
  const { mapping, remembered, encoding: _, ...answers } = choices;
  const columns = remembered && wasChosen(table, remembered) ? columnsOf(remembered) : undefined;
  const guess = guessMapping(table, answers, mapping ?? columns, remembered);
  const statements = readTable(table, guess.mapping);
  return { table, guess, statements, questions: guess.questions };
}

/** 0.2.0 remembered its own guesses, too, which count for nothing now. */
function wasChosen(table: Table, { columns, chosen }: Mapping): boolean {
  return chosen ?? !haveSameColumns(columns, formerColumns(table));
}

/** The columns without what was answered. */
function columnsOf({ columns, signsOfBalance }: Mapping): Mapping {
  return { columns, chosen: true, ...(signsOfBalance && { signsOfBalance }) };
}

function haveSameColumns(one: Mapping['columns'], other: Mapping['columns']): boolean {
  return ROLES.every((role) => one[role] === other[role]);
}

export function refuse({ name }: NamedBytes, reason: FileProblem): ReadFile {
  return { name, kind: 'refused', reason };
}

/** A file whose download or disk broke off may be filled up with zeros. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}
