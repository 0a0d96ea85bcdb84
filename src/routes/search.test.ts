import { expect, test } from 'vitest';
import { filterTokens } from '../domain/transactions/filter-parts.ts';
import { toCallbackSearch, toFrameSearch, toMainSearch } from './search.ts';

const huge = '2026-10 '.repeat(250_000);

test('a link that names a huge text is cut to what a link of the app may have', () => {
  expect(toFrameSearch({ text: huge, filter: huge })).toMatchObject({
    text: huge.slice(0, 10_000),
    filter: huge.slice(0, 2000),
  });
  expect(toCallbackSearch({ token_hash: huge }).token_hash).toHaveLength(10_000);
});

test('a link that names very many categories is cut', () => {
  const categories = Array.from({ length: 100_000 }, (_, at) => `c${at}`);
  expect(toMainSearch({ tab: 'reports', categories }).categories).toEqual(categories.slice(0, 1000));
});

test('the longest filter that a link may name does not hold the page', () => {
  const { filter = '' } = toFrameSearch({ filter: huge });
  expect(filterTokens(filter).length).toBeLessThan(filter.length);
});

test('of `account` the dashboard understands that all are meant, and nothing else', () => {
  expect(toMainSearch({ account: 'all' }).account).toBe('all');
  expect(toMainSearch({ account: 'every' }).account).toBeUndefined();
  expect(toMainSearch({ tab: 'reports', account: 'all' })).not.toHaveProperty('account');
});
