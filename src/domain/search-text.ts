/** Text as a search compares it: without case and accents, so that `cafe` finds Café and `istanbul` finds İstanbul. */
import { cleanText } from './entered-text.ts';

const ASCII = /^[^\u0080-\uffff]*$/;

/** Marks that stand on a letter of Latin, Greek or Cyrillic. Elsewhere marks are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Letters that people also write with others, and that Unicode does not take apart. */
const WRITTEN_OTHERWISE: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ς: 'σ',
};

const OTHERWISE = new RegExp(`[${Object.keys(WRITTEN_OTHERWISE).join('')}]`, 'g');

/** The text to search in, or the text that is searched. Most texts have neither accents nor such letters. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFD').replace(ACCENTS, '').toLowerCase().replace(ACCENTS, '');
  return plain.replace(OTHERWISE, (letter) => WRITTEN_OTHERWISE[letter] ?? letter).normalize('NFC');
}

/** What somebody typed, as it is searched; an empty one finds everything. */
export function searchedText(typed: string): string {
  return foldText(cleanText(typed));
}
