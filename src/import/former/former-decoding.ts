/** How 0.2.0 decoded a file, frozen with the rest of this folder. Never change this. */

const MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Enough of the file to see whether every other byte is a zero. */
const SAMPLE = 1_000;

/**
 * The text without its byte order mark. Without one it is UTF-16 when most characters have a zero byte, else UTF-8, and
 * what UTF-8 refuses is windows-1252, which takes every byte.
 */
export function formerText(bytes: Uint8Array): string {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  const wide = withoutMark(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function withoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.length < 4) return null;
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [first = 0, second = 0] = zeros;
  if (second > sample.length / 4 && first < sample.length / 20) return 'utf-16le';
  return first > sample.length / 4 && second < sample.length / 20 ? 'utf-16be' : null;
}
