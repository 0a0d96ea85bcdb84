import { expect, it } from 'vitest';
import { readBankFile, readText, shortOf, statementsOf } from '../../../tests/support/bank-files.ts';

it('SGML: an empty memo, a < in a name, a comma before decimals, and the day of the bank whatever the zone', () => {
  const { rows } = shortOf(readBankFile('sgml.ofx'));
  expect(rows).toEqual([
    '2026-01-26 -574 I <3 Coffee & Cake <b>',
    '2026-01-27 -895 Smith & Sons invoice 7',
    '2026-01-28 -300 1042',
  ]);
});

it('an id that the bank uses twice stays on both rows', () => {
  const [statement] = statementsOf(readBankFile('sgml.ofx'));
  expect(statement?.rows.map(({ bankId }) => bankId)).toEqual(['A1', 'A1', 'A3']);
  expect(statement?.account).toEqual({ number: '0001234567', kind: 'checking' });
});

it('a bad date, a correction and another currency have their line and reason', () => {
  expect(shortOf(readBankFile('sgml.ofx')).unreadable).toEqual([
    'line 36: not_a_date',
    'line 37: correction',
    'line 38: other_currency',
  ]);
});

it('XML with several accounts: each has its own entries, pending ones and investments among them', () => {
  const statements = statementsOf(readBankFile('two-accounts.ofx'));
  expect(statements.map(({ account, rows }) => ({ account, rows }))).toEqual([
    {
      account: { iban: 'DE89370400440532013000' },
      rows: [
        {
          line: 8,
          date: '2026-02-01',
          cents: 125_000,
          text: 'Employer Salary <January>',
          payee: 'Employer',
          bankId: 'x-1',
        },
        { line: 14, date: '2026-02-03', cents: -2000, text: 'Fuel', payee: 'Fuel', pending: true },
      ],
    },
    {
      account: { number: '4000123412341234', kind: 'credit_card' },
      rows: [{ line: 21, date: '2026-02-02', cents: -1234, text: 'Books', payee: 'Books', bankId: 'c-1' }],
    },
    {
      account: { number: 'INV-7', kind: 'investment' },
      rows: [{ line: 28, date: '2026-02-05', cents: 60_000, text: 'Deposit', payee: 'Deposit', bankId: 'i-2' }],
    },
  ]);
  expect(statements[2]?.unreadable).toMatchObject([{ line: 27, reason: 'investment' }]);
});

it('the kind of the account is what its element or its type says', () => {
  const kind = (account: string) => statementsOf(readText(`<OFX><STMTRS>${account}`))[0]?.account.kind;
  const bank = (type: string) => kind(`<BANKACCTFROM><ACCTID>1<ACCTTYPE>${type}</BANKACCTFROM>`);
  expect(['CHECKING', 'SAVINGS', 'moneymrkt', 'CREDITLINE', 'odd'].map(bank)).toEqual([
    'checking',
    'savings',
    'savings',
    'loan',
    undefined,
  ]);
  expect(kind('<CCACCTFROM><ACCTID>1</CCACCTFROM>')).toBe('credit_card');
});

it('OFX has no sign for thousands, so 1.234 has three decimals unless another amount proves thousands', () => {
  const file = (...amounts: string[]) =>
    `<OFX><STMTRS>${amounts.map((one) => `<STMTTRN><DTPOSTED>20260101<TRNAMT>${one}<NAME>x</STMTTRN>`).join('')}`;
  expect(shortOf(readText(file('-1.230'))).rows).toEqual(['2026-01-01 -123 x']);
  expect(shortOf(readText(file('-1.230', '-1,5'))).rows).toEqual(['2026-01-01 -123000 x', '2026-01-01 -150 x']);
});

it('the currency of an account is told where it is not the dollar', () => {
  const currencies = (name: string) => statementsOf(readBankFile(name)).map((one) => one.currencies);
  expect(currencies('sgml.ofx')).toEqual([[]]);
  const account = '<BANKACCTFROM><ACCTID>1</BANKACCTFROM>';
  const page = (currency: string, day: string) =>
    `<STMTRS><CURDEF>${currency}${account}<STMTTRN><DTPOSTED>${day}<TRNAMT>-1.00</STMTTRN></STMTRS>`;
  const pages = [page('EUR', '20260101'), page('USD', '20260103'), page('EUR', '20260102')];
  const read = statementsOf(readText(`<OFX>${pages.join('')}`));
  expect(read.map((one) => [one.currencies, one.rows.length])).toEqual([
    [['EUR'], 2],
    [[], 1],
  ]);
});

it('a file that breaks off says where, and reads no row of which a part is missing', () => {
  const entry = (day: string) => `<STMTTRN>\n<DTPOSTED>202601${day}\n<TRNAMT>-12.34\n<NAME>Shop\n</STMTTRN>\n`;
  const whole = `<OFX><STMTRS><BANKTRANLIST>\n${entry('01')}${entry('02')}</BANKTRANLIST></STMTRS></OFX>`;
  expect(shortOf(readText(whole)).unreadable).toEqual([]);
  for (const mark of ['0102', '.34\n<NAME>Shop\n</STMTTRN>\n</BANK', '</STMTTRN>\n</BANK']) {
    const cut = shortOf(readText(whole.slice(0, whole.indexOf(mark))));
    expect(cut).toEqual({ rows: ['2026-01-01 -1234 Shop'], unreadable: ['line 7: broken'] });
  }
  const between = shortOf(readText(whole.slice(0, whole.indexOf('</BANK'))));
  expect(between.rows).toHaveLength(2);
  expect(between.unreadable).toEqual(['line 11: broken']);
  // Some banks close no entry, but the list of them.
  const open = shortOf(readText(whole.replaceAll('</STMTTRN>', '')));
  expect([open.rows.length, open.unreadable]).toEqual([2, []]);
});

it('the file of a card says so, also where it names no account', () => {
  const entry = '<STMTTRN><DTPOSTED>20260102<TRNAMT>-5.00<NAME>Shop</STMTTRN>';
  const named = '<CCACCTFROM><ACCTID>4711</CCACCTFROM>';
  for (const from of [named, '']) {
    const text = `<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD${from}<BANKTRANLIST>${entry}</OFX>`;
    const [statement] = statementsOf(readText(text));
    expect(statement?.account).toEqual({ ...(from && { number: '4711' }), kind: 'credit_card' });
  }
});

it('the balance of the ledger and its day are told, whether tags close or not, zero and a debt included', () => {
  const entry = '<STMTTRN><DTPOSTED>20260102<TRNAMT>-5.00<NAME>Shop';
  const available = '<AVAILBAL><BALAMT>900.00<DTASOF>20260109';
  const balanceOf = (ledger: string) =>
    statementsOf(readText(`<OFX><STMTRS><CURDEF>USD<BANKTRANLIST>${entry}${ledger}</OFX>`))[0]?.balance;
  const ledger = '<LEDGERBAL><BALAMT>100.00<DTASOF>20260131120000[-5:EST]';
  expect(balanceOf(`</STMTTRN></BANKTRANLIST>${ledger}</LEDGERBAL>${available}</AVAILBAL>`)).toEqual({
    cents: 10_000,
    date: '2026-01-31',
  });
  expect(balanceOf(`${available}${ledger}`)).toEqual({ cents: 10_000, date: '2026-01-31' });
  expect(balanceOf('<LEDGERBAL><BALAMT>0.00<DTASOF>20260131')).toEqual({ cents: 0, date: '2026-01-31' });
  expect(balanceOf('<LEDGERBAL><BALAMT>-12.5<DTASOF>20260131')).toEqual({ cents: -1_250, date: '2026-01-31' });
  expect(balanceOf('<LEDGERBAL><BALAMT>12.50<DTASOF>')).toEqual({ cents: 1_250, date: '2026-01-02' });
  expect(balanceOf('<LEDGERBAL><BALAMT>none<DTASOF>20260131')).toBeUndefined();
  expect(balanceOf(available)).toBeUndefined();
});

it('more decimals than cents are rounded away from zero, which is marked; a comment is no entry', () => {
  const entry = (amount: string) => `<STMTTRN><DTPOSTED>20260105<TRNAMT>${amount}<FITID>1<NAME>Shop</STMTTRN>`;
  const entries = ['-4.505', '4.5049', '2.0000'].map(entry).join('');
  const text = `<OFX><STMTRS><BANKTRANLIST><!-- ${entry('-9.00')} -->${entries}`;
  const [statement] = statementsOf(readText(`${text}</BANKTRANLIST></STMTRS></OFX>`));
  expect(statement?.rows.map(({ cents, isRounded }) => [cents, isRounded ?? false])).toEqual([
    [-451, true],
    [450, true],
    [200, false],
  ]);
});

it('types overrule no sign: where all speak against the signs, that is asked, and one that agrees settles it', () => {
  const read = (entries: Record<string, string>, flipped?: boolean) => {
    const all = Object.entries(entries).map(
      ([amount, type]) => `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260105<TRNAMT>${amount}<NAME>x</STMTTRN>`,
    );
    const found = readText(`<OFX><STMTRS>${all.join('')}</STMTRS></OFX>`, flipped === undefined ? {} : { flipped });
    const rows = statementsOf(found).flatMap((one) => one.rows.map(({ cents }) => cents));
    return found.kind === 'statements' ? [...found.questions, ...rows] : [];
  };
  const debt = { '5.00': 'DEBIT', '-50.00': 'CREDIT', '7.00': 'OTHER' };
  expect(read(debt)).toEqual(['sign', 500, -5000, 700]);
  expect(read(debt, true)).toEqual([-500, 5000, -700]);
  expect(read(debt, false)).toEqual([500, -5000, 700]);
  expect(read({ ...debt, '-9.00': 'FEE' })).toEqual([500, -5000, 700, -900]);
  expect(read({ ...debt, '-9.00': 'FEE' }, true)).toEqual([500, -5000, 700, -900]);
  // Of a file in which all money goes one way, the types are all that tells.
  expect(read({ '5.00': 'DEBIT', '7.00': 'CHECK' })).toEqual(['sign', 500, 700]);
  expect(read({ '-5.00': 'CREDIT', '7.00': 'OTHER' })).toEqual([-500, 700]);
});
