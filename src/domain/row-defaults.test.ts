import { expect, it } from 'vitest';
import { leaveOutDefaults } from './row-defaults.ts';
import { TRANSACTION_DEFAULTS } from './rows.ts';

it('every field that holds its default is left out', () => {
  const row = { ...TRANSACTION_DEFAULTS };
  leaveOutDefaults(row);
  expect(Object.entries(row).filter(([, value]) => value !== undefined)).toEqual([]);
});

it('every field that holds another value stays', () => {
  const row = {
    nature: 'transfer',
    refund: true,
    transferId: '0190d3c0-0000-7000-8000-000000000001',
    lines: [{ id: '0190d3c0-0000-7000-8000-000000000002', category: 'Food', cents: 100, note: '' }],
    status: 'cleared',
    reconciliationId: '0190d3c0-0000-7000-8000-000000000003',
    bankId: 'bank-1',
    importId: '0190d3c0-0000-7000-8000-000000000004',
    importedText: 'Bakery',
  } as const;
  expect(Object.keys(row)).toEqual(Object.keys(TRANSACTION_DEFAULTS));
  const left = { ...row, lines: [...row.lines] };
  leaveOutDefaults(left);
  expect(left).toEqual(row);
});
