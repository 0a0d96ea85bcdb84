import { expect, it } from 'vitest';
import { recentFirst } from './recent-first.ts';

const named = (names: string, group?: string) =>
  [...names].map((name) => ({ value: name, label: name, ...(group !== undefined && { group }) }));
const shown = (choices: ReturnType<typeof recentFirst>) => choices.map(({ value, group }) => `${value} ${group}`);

it('puts what was used lately first, and leaves the others in their order and groups', () => {
  const choices = [...named('abcd'), ...named('xyz', 'Home')];
  expect(shown(recentFirst(choices, ['y', 'b', 'gone']))).toEqual([
    'y Recent',
    'b Recent',
    'a Others',
    'c Others',
    'd Others',
    'x Home',
    'z Home',
  ]);
});

it('leaves all as they are where nothing was used, and where a glance finds everything', () => {
  const all = (choices: ReturnType<typeof named>, recent: string[]) =>
    recentFirst(choices, recent)
      .map(({ value }) => value)
      .join('');
  expect(all(named('abcdefg'), [])).toBe('abcdefg');
  expect(all(named('abcdef'), ['c'])).toBe('abcdef');
  expect(shown(recentFirst(named('abcdef'), ['c']))).toContain('c null');
});
