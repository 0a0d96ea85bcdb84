/** Columns of debits and credits are known by their names, whatever stands around the rows. */
import { describe, expect, it } from 'vitest';
import { readText, shortOf, statementsOf } from '../../../tests/support/bank-files.ts';
import type { ReadFile } from '../read-file.ts';

const questionsOf = (read: ReadFile) => (read.kind === 'table' ? read.guess.questions : null);
const centsOf = (read: ReadFile) => statementsOf(read).flatMap(({ rows }) => rows.map(({ cents }) => cents));
const table = (...lines: string[]) => readText(lines.join('\n'));

describe('debits and credits of a short file', () => {
  const RENT = ['2026-11-02,Rent,900.00,', '2026-11-03,Salary,,2500.00'];
  const HEADER = 'Date,Description,Debit,Credit';
  const files: [string, string[], number[]][] = [
    ['a total below', [HEADER, ...RENT, 'Total,,900.00,2500.00'], [-90_000, 250_000]],
    ['a total above', [HEADER, 'Total,,900.00,2500.00', ...RENT], [-90_000, 250_000]],
    ['a total with a day', [HEADER, ...RENT, '2026-11-30,Total,900.00,2500.00'], [-90_000, 250_000]],
    ['two footers', [HEADER, ...RENT, 'Total,,900.00,2500.00', 'Sum of page,,900.00,2500.00'], [-90_000, 250_000]],
    [
      'sums between the rows',
      [HEADER, ...RENT, 'Subtotal,,900.00,2500.00', '2026-11-05,Food,30.00,', 'Subtotal,,30.00,0.00'],
      [-90_000, 250_000, -3000],
    ],
    ['an unknown word below', [HEADER, ...RENT, 'Obroty,,900.00,2500.00'], [-90_000, 250_000]],
    ['an unknown word with a day', [HEADER, ...RENT, '2026-11-30,Obroty,900.00,2500.00'], [-90_000, 250_000]],
    [
      'a refund beside a total',
      [HEADER, ...RENT, '2026-11-04,Refund,-20.00,', 'Total,,880.00,2500.00'],
      [-90_000, 250_000, 2000],
    ],
    ['debits with a minus', [HEADER, '2026-11-02,Rent,-900.00,', '2026-11-03,Salary,,2500.00'], [-90_000, 250_000]],
    [
      'debits with a minus and a total with one',
      [HEADER, '2026-11-02,Rent,-900.00,', '2026-11-03,Salary,,2500.00', 'Total,,-900.00,2500.00'],
      [-90_000, 250_000],
    ],
    [
      'debits with a minus and a total without',
      [HEADER, '2026-11-02,Rent,-900.00,', '2026-11-03,Salary,,2500.00', 'Total,,900.00,2500.00'],
      [-90_000, 250_000],
    ],
    ['debits alone', [HEADER, '2026-11-02,Rent,900.00,', 'Total,,900.00,0.00'], [-90_000]],
    ['debits alone and a total of one', [HEADER, '2026-11-02,Rent,900.00,', 'Total,,900.00,'], [-90_000]],
    ['credits alone', [HEADER, '2026-11-03,Salary,,2500.00', 'Total,,0.00,2500.00'], [250_000]],
    [
      'a dash for nothing',
      [HEADER, '2026-11-02,Rent,900.00,-', '2026-11-03,Salary,-,2500.00', 'Total,,900.00,2500.00'],
      [-90_000, 250_000],
    ],
    [
      'the names again on a second page',
      [HEADER, ...RENT, HEADER, '2026-11-05,Food,30.00,', 'Total,,930.00,2500.00'],
      [-90_000, 250_000, -3000],
    ],
    [
      'a balance beside them',
      [`${HEADER},Balance`, `${RENT[0]},100.00`, `${RENT[1]},2600.00`, ',Total,900.00,2500.00,'],
      [-90_000, 250_000],
    ],
    [
      'German names and an empty column',
      [
        'Buchungstag;Valuta;Text;;Soll;Haben',
        '01.11.2026;02.11.2026;Miete;;900,00;',
        '13.11.2026;13.11.2026;Gehalt;;;2.500,00',
        'Summe;;;;900,00;2.500,00',
      ],
      [-90_000, 250_000],
    ],
    [
      'days of two columns and a refund',
      [
        'Booking date;Value date;Text;Debit;Credit',
        '01.11.2026;02.11.2026;Miete;900,00;',
        '13.11.2026;13.11.2026;Gehalt;;2.500,00',
        '14.11.2026;15.11.2026;Storno;-20,00;',
        'Total;;;880,00;2.500,00',
      ],
      [-90_000, 250_000, 2000],
    ],
  ];

  it.each(files)('%s: they are read as such, and nothing is asked', (_, lines, cents) => {
    const read = table(...lines);
    expect([centsOf(read), questionsOf(read)]).toEqual([cents, []]);
  });

  it('without the names, two columns are a pair beside a total, too', () => {
    const lines = ['Date,Text,x,y', '2026-11-02,Rent,-900.00,', '2026-11-03,Salary,,2500.00'];
    expect(centsOf(table(...lines, 'Total,,-900.00,2500.00'))).toEqual([-90_000, 250_000]);
  });

  it('a row with both is listed, and no column of the two is left out', () => {
    const read = table(
      'Date,Text,Debit,Credit',
      '2026-11-02,a,9.00,4.00',
      '2026-11-03,b,8.00,',
      '2026-11-04,c,7.00,1.00',
    );
    expect(shortOf(read)).toEqual({
      rows: ['2026-11-03 -800 b'],
      unreadable: ['line 2: debit_or_credit', 'line 4: debit_or_credit'],
    });
  });
});

describe('a column of debits without one of credits', () => {
  it('is asked about, also where a refund has a minus', () => {
    for (const name of ['Debit', 'Soll', 'Ausgaben', 'Withdrawals', 'Credit']) {
      const read = table(`Date,Text,${name}`, '2026-11-02,Rent,900.00', '2026-11-03,Refund,-20.00');
      expect([name, questionsOf(read)]).toEqual([name, ['sign']]);
    }
  });

  it('is known by a balance that adds up', () => {
    const read = table('Date,Text,Debit,Balance', '2026-11-02,a,-9.00,91.00', '2026-11-03,b,-8.00,83.00');
    expect([centsOf(read), questionsOf(read)]).toEqual([[-900, -800], []]);
  });

  it('is asked about, whatever sign a sum below the rows has', () => {
    const read = table('Date,Text,Amount', '2026-11-02,Rent,900.00', 'Total,,-900.00');
    expect(questionsOf(read)).toEqual(['sign']);
  });
});
