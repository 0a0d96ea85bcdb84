import { expect, it } from 'vitest';
import { type Choice, foundChoices, type Kind } from './choice.ts';

const choice = (kind: Kind, label: string): Choice => ({ kind, id: label, label, run() {} });
const labels = (choices: readonly Choice[]) => choices.map(({ label }) => label);

it('before anything is typed, actions, screens and every account show', () => {
  const accounts = Array.from({ length: 7 }, (_, n) => choice('account', `Account ${n}`));
  const all = [choice('budget', 'Food'), ...accounts, choice('screen', 'Reports'), choice('action', 'Add an expense')];
  expect(labels(foundChoices(all, ' '))).toEqual(['Add an expense', 'Reports', ...labels(accounts)]);
});

it('a text finds every kind by a part of the label, whatever its case, in the order of the kinds', () => {
  const all = [choice('category', 'Café food'), choice('budget', 'FOOD'), choice('account', 'Rent')];
  expect(labels(foundChoices(all, 'food'))).toEqual(['FOOD', 'Café food']);
  expect(foundChoices(all, 'nothing')).toEqual([]);
});

it('of one kind, labels that begin with the text come first, and at most five', () => {
  const all = ['Pet food', 'Sea food', 'Food', 'Cat food', 'Foods', 'Fast food'].map((name) =>
    choice('category', name),
  );
  expect(labels(foundChoices(all, 'foo'))).toEqual(['Food', 'Foods', 'Pet food', 'Sea food', 'Cat food']);
});

it('transactions stay as the search found them, because it also finds by category', () => {
  expect(labels(foundChoices([choice('transaction', 'Bakery')], 'food'))).toEqual(['Bakery']);
});
