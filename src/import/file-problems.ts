/** What a file is that is not read, by its first bytes and its first words. */

import { LARGEST } from './largest.ts';

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
  /** The browser could not open it: it is a folder, or is gone, or has changed. */
  | 'not_opened'
  /** Reading it failed: it takes more than the device has, or we did not foresee it. */
  | 'failed'
  /** Accounts, budgets or categories of another app. */
  | 'list'
  /** Actual's own data, and no export. */
  | 'actual_data'
  | 'unknown';

/** A spreadsheet of before 2007. */
const OLD_SPREADSHEET = [0xd0, 0xcf, 0x11, 0xe0];
/** gzip, 7-Zip, RAR, bzip2, XZ, Zstandard. */
const PACKED = [
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x28, 0xb5, 0x2f, 0xfd],
];
/** Of one with files and of an empty one. */
const ZIPS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];

/** Null where the bytes may be a text. A ZIP that is one of the files in a ZIP is not opened. */
export function problemOfBytes(bytes: Uint8Array): FileProblem | null {
  if (bytes.length > LARGEST) return 'too_large';
  if (isPdf(bytes)) return 'pdf';
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

/** A PDF may have some other bytes in front, but a statement names none so early. */
function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('windows-1252').decode(bytes.subarray(0, 1_000)).includes('%PDF-');
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
