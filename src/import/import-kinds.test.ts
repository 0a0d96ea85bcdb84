/**
 * Small files, each of a kind that real banks and apps write and that is easily read wrong; and exports of apps, with
 * the columns that these have. Where a question is fair, the rows are those after its answer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { NamedBytes } from './open-zip.ts';
import { type ReadFile, readFile } from './read-file.ts';
import type { ReadRow } from './statement/statement.ts';

const FOLDERS = ['import-kinds', 'import-apps'].map(
  (name) => new URL(`../../tests/fixtures/${name}/`, import.meta.url),
);
const Lines = v.array(v.string());
const Expected = v.record(
  v.string(),
  v.strictObject({
    rows: Lines,
    pending: v.optional(Lines, []),
    unreadable: v.optional(Lines),
    accounts: v.optional(v.record(v.string(), v.number())),
    /** Which column is the amount, where that is asked. */
    answer: v.optional(v.string()),
    mayAsk: v.optional(v.array(v.picklist(['sign', 'date_order', 'decimal_sign', 'amount_column'])), []),
  }),
);
const all = FOLDERS.flatMap((folder) => {
  const expected = v.parse(Expected, JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')));
  return Object.entries(expected).map(([name, one]) => ({ ...one, name, folder }));
});

function bytesOf({ folder, name }: { folder: URL; name: string }): NamedBytes {
  return { name, bytes: new Uint8Array(readFileSync(new URL(name, folder))) };
}

function readKind(one: (typeof all)[number]): ReadFile {
  const file = bytesOf(one);
  const [read] = readFile(file);
  if (!read) throw new Error(`${one.name} was not read`);
  if (read.kind === 'statements' && read.questions.includes('sign'))
    return readFile(file, { flipped: true })[0] ?? read;
  if (read.kind !== 'table' || read.questions.length === 0) return read;
  const { answer } = one;
  const amountColumn = answer === undefined ? {} : { amountColumn: read.table.header.indexOf(answer) };
  const sign = read.questions.includes('sign') ? { flipped: true } : {};
  return readFile(file, { mapping: { ...read.guess.mapping, ...sign, ...amountColumn } })[0] ?? read;
}

const rowsOf = (read: ReadFile) => (read.kind === 'refused' ? [] : read.statements.flatMap(({ rows }) => rows));

/** The row as the list has it, where its text has all words of that. */
function shortOf({ date, cents, text }: ReadRow, listed = ''): string {
  const words = listed.split(' ').slice(2).join(' ');
  return `${date} ${cents} ${text.includes(words) ? words : text}`;
}

it.each(FOLDERS)('each file of %s is in its list', (folder) => {
  const listed = all.filter((one) => one.folder === folder).map(({ name }) => name);
  expect(readdirSync(folder).filter((name) => name !== 'expected.json')).toEqual(listed.sort());
});

describe.each(all)('$name', (one) => {
  const { rows, pending, unreadable, accounts, mayAsk } = one;

  it('has the right rows, and asks nothing that it tells itself', () => {
    const questions = readFile(bytesOf(one)).flatMap((read) => (read.kind === 'refused' ? [] : read.questions));
    expect(questions.filter((question) => !mayAsk.includes(question))).toEqual([]);
    expect(questions.includes('amount_column')).toBe(one.answer !== undefined);
    const read = rowsOf(readKind(one));
    const booked = read.filter((row) => !row.pending);
    expect(booked.map((row, at) => shortOf(row, rows[at]))).toEqual(rows);
    const waiting = read.filter((row) => row.pending);
    expect(waiting.map((row, at) => shortOf(row, pending[at]))).toEqual(pending);
  });

  it('lists what it cannot read, and keeps accounts apart', () => {
    const read = readKind(one);
    const statements = read.kind === 'refused' ? [] : read.statements;
    const listed = statements.flatMap((some) => some.unreadable.map(({ line, reason }) => `line ${line}: ${reason}`));
    expect(listed).toEqual(unreadable ?? listed);
    const counts = Object.fromEntries(statements.map(({ account, rows: some }) => [account.name ?? '', some.length]));
    expect(counts).toEqual(accounts ?? counts);
  });
});
