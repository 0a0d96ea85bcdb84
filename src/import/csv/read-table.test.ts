import { describe, expect, it } from 'vitest';
import { readBankFile, readText, shortOf, statementsOf } from '../../../tests/support/bank-files.ts';
import type { ReadFile } from '../read-file.ts';
import { mappingKey } from './mapping.ts';
import { openTable } from './table.ts';

const guessOf = (read: ReadFile) => (read.kind === 'table' ? read.guess : null);

describe('a table of a bank', () => {
  it('a byte order mark and semicolons: a cell may hold the other delimiter', () => {
    expect(shortOf(readBankFile('bom-semicolons.csv'))).toEqual({
      rows: ['2026-11-02 -350 Bäckerei Groß', '2026-11-13 -123456 Miete; November', '2026-11-30 250000 Gehalt'],
      unreadable: [],
    });
  });

  it('words above and below are left out, an IBAN above is the account, and a sum has no date', () => {
    const read = readBankFile('preamble-footer.csv');
    expect(shortOf(read)).toEqual({
      rows: ['2026-11-02 -11070 Stadtwerke Strom Abschlag November', '2026-11-16 200000 Arbeitgeber GmbH Gehalt'],
      unreadable: ['line 9: no_date'],
    });
    expect(statementsOf(read)[0]?.account).toEqual({ iban: 'DE89370400440532013000' });
    expect(statementsOf(read)[0]?.rows.map(({ line }) => line)).toEqual([6, 8]);
  });

  it('a balance with its day above the table is listed, and no transaction', () => {
    const text = 'Balance;01.11.2026;1.234,56\n\nDate;Text;Amount;Note\n02.11.2026;a;-1,00;\n03.11.2026;b;-2,00;';
    expect(shortOf(readText(text))).toEqual({
      rows: ['2026-11-02 -100 a', '2026-11-03 -200 b'],
      unreadable: ['line 1: columns'],
    });
  });

  it('debits go out and credits come in, also where one of them is zero; both at once are not read', () => {
    expect(shortOf(readBankFile('debit-credit.csv'))).toEqual({
      rows: [
        '2026-01-13 -4510 Grocery store',
        '2026-01-14 1200 Refund of a fee',
        '2026-01-15 150000 Salary',
        '2026-01-16 500 Returned groceries',
      ],
      unreadable: ['line 6: debit_or_credit', 'line 7: no_amount'],
    });
  });

  it('debits that are written with a minus go out, too, and one without comes back', () => {
    const text = 'Date,Text,Debit,Credit\n2026-01-13,a,-4.50,\n2026-01-14,b,-1.00,\n2026-01-15,c,2.00,';
    expect(shortOf(readText(text)).rows).toEqual(['2026-01-13 -450 a', '2026-01-14 -100 b', '2026-01-15 200 c']);
  });

  it('each way to write a sign is read, and what is no amount has its line and reason', () => {
    const { rows, unreadable } = shortOf(readBankFile('signs.csv'));
    expect(rows.map((row) => Number(row.split(' ')[1]))).toEqual([-1200, -1200, -300, -123_450, 725, -1500]);
    expect(unreadable).toEqual([
      'line 8: not_an_amount',
      'line 9: too_many_decimals',
      'line 10: zero',
      'line 11: too_large',
      'line 12: not_a_date',
      'line 13: columns',
    ]);
  });

  it('a word beside the amount is its direction, and another word is not taken for an income', () => {
    expect(shortOf(readBankFile('direction.tsv'))).toEqual({
      rows: ['2026-01-26 -1250 Café de Zon Pinbetaling', '2026-01-27 180000 Werkgever BV Salaris'],
      unreadable: ['line 4: debit_or_credit'],
    });
  });

  it('a quote that does not close takes its own line along, and no other', () => {
    expect(shortOf(readBankFile('broken-quotes.csv'))).toEqual({
      rows: ['2026-01-01 -100 Closed, and fine', '2026-01-04 -400 Last'],
      unreadable: ['line 3: broken', 'line 4: broken'],
    });
  });

  it('amounts of another currency than most are not read, and a status tells what is pending', () => {
    const read = readBankFile('currencies.csv');
    expect(shortOf(read)).toEqual({
      rows: ['2026-02-01 -950 Lunch', '2026-02-03 -8000 Hotel'],
      unreadable: ['line 3: other_currency'],
    });
    expect(statementsOf(read)[0]?.rows.map(({ pending }) => pending ?? false)).toEqual([false, true]);
  });

  it('two kinds of line ends in one file are line ends', () => {
    const text = 'Date,Amount,Text\r\n2026-01-01,-1.00,a\n2026-01-02,-2.00,b\r\n2026-01-03,-3.00,c\r2026-01-04,-4.00,d';
    expect(shortOf(readText(text)).rows).toHaveLength(4);
  });
});

describe('the mapping of a table', () => {
  it('says which column is what, and whether its name or its values tell', () => {
    expect(guessOf(readBankFile('preamble-footer.csv'))).toEqual({
      mapping: {
        columns: { date: 0, amount: 4, balance: 5, text: 3, payee: 2 },
        dateOrder: 'day-first',
        decimalSign: ',',
      },
      reasons: { date: 'name', amount: 'balance', balance: 'balance', text: 'name', payee: 'name' },
      questions: [],
    });
    expect(guessOf(readBankFile('no-header.csv'))).toEqual({
      mapping: { columns: { date: 0, amount: 2, text: 1 }, decimalSign: '.' },
      reasons: { date: 'values', amount: 'values', text: 'values' },
      questions: [],
    });
  });

  it('asks for the date order and the decimal sign when no line tells, and reads nothing until then', () => {
    const read = readBankFile('ask.csv');
    expect(guessOf(read)?.questions).toEqual(['date_order', 'decimal_sign']);
    expect(shortOf(read).rows).toEqual([]);
    const answered = readBankFile('ask.csv', { dateOrder: 'day-first', decimalSign: ',' });
    expect(guessOf(answered)?.questions).toEqual([]);
    expect(shortOf(answered).rows).toEqual([
      '2026-11-03 -120000 Deposit for the flat',
      '2026-11-05 -95000 Rent',
      '2026-11-07 300000 Salary',
    ]);
  });

  it('asks for the sign when no amount has a minus; a chosen mapping turns it', () => {
    const text = 'Date,Text,Amount\n2026-01-13,Books,4.50\n2026-01-14,Bread,3.00';
    const guess = guessOf(readText(text));
    expect(guess?.questions).toEqual(['sign']);
    const turned = readText(text, { mapping: { columns: { date: 0, text: 1, amount: 2 }, flipped: true } });
    expect(guessOf(turned)?.questions).toEqual([]);
    expect(shortOf(turned).rows).toEqual(['2026-01-13 -450 Books', '2026-01-14 -300 Bread']);
  });

  it('a chosen mapping keeps its columns and fills in what the values prove', () => {
    const text = 'Date,Text,Net,Gross\n13/01/2026,a,-1.50,-2.00';
    const read = readText(text, { mapping: { columns: { date: 0, text: 1, amount: 3 } } });
    expect(guessOf(read)?.mapping).toMatchObject({ dateOrder: 'day-first', decimalSign: '.' });
    expect(shortOf(read).rows).toEqual(['2026-01-13 -200 a']);
  });

  it("is remembered by the header's shape, whatever the case and the signs between the words", () => {
    const keyOf = (text: string) => {
      const table = openTable(text);
      return table && mappingKey(table);
    };
    const key = keyOf('Booking Date,Amount (€)\n2026-01-01,-1.00');
    expect(keyOf('booking-date;AMOUNT €\n2026-02-02;-7,00')).toBe(key);
    expect(keyOf('Amount (€),Booking Date\n-1.00,2026-01-01')).not.toBe(key);
    expect(keyOf('2026-01-01,-1.00')).toBeNull();
  });
});

describe('the currency of a table', () => {
  const currenciesOf = (read: ReadFile) => statementsOf(read)[0]?.currencies;

  it('is that of its column, and other rows are listed', () => {
    expect(currenciesOf(readBankFile('currencies.csv'))).toEqual(['EUR']);
    expect(currenciesOf(readText('Date,Text,Amount,Currency\n2026-01-13,a,-1.50,USD'))).toEqual([]);
  });

  it('stands beside amounts or above them, where the table has no such column', () => {
    const amounts = (...some: string[]) =>
      readText(`Date;Text;Amount\n${some.map((one) => `2026-01-13;a;${one}`).join('\n')}`);
    expect(currenciesOf(amounts('-110,70 €', '-1,00 €'))).toEqual(['€']);
    expect(currenciesOf(amounts('-$1.50', 'US$ 2.00', '3.00 USD', '4.00', '-7.00'))).toEqual([]);
    expect(currenciesOf(amounts('C$1.50', 'CAD 3.00', '-2.00 GBP'))).toEqual(['C$', 'CAD']);
    expect(currenciesOf(readText('Date,Text,Amount (EUR)\n2026-01-13,a,-1.50'))).toEqual(['EUR']);
    expect(currenciesOf(readText('DATE,TEXT,AMOUNT USD\n2026-01-13,ALL,1.50 DR'))).toEqual([]);
  });
});
