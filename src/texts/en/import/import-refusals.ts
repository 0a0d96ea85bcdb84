/** Why a file is not read, and what to download instead. */
import { FORMATS } from './import.ts';

/** Above the reason. */
export function notRead(fileName: string): string {
  return `${fileName} was not read`;
}

const EXPORT = 'Download the transactions as CSV, OFX, QIF or CAMT';

export const REFUSED = {
  empty: 'It is empty. Download it again.',
  too_large: `It is too large: 100 MB can be read at once. Choose fewer files. Or: ${EXPORT}, for a shorter time.`,
  too_many_rows: 'It has too many rows. 200,000 can be read at once. Split it, or choose fewer files.',
  broken_zip: 'The ZIP is broken, or has a password. Download it again, or unpack it and choose the files in it.',
  packed: 'It is packed, and no plain ZIP. Unpack it, and choose the files in it.',
  spreadsheet: 'It is a spreadsheet. Save it as CSV, and import that.',
  web_page: `It is a web page, whatever its name says. ${EXPORT}. Or open it in a spreadsheet, and save it as CSV.`,
  json: 'It is the data of a program (JSON). Export its transactions as CSV.',
  no_text: `It holds no text, like a picture. ${EXPORT}. These can be read: ${FORMATS}`,
  pdf: 'It is a PDF. Ask your bank for CSV, OFX, QIF or CAMT.',
  not_opened: 'It could not be opened. It may be a folder, or it has changed. Choose the files themselves.',
  failed: 'Reading it failed. Try it alone, or download it from your bank in another format.',
  list: 'It is a list of accounts, budgets or balances, and no transactions. Export the transactions instead.',
  actual_data: 'It is the data of Actual. Open an account or all of them there, and export their transactions.',
  unknown: `No line of it has a date and an amount. ${EXPORT}.`,
} as const;
