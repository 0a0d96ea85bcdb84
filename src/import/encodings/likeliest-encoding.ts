/** Which encoding bytes are in that are no plain UTF-8, by the likelihood of the letters that they would be. */
import { alphabetShare } from './alphabets.ts';
import { isEastAsian } from './east-asian.ts';

/** In both lists, where two make equally likely letters, the earlier one counts. */
const OF_ONE_BYTE = [
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'windows-1254',
  'windows-1257',
  'windows-1253',
  'koi8-r',
] as const;
const OF_EAST_ASIA = ['euc-kr', 'gb18030', 'shift_jis', 'big5'] as const;

type Likely = 'utf-8' | (typeof OF_ONE_BYTE)[number] | (typeof OF_EAST_ASIA)[number];

/** So many bytes that are no ASCII tell the encoding. */
const SAMPLE = 4_000;
/** So many bytes before and behind each of them say in what word it stands. */
const AROUND = 2;

/** The encoding of bytes that are not all UTF-8. Bytes that stand for nothing anywhere are taken for windows-1252. */
export function likeliestEncoding(bytes: Uint8Array): Likely {
  const sample = sampleOf(bytes);
  if (isMostlyUtf8(sample)) return 'utf-8';
  const asian = OF_EAST_ASIA.find((encoding) => isEastAsian(sample, encoding));
  if (asian) return asian;
  const shares = OF_ONE_BYTE.map((encoding) => ({
    encoding,
    share: alphabetShare(new TextDecoder(encoding).decode(sample)),
  }));
  const best = shares.reduce((one, other) => (other.share > one.share + 1e-9 ? other : one));
  return best.encoding;
}

/** Pieces of the file around the bytes that are no ASCII, a line break between them. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const found: number[] = [];
  let end = -1;
  let seen = 0;
  for (let at = 0; at < bytes.length && seen < SAMPLE; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    seen += 1;
    const from = Math.max(at - AROUND, end);
    if (from > end && found.length > 0) found.push(10);
    let last = at;
    while ((bytes[last + 1] ?? 0) >= 0x80) last += 1;
    seen += last - at;
    for (let one = Math.max(from, end); one <= last + AROUND && one < bytes.length; one++) found.push(bytes[one] ?? 0);
    end = Math.min(last + AROUND + 1, bytes.length);
    at = last;
  }
  return Uint8Array.from(found);
}

/** Whether more letters of several bytes are whole than broken. Other encodings hardly ever make such by chance. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(sample);
  const broken = text.split('\ufffd').length - 1;
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return whole > broken;
}
