/** What the rows of a file come to, and why they go the way they go. Amounts and dates come formatted. */
import { counted } from '#domain/money/numbers';

export function sums(rows: number, into: string, out: string): string {
  return `${counted(rows, 'row', 'rows')}: ${into} in, ${out} out.`;
}

/** What decided which way the money went. */
export const EVIDENCE = {
  balances: 'The balances of the file add up with these amounts.',
  direction: 'A column says which way the money went.',
  pair: 'Money in and money out have columns of their own.',
  credits: 'Amounts that are marked as credits are money in.',
  minus: 'A minus means money out.',
  turned: 'A minus means money in.',
  format: 'The file says of each row which way the money went.',
} as const;

export function addsUp(balance: string, day: string): string {
  return `Adds up to the bank’s balance of ${balance} on ${day}.`;
}

/** `by`: what the balances say minus what the rows say. */
export function missesBy(balance: string, day: string, by: string): string {
  return `The rows miss the bank’s balance of ${balance} on ${day} by ${by}. Rows of the file may be missing.`;
}

export const ADDS_UP_OTHERWISE = 'With other columns they add up.';
export const READ_SO = 'Read it so';

export const TURN_SIGNS = 'Turn all signs round';

export const ENCODING = 'Letters';
export const ENCODING_HINT = 'Choose another one where letters look wrong.';
export const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western Europe (windows-1252)',
  'windows-1250': 'Central Europe (windows-1250)',
  'iso-8859-2': 'Central Europe (ISO 8859-2)',
  'windows-1257': 'Baltic (windows-1257)',
  'windows-1251': 'Cyrillic (windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (windows-1253)',
  'windows-1255': 'Hebrew (windows-1255)',
  'windows-1256': 'Arabic (windows-1256)',
  'windows-1254': 'Turkish (windows-1254)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-kr': 'Korean (EUC-KR)',
} as const;

export const AMOUNT_COLUMN = 'Which column is the amount?';

/** Of columns of persons who share expenses. */
export const OWN_COLUMN = 'Which column is yours?';

/** `column`: of two columns, of which each row fills one. */
export function whatIsIn(column: string): string {
  return `What are the amounts in ${column}?`;
}
