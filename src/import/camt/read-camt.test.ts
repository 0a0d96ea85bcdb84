import { expect, it } from 'vitest';
import { bankFile, readBankFile, readText, shortOf, statementsOf } from '../../../tests/support/bank-files.ts';
import { totalsOf } from '../statement/totals.ts';

const rows = () => statementsOf(readBankFile('statement.camt.xml'))[0]?.rows ?? [];

it('the amount of an entry rules, and the transactions of a batch are its parts', () => {
  expect(rows()[0]).toEqual({
    line: 8,
    date: '2026-03-02',
    cents: -15_000,
    text: 'Standing orders',
    bankId: 'ref-1',
    parts: [
      { cents: -10_000, text: 'Landlord Rent', payee: 'Landlord' },
      { cents: -5000, text: 'Garage', payee: 'Garage' },
    ],
  });
});

it('charges are the rest between what was sent and what arrived, on the day that the bank writes', () => {
  expect(rows()[1]).toMatchObject({
    date: '2026-03-04',
    cents: 9850,
    payee: 'Tenant',
    text: 'Tenant Room March',
    parts: [{ cents: 10_000 }, { cents: -150, text: '' }],
  });
});

it('a foreign amount is no part; a pending entry is marked; a reversal goes the way that it says', () => {
  expect(rows().slice(2)).toEqual([
    { line: 25, date: '2026-03-05', cents: -4720, text: 'Shop in Paris', payee: 'Shop in Paris', pending: true },
    { line: 30, date: '2026-03-06', cents: 1000, text: 'Reversal of a fee' },
  ]);
});

it('information, another currency and an entry without a direction are listed', () => {
  expect(shortOf(readBankFile('statement.camt.xml')).unreadable).toEqual([
    'line 34: information',
    'line 35: other_currency',
    'line 36: debit_or_credit',
  ]);
  expect(statementsOf(readBankFile('statement.camt.xml'))[0]?.account).toEqual({
    iban: 'CH9300762011623852957',
    name: 'Household',
  });
});

it('two pages of one account are one statement', () => {
  const entry =
    '<Ntry><Amt>1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-06</Dt></BookgDt></Ntry>';
  const page = (number: string) => `<Stmt><Acct><Id><Othr><Id>${number}</Id></Othr></Id></Acct>${entry}</Stmt>`;
  const text = `<Document><BkToCstmrStmt>${['1', '2', '1'].map(page).join('')}</BkToCstmrStmt></Document>`;
  expect(statementsOf(readText(text)).map(({ account, rows }) => [account.number, rows.length])).toEqual([
    ['1', 2],
    ['2', 1],
  ]);
});

it('a file that breaks off is read as far as it goes, and says so', () => {
  const whole = new TextDecoder().decode(bankFile('statement.camt.xml'));
  const { rows: read, unreadable } = shortOf(readText(whole.slice(0, whole.indexOf('Reversal of a fee'))));
  expect(read.slice(0, 3)).toHaveLength(3);
  expect(unreadable.at(-1)).toBe('line 32: broken');
});

it('the currency is told, and where the file says none of the account, that of most entries', () => {
  const [swiss] = statementsOf(readBankFile('statement.camt.xml'));
  expect(swiss?.currencies).toEqual(['CHF']);
  const rest = '<CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-03-06</Dt></BookgDt>';
  const entry = (currency: string, cents: string) => `<Ntry><Amt Ccy="${currency}">${cents}</Amt>${rest}</Ntry>`;
  const entries = [entry('USD', '1.00'), entry('EUR', '2.00'), entry('EUR', '3.00')].join('');
  const read = readText(`<Document><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`);
  expect(statementsOf(read)[0]?.currencies).toEqual(['EUR']);
  expect(shortOf(read)).toEqual({
    rows: ['2026-03-06 -200 ', '2026-03-06 -300 '],
    unreadable: ['line 1: other_currency'],
  });
});

it('a batch without a text of its own is called by its parts, and the text of its key stays empty', () => {
  const part = (cents: string, currency: string, name: string, words: string) =>
    `<TxDtls><Amt Ccy="${currency}">${cents}</Amt><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties>` +
    `<RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls>`;
  const entry = (...parts: string[]) =>
    `<Ntry><Amt Ccy="USD">3.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-03-06</Dt></BookgDt>` +
    `<NtryDtls>${parts.join('')}</NtryDtls></Ntry>`;
  const entries = [
    entry(
      part('1.00', 'USD', 'Landlord', 'Rent'),
      part('1.00', 'USD', 'Landlord', 'Heat'),
      part('1.00', 'USD', '', 'Car'),
    ),
    // Amounts in another currency are no parts, but their names are names.
    entry(part('1.00', 'EUR', 'Landlord', 'Rent'), part('1.00', 'EUR', 'Garage', '')),
    entry(),
  ];
  const read = readText(`<Document><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`);
  expect(statementsOf(read)[0]?.rows.map(({ text, payee }) => [text, payee])).toEqual([
    ['', 'Landlord, Car'],
    ['', 'Landlord, Garage'],
    ['', undefined],
  ]);
});

it('the closing balance is told, and else the opening one with the entries that the bank has booked', () => {
  const balance = (code: string, amount: string, direction: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt>` +
    `<CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entry = (amount: string, status: string) =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>${status}</Sts>` +
    '<BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry>';
  const balanceOf = (balances: string) => {
    const statement = `<Stmt>${balances}${entry('5', 'BOOK')}${entry('7', 'PDNG')}</Stmt>`;
    const text = `<Document><BkToCstmrStmt>${statement}</BkToCstmrStmt></Document>`;
    return statementsOf(readText(text))[0]?.balance;
  };
  const opening = balance('OPBD', '20.00', 'CRDT', '2026-01-01');
  expect(balanceOf(`${opening}${balance('CLBD', '15.00', 'CRDT', '2026-01-31')}`)).toEqual({
    cents: 1_500,
    date: '2026-01-31',
  });
  expect(balanceOf(balance('CLBD', '3.10', 'DBIT', '2026-01-31'))).toEqual({ cents: -310, date: '2026-01-31' });
  expect(balanceOf(opening)).toEqual({ cents: 1_500, date: '2026-01-05' });
  expect(balanceOf(balance('CLAV', '15.00', 'CRDT', '2026-01-31'))).toBeUndefined();
});

it('the interim balance of a report proves which way a reversal goes', () => {
  const balance = (kind: string, amount: string) =>
    `<Bal><Tp><Cd>${kind}</Cd></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
    '<Dt><Dt>2024-01-03</Dt></Dt></Bal>';
  const entry = (amount: string, direction: string, more = '') =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts>BOOK</Sts>` +
    '<BookgDt><Dt>2024-01-03</Dt></BookgDt></Ntry>';
  const report = (end: string) =>
    statementsOf(
      readText(
        `<Document><BkToCstmrAcctRptV01><Rpt>${balance('PRCD', '100.00')}${balance('ITBD', end)}` +
          `${entry('4.50', 'DBIT')}${entry('1.00', 'CRDT', '<RvslInd>true</RvslInd>')}</Rpt>` +
          '</BkToCstmrAcctRptV01></Document>',
      ),
    ).map((one) => [one.rows.map(({ cents }) => cents), totalsOf(one).check?.differs]);
  expect(report('94.50')).toEqual([[[-450, -100], 0]]);
  expect(report('96.50')).toEqual([[[-450, 100], 0]]);
});
