/**
 * Small files, each of a kind that real banks and apps write and that is easily read wrong. Where a question is fair,
 * the rows are those after its answer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type ReadFile, readFile } from './read-file.ts';
import type { ReadRow } from './statement/statement.ts';

const FOLDER = new URL('../../tests/fixtures/import-kinds/', import.meta.url);
const Lines = v.array(v.string());
const Expected = v.record(
  v.string(),
  v.strictObject({
    rows: Lines,
    pending: v.optional(Lines, []),
    unreadable: v.optional(Lines),
    accounts: v.optional(v.record(v.string(), v.number())),
    mayAsk: v.optional(v.array(v.picklist(['sign', 'date_order', 'decimal_sign', 'amount_column'])), []),
  }),
);
const expected = v.parse(Expected, JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8')));

function readKind(name: string): ReadFile {
  const file = { name, bytes: new Uint8Array(readFileSync(new URL(name, FOLDER))) };
  const [read] = readFile(file);
  if (!read) throw new Error(`${name} was not read`);
  if (read.kind !== 'table' || !read.questions.includes('sign')) return read;
  return readFile(file, { mapping: { ...read.guess.mapping, flipped: true } })[0] ?? read;
}

const rowsOf = (read: ReadFile) => (read.kind === 'refused' ? [] : read.statements.flatMap(({ rows }) => rows));

/** The row as the list has it, where its text has all words of that. */
function shortOf({ date, cents, text }: ReadRow, listed = ''): string {
  const words = listed.split(' ').slice(2).join(' ');
  return `${date} ${cents} ${text.includes(words) ? words : text}`;
}

it('each file is in the list', () => {
  expect(readdirSync(FOLDER).filter((name) => name !== 'expected.json')).toEqual(Object.keys(expected).sort());
});

describe.each(Object.entries(expected))('%s', (name, { rows, pending, unreadable, accounts, mayAsk }) => {
  it('has the right rows, and asks nothing that it tells itself', () => {
    const questions = readFile({ name, bytes: new Uint8Array(readFileSync(new URL(name, FOLDER))) }).flatMap((read) =>
      read.kind === 'refused' ? [] : read.questions,
    );
    expect(questions.filter((one) => !mayAsk.includes(one))).toEqual([]);
    const read = rowsOf(readKind(name));
    const booked = read.filter((row) => !row.pending);
    expect(booked.map((row, at) => shortOf(row, rows[at]))).toEqual(rows);
    const waiting = read.filter((row) => row.pending);
    expect(waiting.map((row, at) => shortOf(row, pending[at]))).toEqual(pending);
  });

  it('lists what it cannot read, and keeps accounts apart', () => {
    const read = readKind(name);
    const statements = read.kind === 'refused' ? [] : read.statements;
    const listed = statements.flatMap((one) => one.unreadable.map(({ line, reason }) => `line ${line}: ${reason}`));
    expect(listed).toEqual(unreadable ?? listed);
    const counts = Object.fromEntries(statements.map(({ account, rows: some }) => [account.name ?? '', some.length]));
    expect(counts).toEqual(accounts ?? counts);
  });
});
