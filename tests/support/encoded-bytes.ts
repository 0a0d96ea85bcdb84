/** Text as bytes of an encoding that the platform can only decode: each letter is found by decoding all bytes. */
import type { Encoding } from '../../src/import/encodings/encodings.ts';

const tables = new Map<Encoding, Map<string, readonly number[]>>();

/** Throws when a letter has no bytes there. */
export function bytesIn(encoding: Encoding, text: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  const bytes = [...text].flatMap((letter) => {
    const found = table.get(letter);
    if (!found) throw new Error(`${encoding} has no ${letter}`);
    return found;
  });
  return Uint8Array.from(bytes);
}

function tableOf(encoding: Encoding): Map<string, readonly number[]> {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return wideTable(encoding);
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const note = (bytes: readonly number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    if ([...letter].length === 1 && letter !== '\ufffd' && !table.has(letter)) table.set(letter, bytes);
  };
  for (let byte = 0; byte < 256; byte++) note([byte]);
  const isWide = /^(gb18030|shift_jis|big5|euc-kr)$/.test(encoding);
  for (let first = 0x81; isWide && first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) note([first, second]);
  return table;
}

function wideTable(encoding: 'utf-16le' | 'utf-16be'): Map<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  for (let code = 0; code < 0xd800; code++) {
    const [low, high] = [code & 0xff, code >> 8];
    table.set(String.fromCharCode(code), encoding === 'utf-16le' ? [low, high] : [high, low]);
  }
  return table;
}
