import { expect, test } from 'vitest';
import fc from '../../tests/support/random.ts';
import { foldText, searchedText } from './search-text.ts';

test.each([
  ['cafe', 'Café'],
  ['istanbul', 'İstanbul'],
  ['ISTANBUL', 'istanbul'],
  ['ısparta', 'Isparta'],
  ['muller', 'Müller'],
  ['strasse', 'Straße'],
  ['STRASSE', 'straße'],
  ['smorrebrod', 'Smørrebrød'],
  ['lodz', 'Łódź'],
  ['oeuvre', 'Œuvre'],
  ['ΟΔΟΣ', 'οδός'],
  ['елка', 'Ёлка'],
  ['cafe\u0301', 'CAFÉ'],
])('%s and %s are the same to a search', (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

test('marks that are letters of their own stay', () => {
  expect(foldText('はが')).not.toBe(foldText('はか'));
  expect(foldText('की')).not.toBe(foldText('क'));
});

test('what was typed is searched without the spaces around it', () => {
  expect(searchedText('  CAFÉ ')).toBe('cafe');
});

test('a folded text stays as it is when it is folded again', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)));
});
