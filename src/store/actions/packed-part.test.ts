import { expect, it } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { Operation } from '#domain/mutations/operations';
import { ACCOUNT, idOf, transactionRow } from '../database/rows.fixture.ts';
import { lazyPart, packPart } from './packed-part.ts';

const keyOf = (n: number) => n.toString(16).padStart(40, '0');

type Addition = Extract<Operation, { kind: 'insert'; table: 'transactions' }>;

function added(n: number, change: Partial<Addition['row']> = {}): Addition {
  const { version: _, userId: __, userEmail: ___, ...row } = transactionRow(n, { id: importedId(ACCOUNT, keyOf(n)) });
  const texts = { description: `Bakery ${n}`, importedText: `Bakery ${n}`, amount: n + 1, importId: idOf(900) };
  return { kind: 'insert', table: 'transactions', row: { ...row, ...texts, ...change }, key: keyOf(n) };
}

const part = (operations: Operation[]) => ({ mutationId: idOf(1), operations, before: [] });
const again = (operations: Operation[]) => lazyPart(packPart(part(operations)));

it('is what it was, in the same order of fields', () => {
  const lines = [{ id: idOf(5), category: 'Food', cents: 3, note: '' }];
  const { key: _, ...keyless } = added(6);
  const operations: Operation[] = [
    { kind: 'delete', table: 'imports', id: idOf(900) },
    added(1),
    added(2),
    added(3, { id: idOf(3), importedText: null }),
    added(4, { lines }),
    added(5, { importedText: 'BAKERY 5' }),
    keyless,
    { ...keyless, row: { ...keyless.row, id: idOf(7) } },
    { ...added(8), again: true },
    added(9),
    { ...added(11), chosen: [] },
    { ...added(12), chosen: ['category'] },
    { ...added(13), chosen: ['category'] },
    { kind: 'delete', table: 'transactions', id: idOf(3) },
    added(10),
  ];
  expect(JSON.stringify(again(operations).operations)).toBe(JSON.stringify(operations));
});

it('rows of a file take a third of the memory or less', () => {
  const operations = Array.from({ length: 100 }, (_, n) => added(n));
  const packed = packPart(part(operations));
  expect(packed.text.length).toBeLessThan(JSON.stringify(operations).length / 3);
});
