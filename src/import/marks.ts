/** What the first bytes or letters of a file say of its kind. */

/** Each kind of packed file by its first bytes: gzip, 7-Zip, RAR, bzip2, XZ, Zstandard. */
const PACKED = [
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x28, 0xb5, 0x2f, 0xfd],
];

/** A PDF may have some other bytes in front, but a statement names none so early. */
const HEAD = 1_000;

export function isZip(bytes: Uint8Array): boolean {
  return begins(bytes, [0x50, 0x4b, 3, 4]) || begins(bytes, [0x50, 0x4b, 5, 6]);
}

/** Packed in a way that is not opened here. */
export function isPacked(bytes: Uint8Array): boolean {
  return PACKED.some((mark) => begins(bytes, mark));
}

/** A spreadsheet of the years before 2007. */
export function isOldSpreadsheet(bytes: Uint8Array): boolean {
  return begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
}

export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD)).includes('%PDF-');
}

export function isWebPage(text: string): boolean {
  return /^\s*(<!doctype\s+html|<html)\b/i.test(text.slice(0, HEAD));
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
