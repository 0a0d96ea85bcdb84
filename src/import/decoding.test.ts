import { expect, it } from 'vitest';
import fc from '../../tests/support/random.ts';
import { decodeText } from './decoding.ts';

const TEXT = 'Datum;Betrag\n2026-01-26;-1,00 €;Müller';

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
};

it('a byte order mark tells the encoding, and is no part of the text', () => {
  const marked = `\ufeff${TEXT}`;
  expect(decodeText(new TextEncoder().encode(marked)).text).toBe(TEXT);
  expect(decodeText(utf16(marked, true)).text).toBe(TEXT);
  expect(decodeText(utf16(marked, false)).text).toBe(TEXT);
});

it('without a mark, UTF-8 and UTF-16 are found by what decodes', () => {
  expect(decodeText(new TextEncoder().encode(TEXT)).text).toBe(TEXT);
  expect(decodeText(utf16(TEXT, true)).text).toBe(TEXT);
  expect(decodeText(utf16(TEXT, false)).text).toBe(TEXT);
});

it('what UTF-8 refuses is windows-1252', () => {
  const bytes = [...TEXT].map((character) => (character === '€' ? 0x80 : character.charCodeAt(0)));
  expect(decodeText(Uint8Array.from(bytes)).text).toBe(TEXT);
});

it('any bytes are some text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(typeof decodeText(bytes).text).toBe('string');
    }),
  );
});
