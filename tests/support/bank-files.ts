/** The bank files in tests/fixtures, written by ourselves: each shows quirks of real ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { importKeys } from '../../src/import/matching/import-key.ts';
import { type Choices, type ReadFile, readFile } from '../../src/import/read-file.ts';
import type { Statement } from '../../src/import/statement/statement.ts';

const FOLDER = new URL('../fixtures/import/', import.meta.url);

/** The bytes of one of them. */
export function bankFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, FOLDER)));
}

/** The names of all of them. */
export function bankFileNames(): string[] {
  return readdirSync(FOLDER).sort();
}

/** Those of all folders, named from this one. */
export function everyBankFileName(): string[] {
  const others = ['../import-apps/', '../import-kinds/'].flatMap((folder) =>
    readdirSync(new URL(folder, FOLDER)).map((name) => `${folder}${name}`),
  );
  return [...bankFileNames(), ...others.filter((name) => !name.endsWith('/expected.json')).sort()];
}

/** The keys of its rows, by statement. Questions are answered: the day first, a comma before decimals. */
export function keysOfBankFile(name: string): string[][] {
  const { questions = [] } = { questions: [], ...readBankFile(name) };
  const answers = questions.length > 0 ? ({ dateOrder: 'day-first', decimalSign: ',' } as const) : {};
  return statementsOf(readBankFile(name, answers)).map(({ rows }) => importKeys(rows));
}

/** What is read of one of them. */
export function readBankFile(name: string, choices?: Choices): ReadFile {
  const [read] = readFile({ name, bytes: bankFile(name) }, choices);
  if (!read) throw new Error(`${name} was not read`);
  return read;
}

/** What is read of a text. */
export function readText(text: string, choices?: Choices): ReadFile {
  const [read] = readFile({ name: 'text', bytes: new TextEncoder().encode(text) }, choices);
  if (!read) throw new Error('the text was not read');
  return read;
}

/** Its statements; none when it was refused. */
export function statementsOf(read: ReadFile): Statement[] {
  return read.kind === 'refused' ? [] : read.statements;
}

/** Its rows in short, `2026-01-26 -574 I <3 Coffee`, and what could not be read, `line 7: zero`. */
export function shortOf(read: ReadFile): { rows: string[]; unreadable: string[] } {
  const statements = statementsOf(read);
  return {
    rows: statements.flatMap(({ rows }) => rows.map(({ date, cents, text }) => `${date} ${cents} ${text}`)),
    unreadable: statements.flatMap((one) => one.unreadable.map(({ line, reason }) => `line ${line}: ${reason}`)),
  };
}
