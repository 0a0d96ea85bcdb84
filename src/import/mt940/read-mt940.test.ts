import { expect, it } from 'vitest';
import { readText, shortOf, statementsOf } from '../../../tests/support/bank-files.ts';
import { totalsOf } from '../statement/totals.ts';

const HEAD = ':20:STARTUMS\n:25:50010517/5407324931\n:28C:1/1\n:60F:C260114EUR100,00\n';

it('entries have the day of booking, the way of the money and the words of field 86', () => {
  const read = readText(
    `${HEAD}:61:2601150115D4,50NMSCNONREF//B-1\n:86:005?00LASTSCHRIFT?20EREF+17SVWZ+Rechnung?21 1?32Laden?33 Mitte\n` +
      ':61:2601150116C1500,00NTRFNONREF\n:86:166?00GUTSCHRIFT?20Lohn?32Arbeitgeber\n:62F:C260116EUR1595,50\n-\n',
  );
  expect(shortOf(read)).toEqual({
    rows: ['2026-01-15 -450 Laden Mitte Rechnung 1', '2026-01-16 150000 Arbeitgeber Lohn'],
    unreadable: [],
  });
  expect(statementsOf(read)[0]).toMatchObject({
    account: { number: '5407324931' },
    currencies: ['EUR'],
    opening: { cents: 10_000, date: '2026-01-14' },
    balance: { cents: 159_550, date: '2026-01-16' },
  });
  expect(statementsOf(read)[0]?.rows.map(({ bankId }) => bankId)).toEqual(['B-1', undefined]);
});

it('what is taken back goes the other way, and a booking may be of the year before its value', () => {
  const read = readText(
    `${HEAD}:61:2601020101RC5,NTRFNONREF\n:61:2601021231RD7,5NTRFNONREF\n:61:260102D1,NTRFNONREF\n`,
  );
  expect(shortOf(read).rows).toEqual(['2026-01-01 -500 ', '2025-12-31 750 ', '2026-01-02 -100 ']);
});

it('words between slashes, and plain ones over several lines', () => {
  const read = readText(
    `${HEAD}:61:2601150115D1,00NTRFNONREF\n:86:/TRTP/SEPA/IBAN/NL91ABNA0417164300/NAME/De Winkel/REMI/Brood/EREF/7\n` +
      ':61:2601150115D2,00NTRFNONREF\n:86:Card payment\nCorner shop\n',
  );
  expect(shortOf(read).rows).toEqual(['2026-01-15 -100 De Winkel Brood', '2026-01-15 -200 Card payment Corner shop']);
});

it('several messages of one account are one statement, and headers of the network are left out', () => {
  const day = (number: string, day: string) =>
    `{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\n:20:X\n:25:${number}\n:60F:C2601${day}EUR1,00\n` +
    `:61:2601${day}D1,00NTRFNONREF\n:86:a\n:62F:C2601${day}EUR0,00\n-}\n`;
  const read = readText(day('1', '05') + day('2', '05') + day('1', '06'));
  expect(statementsOf(read).map(({ account, rows }) => [account.number, rows.length])).toEqual([
    ['1', 2],
    ['2', 1],
  ]);
});

it('an entry that breaks off or has no day is listed', () => {
  const read = readText(`${HEAD}:61:2613450115D1,00NTRFNONREF\n:61:26011\n:61:2601150115D0,00NTRFNONREF\n`);
  expect(shortOf(read)).toEqual({
    rows: [],
    unreadable: ['line 5: not_a_date', 'line 6: broken', 'line 7: zero'],
  });
});

it('the days of one account lead from the first balance to the last, and the currency is no part of the number', () => {
  const day = (open: string, entry: string, close: string) =>
    `:20:X\n:25:NL91ABNA0417164300EUR\n:60M:C${open}\n:61:${entry}NONREF\n:86:a\n:62M:C${close}\n-\n`;
  const first = day('240101EUR100,', '2401020102D12,50N426', '240102EUR87,50');
  const read = (second: string) => {
    const [one] = statementsOf(readText(first + second));
    return one && { account: one.account, check: totalsOf(one).check };
  };
  expect(read(day('240102EUR87,50', '2401050105C100,00N654', '240105EUR187,50'))).toEqual({
    account: { iban: 'NL91ABNA0417164300' },
    check: { cents: 18_750, date: '2024-01-05', differs: 0 },
  });
  expect(read(day('240104EUR80,00', '2401050105C100,00N654', '240105EUR180,00'))?.check).toBeNull();
});

it('what is only expected is not booked, and a file without a last balance says nothing of one', () => {
  const read = readText(`${HEAD}:61:260115C9,00NTRFNONREF\n:86:a\n:61:260116EC5,00NTRFNONREF\n:86:b\n`);
  const [one] = statementsOf(read);
  expect(one?.rows.map(({ cents, pending = false }) => [cents, pending])).toEqual([
    [900, false],
    [500, true],
  ]);
  expect(one?.balance).toEqual({ cents: 10_900, date: '2026-01-15' });
  expect(one && totalsOf(one).check).toBeNull();
});
