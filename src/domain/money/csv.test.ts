import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

/** The lines of the file, without what tells spreadsheets its encoding. */
const linesOf = (csv: string) => csv.replace(/^\uFEFF/, '').split('\r\n');

test('the file says that it is UTF-8', () => {
  expect(toCsv([['Café']])).toBe('\uFEFFCafé\r\n');
});

test('text that holds a comma, a quote or a line break is quoted', () => {
  expect(linesOf(toCsv([['Food, drink', 'the "good" one', 'plain']]))).toEqual([
    '"Food, drink","the ""good"" one",plain',
    '',
  ]);
  expect(toCsv([['two\nlines']])).toContain('"two\nlines"');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('text that a spreadsheet would run is escaped: %s', (text) => {
  expect(linesOf(toCsv([[text]]))[0]).toBe(`'${text}`);
});

test('text that begins with a carriage return is escaped and quoted', () => {
  expect(toCsv([['\r=1']])).toContain(`"'\r'=1"`);
});

test.each([
  ['a;=1+1', `a;'=1+1`],
  ['a;+1', `a;'+1`],
  ['a; -1;@SUM(A1)', `a; '-1;'@SUM(A1)`],
  ['a;;=1', `a;;'=1`],
  ['=1;=2', `'=1;'=2`],
])('text that would run in a spreadsheet that separates by semicolons is escaped: %s', (text, escaped) => {
  expect(linesOf(toCsv([['x', text]]))[0]).toBe(`x,${escaped}`);
});

test.each([
  ['two\n=1+1', `"two\n'=1+1"`],
  ['a;\t=1', `a;\t'=1`],
  ['a;"=1"', `"a;""'=1"""`],
])('no new line, tab or quote in a text begins a cell that runs: %j', (text, escaped) => {
  expect(toCsv([['x', text]])).toContain(`x,${escaped}\r\n`);
});

test.each(['a - b; c', 'mail@example.org', 'a=b', 'a;b', '2+2', 'x; y=1'])(
  'text that no spreadsheet runs stays as it is: %s',
  (text) => {
    expect(linesOf(toCsv([[text]]))[0]).toBe(text);
  },
);

test('escaped text is quoted when it needs quotes', () => {
  expect(linesOf(toCsv([['=A1,"x"']]))[0]).toBe(`"'=A1,""x"""`);
});

test('amounts stay plain numbers, also below zero', () => {
  expect(linesOf(toCsv([[{ cents: -123_456 }, { cents: 5 }]]))[0]).toBe('-1234.56,0.05');
});

test('an empty row is an empty line', () => {
  expect(linesOf(toCsv([['a'], [], ['b']]))).toEqual(['a', '', 'b', '']);
});
