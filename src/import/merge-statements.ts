/** The statements of one account in one file become one. Then their twins stay two: keys count within a statement. */
import type { Statement } from './statement.ts';

/** In the order in which the accounts come first. A statement that names no account stays as it is. */
export function mergeStatements(statements: readonly Statement[]): Statement[] {
  const byAccount = Map.groupBy(statements, (one, at) => keyOf(one) ?? at);
  return [...byAccount.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first,
            rows: [first, ...others].flatMap(({ rows }) => rows),
            unreadable: [first, ...others].flatMap(({ unreadable }) => unreadable),
          },
        ]
      : [],
  );
}

function keyOf({ account: { number = '', iban = '', name = '' } }: Statement): string | null {
  return number || iban || name ? JSON.stringify([number, iban, name]) : null;
}
