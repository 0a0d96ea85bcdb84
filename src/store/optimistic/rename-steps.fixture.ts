/** Histories with renames, and what they make of rows. */
import type { Call, Operation, Patch } from '#domain/mutations/operations';
import type { TransactionRow, TransactionType } from '#domain/rows';
import fc from '../../../tests/support/random.ts';
import type { OutboxEntry } from '../database/records.ts';
import { ACCOUNT, idOf, insertTransaction, OTHER_ACCOUNT, transactionRow } from '../database/rows.fixture.ts';

export const ACCOUNTS = [ACCOUNT, OTHER_ACCOUNT];
/** Somebody else's account. */
export const SHARED = idOf(77);

export const rename = (
  from: string,
  to: string,
  { type = 'expense', ...where }: { type?: TransactionType; accountId?: string } = {},
): Operation => ({ kind: 'call', name: 'category.rename', arguments: { type, from, to, ...where } });

export const patch = (number: number, after: Patch['after']): Patch => ({
  kind: 'patch',
  table: 'transactions',
  id: idOf(number),
  seen: 1,
  before: {},
  after,
});

type Row = Pick<TransactionRow, 'accountId' | 'type' | 'category'>;
type RenameArguments = Extract<Call, { name: 'category.rename' }>['arguments'];

/** What the entries make of the server's rows, one after the other. This fold shares no code with the store. */
export function fold(server: readonly TransactionRow[], entries: readonly OutboxEntry[]): Record<string, Row> {
  const rows = new Map<string, Row>(server.map((row) => [row.id, row]));
  for (const operation of entries.flatMap(({ operations }) => operations)) foldOne(rows, operation);
  const pick = ({ accountId, type, category }: Row): Row => ({ accountId, type, category });
  return Object.fromEntries([...rows].map(([id, row]) => [id, pick(row)]));
}

function foldOne(rows: Map<string, Row>, operation: Operation): void {
  switch (operation.kind) {
    case 'insert':
      if (operation.table === 'transactions') rows.set(operation.row.id, rows.get(operation.row.id) ?? operation.row);
      return;
    case 'patch': {
      const row = rows.get(operation.id);
      if (row) rows.set(operation.id, { ...row, ...operation.after });
      return;
    }
    case 'delete':
      rows.delete(operation.id);
      return;
    case 'call':
      if (operation.name === 'category.rename') foldRename(rows, operation.arguments);
  }
}

function foldRename(rows: Map<string, Row>, { type, from, to, accountId }: RenameArguments): void {
  for (const [id, row] of rows) {
    const isMine = row.accountId !== SHARED && row.accountId === (accountId ?? row.accountId);
    if (isMine && row.type === type && row.category === from) rows.set(id, { ...row, category: to });
  }
}

const name = fc.constantFrom('A', 'B', 'C');
const type = fc.constantFrom('income' as const, 'expense' as const);
const account = fc.constantFrom(...ACCOUNTS, SHARED);
const number = fc.nat(5);
/** What somebody does next, and what the server does: `leave` takes an entry out, `replay` replays all of them. */
export const step = fc.oneof(
  fc.record({ do: fc.constant('enter' as const), number, name, type, account }),
  fc.record({ do: fc.constant('choose' as const), number, name }),
  fc.record({ do: fc.constant('type' as const), number, type }),
  fc.record({ do: fc.constant('move' as const), number, account }),
  fc.record({ do: fc.constant('note' as const), number }),
  fc.record({ do: fc.constant('erase' as const), number }),
  fc.record({ do: fc.constant('rename' as const), type, from: name, to: name, one: fc.option(account) }),
  fc.record({ do: fc.constant('leave' as const), number }),
  fc.record({ do: fc.constant('replay' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

export function operationOf(one: Step): Operation | null {
  switch (one.do) {
    case 'enter': {
      const { number: n, name: category, type: ofType, account: accountId } = one;
      return insertTransaction(transactionRow(10 + n, { category, type: ofType, accountId }));
    }
    case 'choose':
      return patch(one.number, { category: one.name });
    case 'type':
      return patch(one.number, { amount: 100, type: one.type });
    case 'move':
      return patch(one.number, { accountId: one.account });
    case 'note':
      return patch(one.number, { notes: 'noted' });
    case 'erase':
      return { kind: 'delete', table: 'transactions', id: idOf(one.number) };
    case 'rename':
      return rename(one.from, one.to, { type: one.type, ...(one.one && { accountId: one.one }) });
    default:
      return null;
  }
}
