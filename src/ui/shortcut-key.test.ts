import { expect, it } from 'vitest';
import { shortcutKey } from './shortcut-key.ts';

it.each([
  ['n', 'KeyN', 'n'],
  ['N', 'KeyN', 'n'],
  ['т', 'KeyN', 'n'],
  ['Т', 'KeyN', 'n'],
  ['ν', 'KeyN', 'n'],
  ['מ', 'KeyN', 'n'],
  ['z', 'KeyY', 'z'],
  ['ö', 'Semicolon', 'ö'],
  ['ж', 'Semicolon', 'ж'],
  ['+', 'Equal', '+'],
  ['Enter', 'Enter', 'Enter'],
])('%s on %s is %s', (key, code, expected) => {
  expect(shortcutKey({ key, code })).toBe(expected);
});
