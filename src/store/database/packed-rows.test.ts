import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { ROWS_LIKE_THE_ONE_ABOVE } from './packed-rows.ts';
import type { StoredRow } from './records.ts';
import { idOf, transactionRow } from './rows.fixture.ts';

const { pack, unpack } = ROWS_LIKE_THE_ONE_ABOVE;

const text = fc.constantFrom('', '0', 'Rent', 'Ärger');
const maybe = fc.constantFrom(null, '', 'a');
const lines = [{ id: 'l', category: 'Food', cents: 1, note: '' }];
const rows = fc
  .array(
    fc.record(
      {
        version: fc.constantFrom(0, 1),
        createdAt: text,
        accountId: text,
        type: fc.constantFrom<StoredRow['type']>('income', 'expense'),
        amount: fc.constantFrom(1, 99_999_999_999),
        date: text,
        description: text,
        category: text,
        notes: text,
        budgetId: maybe,
        userId: maybe,
        userEmail: maybe,
        importedText: maybe,
        bankId: maybe,
        importId: maybe,
        nature: fc.constantFrom<StoredRow['nature']>('regular', 'transfer'),
        refund: fc.boolean(),
        transferId: maybe,
        lines: fc.constantFrom(null, lines),
        status: fc.constantFrom<StoredRow['status']>('open', 'cleared'),
        reconciliationId: maybe,
        namedAfter: fc.constantFrom(0, 7),
        laterField: fc.constantFrom(0, null, 'new'),
      },
      { noNullPrototype: true, requiredKeys: [] },
    ),
    { maxLength: 20 },
  )
  .map((some): StoredRow[] => some.map((fields, at) => ({ ...transactionRow(at), ...fields })));

it('every row comes back as it was, whatever it has in common with the row above', () => {
  fc.assert(
    fc.property(rows, (all) => {
      expect(unpack(JSON.parse(JSON.stringify(pack(all))))).toEqual(all);
    }),
  );
});

it('rows of v0.1.0 stand beside each other with their names, and without the fields that came later', () => {
  const [first, second] = [transactionRow(1), transactionRow(2)];
  const { nature, refund, transferId, lines, status, reconciliationId, bankId, importId, importedText, ...old } = first;
  expect(unpack(JSON.parse(JSON.stringify([old, second])))).toEqual([first, second]);
});

it('rows that 0.2.0 stored are no refunds, also below a row with further fields', () => {
  const { id, version, amount, description, date, createdAt, category, accountId, userId, userEmail } =
    transactionRow(1);
  const names = [description, date, createdAt, category, 0, 0, accountId, 0, userId, userEmail];
  const first = [id, version, amount, ...names];
  const second = [idOf(2), version, amount, 'Rent', 0, 0, 0, 'income', ...Array(13).fill(0), { laterField: 'new' }];
  const third = [idOf(3), version, amount, 'Bread'];
  expect(unpack(JSON.parse(JSON.stringify([first, second, third])))).toEqual([
    transactionRow(1),
    { ...transactionRow(1), id: idOf(2), description: 'Rent', type: 'income', laterField: 'new' },
    { ...transactionRow(1), id: idOf(3), description: 'Bread', type: 'income' },
  ]);
});

it('what a row has in common with the one above is not written again', () => {
  const { id, version, amount } = transactionRow(1);
  const [, like] = pack([transactionRow(1), { ...transactionRow(1), description: 'Rent' }]);
  expect(like).toEqual([id, version, amount, 'Rent']);
});
