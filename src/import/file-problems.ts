/** What a file is that is not read, by its first bytes and its first words. */

/** Why nothing of a file could be read. */
export type FileProblem =
  | 'empty'
  | 'too_large'
  | 'too_many_rows'
  | 'broken_zip'
  | 'spreadsheet'
  /** Some banks call it XLS. */
  | 'web_page'
  /** Packed otherwise than as a ZIP, or a ZIP in a ZIP. */
  | 'packed'
  /** Data of another program. */
  | 'json'
  | 'pdf'
  | 'no_text'
  /** Accounts, budgets or categories of another app. */
  | 'list'
  /** Actual's own data, and no export. */
  | 'actual_data'
  | 'unknown';

/** The largest file, in bytes. 100,000 rows take some 20 MB. */
const LARGEST = 100_000_000;

/** The marks with which files begin: a PDF; a spreadsheet of before 2007; gzip, 7z, RAR and xz. */
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const OLD_SPREADSHEET = [0xd0, 0xcf, 0x11, 0xe0];
const PACKED = [
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0xfd, 0x37, 0x7a, 0x58],
];
/** Of one with files and of an empty one. */
const ZIPS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];

/** Null where the bytes may be a text. A ZIP that is one of the files in a ZIP is not opened. */
export function problemOfBytes(bytes: Uint8Array): FileProblem | null {
  if (bytes.length > LARGEST) return 'too_large';
  if (begins(bytes, PDF)) return 'pdf';
  if (begins(bytes, OLD_SPREADSHEET)) return 'spreadsheet';
  return isZip(bytes) || PACKED.some((mark) => begins(bytes, mark)) ? 'packed' : null;
}

/** What a text is that has no statement. */
export function problemOfText(text: string): FileProblem {
  const head = text.slice(0, 5_000);
  if (/progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/.test(head)) return 'spreadsheet';
  if (/^\s*<(!doctype html|html|head|body|table|script)\b/i.test(head)) return 'web_page';
  return /^\s*[[{]/.test(head) && /[\]}]\s*$/.test(text.slice(-100)) ? 'json' : 'unknown';
}

export function isZip(bytes: Uint8Array): boolean {
  return ZIPS.some((mark) => begins(bytes, mark));
}

/** Text has no control characters but breaks and tabs, perhaps an old mark of its end. Pictures are full of them. */
export function isText(text: string): boolean {
  const head = text.slice(0, 2_000);
  const others = head.match(/[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/gu) ?? [];
  return others.length <= head.length / 50;
}

function begins(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
