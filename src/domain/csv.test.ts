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
  expect(toCsv([['\r=1']])).toContain(`"'\r=1"`);
});

test('text that is escaped is quoted where it has to be', () => {
  expect(linesOf(toCsv([['=A1,"x"']]))[0]).toBe(`"'=A1,""x"""`);
});

test('amounts stay plain numbers, below zero too', () => {
  expect(linesOf(toCsv([[{ cents: -123_456 }, { cents: 5 }]]))[0]).toBe('-1234.56,0.05');
});

test('an empty row is an empty line', () => {
  expect(linesOf(toCsv([['a'], [], ['b']]))).toEqual(['a', '', 'b', '']);
});
