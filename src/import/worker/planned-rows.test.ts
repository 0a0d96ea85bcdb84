import { expect, it } from 'vitest';
import { transactionRow } from '#store/database/rows.fixture';
import type { PreviewRow } from './messages.ts';
import { categoriesToMake, plannedRows, rowsToImport, ticked } from './planned-rows.ts';
import type { Changes } from './row-changes.ts';

const preview = (key: string, some: Partial<PreviewRow> = {}): PreviewRow => ({
  row: { line: 1, date: '2026-01-05', cents: -250, text: `Coffee ${key}` },
  key,
  twins: 1,
  state: 'new',
  present: null,
  mayLink: false,
  mayCorrect: false,
  otherSide: null,
  letters: 'coffee',
  category: 'Food',
  why: 'file',
  lines: null,
  ...some,
});

const same = (key: string, mayLink: boolean) => preview(key, { state: 'same', present: transactionRow(1), mayLink });
const choices = (rows: readonly PreviewRow[], changes: Changes = new Map(), intoNew = false) =>
  plannedRows(rows, changes, intoNew).map(({ choice }) => choice);

it('what is new comes in, what may be the same is linked, and the rest waits for a tick', () => {
  const pending = preview('p', { row: { line: 1, date: '2026-01-05', cents: -1, text: '', pending: true } });
  const opening = preview('o', { row: { line: 1, date: '2026-01-05', cents: 1, text: '', opening: true } });
  const rows = [preview('n'), same('s', true), same('t', false), pending, opening, preview('d', { state: 'deleted' })];
  expect(choices(rows)).toEqual(['new', 'link', 'leave', 'leave', 'leave', 'leave']);
  expect(choices([opening], new Map(), true)).toEqual(['new']);
});

it('what is here already never comes in, and somebody else’s row is never linked', () => {
  const changes: Changes = new Map([
    ['h', { choice: 'new' }],
    ['t', { choice: 'link' }],
  ]);
  expect(choices([preview('h', { state: 'here' }), same('t', false)], changes)).toEqual(['leave', 'leave']);
});

it('where what was chosen before cannot hold any more, the row is as if nothing had been chosen', () => {
  const rows = [same('s', true), preview('d', { state: 'deleted' }), preview('n')];
  for (const choice of ['transfer', 'link'] as const) {
    const changes: Changes = new Map(rows.map(({ key }) => [key, { choice }]));
    expect(choices(rows, changes)).toEqual(choices(rows));
  }
});

it('what may be a transfer becomes one only when the user says so, and then its type is that of the file', () => {
  const otherSide = { row: transactionRow(2, { type: 'income', amount: 250 }), accountName: 'Savings' };
  const rows = [preview('a', { otherSide }), preview('b', { otherSide }), preview('c')];
  const changes: Changes = new Map([
    ['b', { choice: 'transfer', type: 'income' as const }],
    ['c', { choice: 'transfer' }],
  ]);
  expect(choices(rows)).toEqual(['new', 'new', 'new']);
  const planned = plannedRows(rows, changes, false);
  expect(planned.map(({ choice, type }) => [choice, type])).toEqual([
    ['new', 'expense'],
    ['transfer', 'expense'],
    ['new', 'expense'],
  ]);
  expect(rowsToImport(planned).map((one) => 'otherSide' in one)).toEqual([false, true, false]);
});

it('a category counts for all rows of the same text and type, unless one has its own', () => {
  const rows = [preview('1'), preview('2'), preview('3'), preview('4')];
  const changes: Changes = new Map([
    ['2', { category: 'Home' }],
    ['3', { category: 'Fun' }],
    ['4', { type: 'income' as const }],
  ]);
  expect(plannedRows(rows, changes, false).map(({ category, why }) => [category, why])).toEqual([
    ['Fun', { alike: 'Coffee 3' }],
    ['Home', null],
    ['Fun', null],
    ['Uncategorized', null],
  ]);
});

it('a category that is made is made for rows of the same text, and for those for which the file says it', () => {
  const row = { line: 1, date: '2026-01-05', cents: -250, text: 'Vet', category: 'Pets' };
  const rows = [
    preview('a', { why: null, category: 'Uncategorized', row }),
    preview('b', { why: null, category: 'Uncategorized', row: { ...row, text: 'Cat food' }, letters: 'cat food' }),
    preview('c', { why: null, category: 'Uncategorized', row: { ...row, category: 'Fun' }, letters: 'fun' }),
    preview('d', { why: null, category: 'Uncategorized', row: { ...row, cents: 250 }, letters: 'vet' }),
    preview('e', { row, letters: 'other' }),
  ];
  const planned = plannedRows(rows, new Map([['a', { category: 'Pets', makes: true }]]), false);
  expect(planned.map(({ category, makes = false }) => [category, makes])).toEqual([
    ['Pets', true],
    ['Pets', true],
    ['Uncategorized', false],
    ['Uncategorized', false],
    ['Food', false],
  ]);
  expect(categoriesToMake(planned)).toEqual([{ type: 'expense', name: 'Pets' }]);
  const left = plannedRows(
    rows.slice(0, 1),
    new Map([['a', { category: 'Pets', makes: true, choice: 'leave' }]]),
    false,
  );
  expect(categoriesToMake(left)).toEqual([]);
});

it('what is carried out is what is shown, and a row that was deleted is wanted again', () => {
  const lines = [1, 2].map((cents) => ({ category: 'Food', cents: cents * 50 + 50, note: '' }));
  const rows = [preview('1', { lines }), preview('2', { state: 'deleted' }), same('3', true), preview('4')];
  const changes: Changes = new Map([
    ['2', { choice: 'new', type: 'income' as const, category: 'Gifts' }],
    ['4', { choice: 'leave' }],
  ]);
  expect(rowsToImport(plannedRows(rows, changes, false))).toMatchObject([
    { kind: 'new', key: '1', fields: { category: 'Split', amount: 250, lines } },
    { kind: 'new', key: '2', again: true, fields: { type: 'income', category: 'Gifts', status: 'cleared' } },
    { kind: 'link', key: '3', row: { id: transactionRow(1).id } },
  ]);
});

it('what is here with another amount or sign is corrected only when the user ticks it', () => {
  const there = transactionRow(1, { type: 'income', amount: 250, category: 'Gifts' });
  const rows = [true, false].map((mayCorrect) =>
    preview(String(mayCorrect), { state: 'differs', present: there, mayCorrect }),
  );
  expect(choices(rows)).toEqual(['leave', 'leave']);
  const ticks: Changes = new Map(rows.map((one) => [one.key, { choice: ticked(one) }]));
  expect(choices(rows, ticks)).toEqual(['correct', 'leave']);
  expect(rowsToImport(plannedRows(rows, ticks, false))).toMatchObject([
    { kind: 'link', key: 'true', row: there, correction: { type: 'expense', amount: 250, category: 'Food' } },
  ]);
});

it('what nobody chose is proposed: not what was chosen here, for a like text, or for a category of another app', () => {
  const tea = { letters: 'tea' };
  const rows = [preview('a'), preview('b'), preview('c', tea), preview('d', { ...tea, isMapped: true })];
  const changes: Changes = new Map([['a', { category: 'Home' }]]);
  const proposed = (changes: Changes) =>
    rowsToImport(plannedRows(rows, changes, false)).flatMap((one) => ('proposed' in one ? one.key : []));
  expect(proposed(changes)).toEqual(['c']);
  expect(proposed(new Map([['d', { type: 'income' as const }]]))).toEqual(['a', 'b', 'c', 'd']);
});

it('a category that was chosen keeps its id, also for rows of the same text, and a guess has none', () => {
  const rows = [preview('a'), preview('b'), preview('c', { letters: 'tea' })];
  const changes: Changes = new Map([['a', { category: 'Home', categoryId: 'id of Home' }]]);
  const planned = rowsToImport(plannedRows(rows, changes, false));
  expect(planned.map((one) => one.kind === 'new' && [one.fields.category, one.categoryId])).toEqual([
    ['Home', 'id of Home'],
    ['Home', 'id of Home'],
    ['Food', undefined],
  ]);
});
