/** Whether bytes are text of an encoding of East Asia, where most letters have two bytes. */

type EastAsian = 'gb18030' | 'shift_jis' | 'big5' | 'euc-kr';

/** Letters that everyday texts of each are made of; others exist, but are rare. */
const COMMON: Readonly<Record<EastAsian, RegExp>> = {
  gb18030: /[\u4e00-\u9fff\u3000-\u303f\uff00-\uff5e￥]/u,
  shift_jis: /[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f\uff00-\uff9f]/u,
  big5: /[\u4e00-\u9fff\u3000-\u303f\uff00-\uff5e]/u,
  'euc-kr': /[\uac00-\ud7a3\u3000-\u303f\uff00-\uff5e]/u,
};

/**
 * Bytes of the letters that a file of the encoding mostly has: the first of the two, and the second. The common letters
 * of Chinese, Korean and Japanese begin in other places.
 */
const USUAL: Readonly<Record<EastAsian, (first: number, second: number) => boolean>> = {
  gb18030: (first, second) => second >= 0xa1 && ((first >= 0xb0 && first <= 0xd7) || (first >= 0xa1 && first <= 0xa3)),
  shift_jis: (first, second) =>
    second >= 0x40 && ((first >= 0x81 && first <= 0x84) || (first >= 0x88 && first <= 0x97)),
  big5: (first, second) => second >= 0x40 && ((first >= 0xa4 && first <= 0xc6) || (first >= 0xa1 && first <= 0xa2)),
  'euc-kr': (first, second) => second >= 0xa1 && ((first >= 0xb0 && first <= 0xc8) || first === 0xa1 || first === 0xa3),
};

/** How many letters have to be usual. Half of all Chinese letters begin as Korean ones do, but never nearly all. */
const LEAST: Readonly<Record<EastAsian, number>> = { gb18030: 0.8, shift_jis: 0.8, big5: 0.8, 'euc-kr': 0.97 };

/** Fewer letters may be of any of them. */
const FEWEST_KOREAN = 6;

/** `sample`: pieces around the bytes that are no ASCII. */
export function isEastAsian(sample: Uint8Array, encoding: EastAsian): boolean {
  const pairs = pairsIn(sample, encoding);
  const usual = pairs.filter(([first, second]) => USUAL[encoding](first, second)).length;
  if (pairs.length === 0 || usual < LEAST[encoding] * pairs.length) return false;
  if (encoding === 'euc-kr' && pairs.length < FEWEST_KOREAN) return false;
  const text = new TextDecoder(encoding).decode(sample);
  const letters = text.match(/[^\p{ASCII}]/gu) ?? [];
  const common = letters.filter((letter) => COMMON[encoding].test(letter)).length;
  // A western letter stands behind letters of ASCII, also with the one behind it in the same two bytes. Letters of East
  // Asia stand together.
  const alone = text.match(/[a-z][^\p{ASCII}](?![^\p{ASCII}])/giu)?.length ?? 0;
  return common >= 0.9 * letters.length && alone <= 0.1 * letters.length;
}

/** The bytes of each letter of two bytes. Half letters of Japan have one byte, and are left out. */
function pairsIn(bytes: Uint8Array, encoding: EastAsian): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const isHalf = encoding === 'shift_jis' && byte >= 0xa1 && byte <= 0xdf;
    if (byte < 0x80 || isHalf) continue;
    found.push([byte, bytes[at + 1] ?? 0]);
    at += 1;
  }
  return found;
}
