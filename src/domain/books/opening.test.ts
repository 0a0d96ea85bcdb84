import { expect, it } from 'vitest';
import { checkOpening } from './opening.ts';

const openingDate = '2026-01-31';

it('is what the account has, or with a minus what it owes', () => {
  const has = checkOpening({ opening: '1,200.50', openingDate });
  expect(has).toEqual({ ok: true, opening: { type: 'income', amount: 120_050, date: openingDate } });
  const owes = checkOpening({ opening: '-80', openingDate });
  expect(owes).toEqual({ ok: true, opening: { type: 'expense', amount: 8_000, date: openingDate } });
});

it('is none when nothing or zero was typed', () => {
  for (const opening of ['', ' ', '0', '$0.00', '-']) {
    expect(checkOpening({ opening, openingDate: 'never' })).toEqual({ ok: true, opening: null });
  }
});

it('names the field of what is wrong', () => {
  expect(checkOpening({ opening: 'much', openingDate: '' })).toEqual({
    ok: false,
    errors: { opening: 'not_a_number', openingDate: 'empty' },
  });
});
