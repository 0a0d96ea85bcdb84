/** Writes bank files of every format from rows that are known in cents, without the code that reads them. */

export interface KnownRow {
  /** YYYY-MM-DD. */
  date: string;
  cents: number;
  text: string;
}

function dayOf({ date }: KnownRow): { y: string; m: string; d: string } {
  const [y = '', m = '', d = ''] = date.split('-');
  return { y, m, d };
}

function money(cents: number, decimal: string, thousands: string): string {
  const digits = Math.abs(cents).toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${cents < 0 ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function csv(delimiter: string, cells: (row: KnownRow) => string[], header: string[]) {
  return (rows: readonly KnownRow[]) =>
    [header, ...rows.map(cells)].map((line) => line.map(quoted).join(delimiter)).join('\r\n');
}

const dots = (row: KnownRow) => `${dayOf(row).d}.${dayOf(row).m}.${dayOf(row).y}`;
const compact = (row: KnownRow) => row.date.replaceAll('-', '');

/** Each format by name. */
export const writtenFiles: Record<string, (rows: readonly KnownRow[]) => string> = {
  'CSV with commas': csv(',', (row) => [row.date, row.text, money(row.cents, '.', ',')], ['Date', 'Text', 'Amount']),
  'CSV of Europe': csv(';', (row) => [dots(row), row.text, `${money(row.cents, ',', '.')} €`], [
    'Datum',
    'Verwendungszweck',
    'Betrag',
  ]),
  'TSV of Switzerland': csv('\t', (row) => [dots(row), row.text, money(row.cents, '.', "'")], [
    'Datum',
    'Text',
    'Betrag',
  ]),
  'CSV with debit and credit': csv(
    ',',
    (row) => [
      row.date,
      row.text,
      row.cents < 0 ? money(-row.cents, '.', '') : '',
      row.cents > 0 ? money(row.cents, '.', '') : '',
    ],
    ['Date', 'Text', 'Debit', 'Credit'],
  ),
  'OFX of SGML': (rows) => {
    const entries = rows.map(
      (row) =>
        `<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>${compact(row)}120000[-8:PST]\n<TRNAMT>${money(row.cents, '.', '')}\n` +
        `<FITID>1\n<NAME>${escaped(row.text)}\n<MEMO>\n</STMTTRN>`,
    );
    const account = '<BANKACCTFROM><ACCTID>1</BANKACCTFROM>';
    return `OFXHEADER:100\n\n<OFX><STMTRS>${account}\n${entries.join('\n')}\n</STMTRS></OFX>`;
  },
  'OFX of XML': (rows) => {
    const entries = rows.map(
      (row) =>
        `<STMTTRN><DTPOSTED>${compact(row)}</DTPOSTED><TRNAMT>${money(row.cents, ',', '')}</TRNAMT>` +
        `<NAME>${escaped(row.text)}</NAME></STMTTRN>`,
    );
    return `<?xml version="1.0"?><OFX><STMTRS>${entries.join('')}</STMTRS></OFX>`;
  },
  QIF: (rows) =>
    `!Option:MDY\n!Type:Bank\n${rows
      .map((row) => {
        const { y, m, d } = dayOf(row);
        const date = `${Number(m)}/${d.replace(/^0/, ' ')}'${y.slice(2)}`;
        return `D${date}\nT${money(row.cents, '.', ',')}\nP${row.text}\n^`;
      })
      .join('\n')}`,
  'CAMT.053': (rows) => {
    const entries = rows.map(
      (row) =>
        `<Ntry><Amt Ccy="EUR">${money(Math.abs(row.cents), '.', '')}</Amt>` +
        `<CdtDbtInd>${row.cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>` +
        `<BookgDt><Dt>${row.date}</Dt></BookgDt>` +
        `<AddtlNtryInf>${escaped(row.text)}</AddtlNtryInf></Ntry>`,
    );
    const statement = `<Stmt><Acct><Ccy>EUR</Ccy></Acct>${entries.join('')}</Stmt>`;
    return `<Document><BkToCstmrStmt>${statement}</BkToCstmrStmt></Document>`;
  },
};
