/**
 * Bytes of a file become text. A mark at their beginning tells the encoding, or else what decodes: UTF-8, also with a
 * few bad bytes, UTF-16, or the encoding that makes the likeliest letters of the bytes that are no ASCII.
 */
import type { Encoding } from './encodings/encodings.ts';
import { likeliestEncoding } from './encodings/likeliest-encoding.ts';

export interface Decoded {
  text: string;
  encoding: Encoding;
  /** Some bytes stand for no letter in this encoding, and were replaced. */
  isDamaged: boolean;
}

const MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Enough of the file to see whether every other byte is a zero. */
const SAMPLE = 1_000;

/** The text without its byte order mark. `chosen`: what the user says of the encoding. */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): Decoded {
  if (chosen) return decodeAs(bytes, chosen);
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  const known = marked?.encoding ?? withoutMark(bytes);
  if (known) return decodeAs(bytes, known);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, encoding: 'utf-8', isDamaged: false };
  } catch {
    return decodeAs(bytes, likeliestEncoding(bytes));
  }
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): Decoded {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, isDamaged: text.includes('\ufffd') };
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
