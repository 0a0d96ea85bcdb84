import { expect, it } from 'vitest';
import { netWorth } from './net-worth.ts';

it('is nothing without accounts', () => {
  expect(netWorth([])).toEqual({ assets: 0, debts: 0, net: 0 });
});

it('takes what cards and loans owe from what the other accounts hold', () => {
  const accounts = [
    { kind: 'checking', balance: 100_00 },
    { balance: 50_00 },
    { kind: 'credit_card', balance: -30_00 },
    { kind: 'loan', balance: -500_00 },
  ] as const;
  expect(netWorth(accounts)).toEqual({ assets: 150_00, debts: 530_00, net: -380_00 });
});

it('counts a credit on a card as an asset, and takes an overdraft from the assets', () => {
  expect(
    netWorth([
      { kind: 'credit_card', balance: 10_00 },
      { kind: 'checking', balance: -25_00 },
    ]),
  ).toEqual({
    assets: -15_00,
    debts: 0,
    net: -15_00,
  });
});
