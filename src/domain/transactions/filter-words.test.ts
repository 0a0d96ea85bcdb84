import { describe, expect, it } from 'vitest';
import { filterTokens } from './filter-parts.ts';
import { FILTER_WORDS, offeredWords, withWord } from './filter-words.ts';

describe('the words that a filter offers', () => {
  it.each(FILTER_WORDS)('%s is understood, alone or with what it wants behind it', (word) => {
    const value = /^[<>=]$/.test(word) ? '20' : /^(from|to):$/.test(word) ? '2026-03' : 'tea';
    const wants = /\w$/.test(word) ? '' : value;
    expect(filterTokens(`${word}${wants}`)).toHaveLength(1);
  });

  it('are all offered in an empty field and after a finished word', () => {
    expect(offeredWords('')).toEqual(FILTER_WORDS);
    expect(offeredWords('food ')).toEqual(FILTER_WORDS);
  });

  it('are those that begin as typed, whatever the case, once two letters say so', () => {
    expect(offeredWords('food La')).toEqual(['last month', 'last quarter', 'last year']);
    expect(offeredWords('last q')).toEqual(['last quarter']);
    expect(offeredWords('l')).toEqual([]);
    expect(offeredWords('plast')).toEqual([]);
    expect(offeredWords('last year')).toEqual([]);
  });

  it('take the place of what was begun of them', () => {
    expect(withWord('food last q', 'last quarter')).toBe('food last quarter ');
    expect(withWord('food ', 'last quarter')).toBe('food last quarter ');
    expect(withWord('', 'notes:')).toBe('notes:');
  });
});
